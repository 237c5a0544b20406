import { type Line, lineOf, span } from "../../text/style.ts";
import { cutLine, lineWidth, wrapLine } from "../../text/wrap.ts";
import type { RenderContext } from "../context.ts";
import { inlineLines } from "./inline.ts";
import type { TableNode } from "./nodes.ts";

const gap = 2;
const leastColumn = 6;

/** A table with wrapped cells if it fits, otherwise one list per row. */
export function tableLines({ children, align }: TableNode, { width, theme, glyphs }: RenderContext): Line[] {
  const rows = children.map((row, index) =>
    row.children.map(
      (cell): Line => inlineLines(cell.children, theme, index === 0 ? theme.strong : {}).flat(),
    ),
  );
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = fitted(
    Array.from({ length: columns }, (_, at) => Math.max(1, ...rows.map((row) => lineWidth(row[at] ?? [])))),
    width - gap * (columns - 1),
  );
  if (widths === null) return stacked(rows, width);
  const lines = rows.map((row) => rowLines(row, widths, align ?? []));
  const rule = lineOf(widths.map((each) => glyphs.rule.repeat(each)).join(" ".repeat(gap)), theme.quiet);
  return [...(lines[0] ?? []), rule, ...lines.slice(1).flat()];
}

/** Narrows the widest columns first. Null if a column would become too narrow to read. */
function fitted(wanted: readonly number[], room: number): readonly number[] | null {
  const widths = [...wanted];
  let over = widths.reduce((sum, each) => sum + each, 0) - room;
  while (over > 0) {
    const widest = Math.max(...widths);
    if (widest <= leastColumn) return null;
    widths[widths.indexOf(widest)] = widest - 1;
    over -= 1;
  }
  return widths;
}

function rowLines(
  row: readonly Line[],
  widths: readonly number[],
  align: readonly (string | null)[],
): Line[] {
  const cells = widths.map((each, at) => wrapLine(row[at] ?? [], each));
  const height = Math.max(...cells.map((cell) => cell.length));
  return Array.from({ length: height }, (_, at) =>
    cells.flatMap((cell, column): Line => {
      const isLast = column === cells.length - 1;
      const part = cutLine(cell[at] ?? [], widths[column] ?? 1);
      const free = (widths[column] ?? 1) - lineWidth(part);
      const before = align[column] === "right" ? free : align[column] === "center" ? Math.floor(free / 2) : 0;
      const after = isLast ? 0 : free - before + gap;
      return [...spaces(before), ...part, ...spaces(after)];
    }),
  );
}

function spaces(count: number): Line {
  return count <= 0 ? [] : [span(" ".repeat(count))];
}

function stacked([heads = [], ...rows]: readonly (readonly Line[])[], width: number): Line[] {
  return rows.flatMap((row, index) => [
    ...(index === 0 ? [] : [[]]),
    ...row.flatMap((cell, at) => {
      const head = heads[at] ?? [];
      return wrapLine([...head, span(": "), ...cell], width, { first: [], rest: [] });
    }),
  ]);
}
