import type { DiffBlock, DiffLine } from "@polylog/core";
import { limits } from "../../limits.ts";
import { expandTabs } from "../../safe/clean-text.ts";
import { exactSpans } from "../../safe/hidden-characters.ts";
import { type Line, lineOf, span } from "../../text/style.ts";
import { wrapLine } from "../../text/wrap.ts";
import type { RenderContext } from "../context.ts";
import { firstLines } from "./excerpt.ts";

/** Removed and added lines with their line numbers in the file. */
export function diffLines({ hunks, excerptLines }: DiffBlock, context: RenderContext): Line[] {
  const { theme, glyphs } = context;
  const digits = Math.max(
    0,
    ...hunks.flatMap(({ lines }) => lines.map((line) => String(numberOf(line) ?? "").length)),
  );
  const lines = hunks.flatMap(({ heading, lines: own }, index): Line[] => [
    ...(index > 0 || heading !== null ? [lineOf(heading ?? glyphs.more, theme.quiet)] : []),
    ...own.flatMap((line) => changedLine(line, digits, context)),
  ]);
  return firstLines(lines, Math.min(excerptLines, limits.excerptRows.diff), context);
}

function numberOf({ kind, oldLine, newLine }: DiffLine): number | null {
  return kind === "removed" ? oldLine : newLine;
}

function changedLine(
  line: DiffLine,
  digits: number,
  { theme, glyphs, width }: RenderContext,
): readonly Line[] {
  const { kind, text } = line;
  const style = kind === "added" ? theme.added : kind === "removed" ? theme.removed : theme.quiet;
  const mark = kind === "added" ? "+" : kind === "removed" ? glyphs.minus : " ";
  const number = digits === 0 ? "" : `${String(numberOf(line) ?? "").padStart(digits)} `;
  const first = [span(number, theme.quiet), span(`${mark} `, style)];
  const rest = [span(" ".repeat(number.length + 2))];
  return wrapLine(exactSpans(expandTabs(text), style, theme.hidden), width, { first, rest, hard: true });
}
