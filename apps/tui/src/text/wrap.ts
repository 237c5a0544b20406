import { isSameStyle, type Line, lineOf, type Span, type Style, span } from "./style.ts";
import { graphemes, isSimple, widthOf } from "./width.ts";

/** Breaks lines so that they fit. Only the spaces at line breaks are dropped. */

interface Cell {
  readonly text: string;
  readonly width: number;
  readonly style: Style;
}

export interface WrapOptions {
  /** The prefixes of the first and the other lines, of the same width. */
  readonly first?: Line;
  readonly rest?: Line;
  /** Breaks anywhere and keeps every space: for code and output. */
  readonly hard?: boolean;
}

export function lineWidth(line: Line): number {
  return line.reduce((sum, { text }) => sum + widthOf(text), 0);
}

export function wrapLine(line: Line, width: number, options: WrapOptions = {}): readonly Line[] {
  const { first = [], rest = first, hard = false } = options;
  const room = Math.max(1, width - Math.max(lineWidth(first), lineWidth(rest)));
  if (fits(line, room)) return [join(first, line)];
  const cells = cellsOf(line);
  const lines: Line[] = [];
  for (let at = 0; at < cells.length; ) {
    const end = hard ? fillTo(cells, at, room) : breakAt(cells, at, room);
    lines.push(join(lines.length === 0 ? first : rest, spansOf(trimEnd(cells.slice(at, end), hard))));
    at = hard ? end : skipSpaces(cells, end);
  }
  return lines;
}

/** Wraps a text with several lines. */
export function wrapText(text: string, style: Style, width: number, options: WrapOptions = {}): Line[] {
  const { first = [], rest = first } = options;
  return text
    .split("\n")
    .flatMap((part, index) =>
      wrapLine(lineOf(part, style), width, { ...options, first: index === 0 ? first : rest, rest }),
    );
}

/** The start of a line that fits, with an ellipsis if it was cut. */
export function cutLine(line: Line, width: number, more = "…"): Line {
  if (fits(line, width)) return line;
  const cells = cellsOf(line);
  const kept = cells.slice(0, fillTo(cells, 0, Math.max(0, width - widthOf(more)), 0));
  const last = kept.at(-1)?.style ?? line[0]?.style ?? {};
  return [...spansOf(kept), span(more, last)];
}

function fits(line: Line, width: number): boolean {
  // Most lines are short, so their length bounds their width.
  let chars = 0;
  let simple = true;
  for (const { text } of line) {
    chars += text.length;
    simple &&= isSimple(text);
  }
  return simple ? chars <= width : lineWidth(line) <= width;
}

function join(prefix: Line, line: Line): Line {
  return prefix.length === 0 ? line : [...prefix, ...line];
}

function cellsOf(line: Line): Cell[] {
  return line.flatMap(({ text, style }) =>
    graphemes(text).map((part) => ({ text: part, width: widthOf(part), style })),
  );
}

/** The end of a line that may break anywhere. At least one cell, so that wrapping always ends. */
function fillTo(cells: readonly Cell[], from: number, room: number, least = 1): number {
  let used = 0;
  let at = from;
  while (at < cells.length) {
    used += (cells[at] as Cell).width;
    if (used > room) break;
    at += 1;
  }
  return Math.max(at, from + least);
}

/** The end of a line that breaks between words. A word that is too long is broken at the line's end. */
function breakAt(cells: readonly Cell[], from: number, room: number): number {
  const full = fillTo(cells, from, room);
  if (full >= cells.length || isSpace(cells[full])) return full;
  for (let at = full; at > from; at -= 1) if (isSpace(cells[at - 1])) return at;
  return full;
}

function skipSpaces(cells: readonly Cell[], from: number): number {
  let at = from;
  while (isSpace(cells[at])) at += 1;
  return at;
}

function trimEnd(cells: readonly Cell[], hard: boolean): readonly Cell[] {
  if (hard) return cells;
  let end = cells.length;
  while (end > 0 && isSpace(cells[end - 1])) end -= 1;
  return cells.slice(0, end);
}

function isSpace(cell: Cell | undefined): boolean {
  return cell?.text === " ";
}

function spansOf(cells: readonly Cell[]): Span[] {
  const spans: Span[] = [];
  let text = "";
  let style: Style | null = null;
  for (const cell of cells) {
    if (style !== null && !isSameStyle(style, cell.style)) {
      spans.push({ text, style });
      text = "";
    }
    style = cell.style;
    text += cell.text;
  }
  if (style !== null) spans.push({ text, style });
  return spans;
}
