import { isSameStyle, type Line, type Span } from "../text/style.ts";
import { isSimple } from "../text/width.ts";
import { lineWidth } from "../text/wrap.ts";
import { lineFrom } from "./encode.ts";

/** The change that turns one line into another. */
export interface LineChange {
  /** The first column that differs. */
  readonly column: number;
  readonly rest: Line;
  /** Whether the old line was longer, so that its rest must be cleared. */
  readonly wipe: boolean;
}

/**
 * Lines mostly grow at their end, so the common start is kept. It ends where terminals may disagree on a width: a column that
 * is one off would break the line.
 */
export function findLineChange(before: Line, after: Line): LineChange | null {
  let index = 0;
  let column = 0;
  while (index < before.length && index < after.length) {
    const old = before[index] as Span;
    const next = after[index] as Span;
    if (old.text !== next.text || !isSameStyle(old.style, next.style) || !isSimple(next.text)) break;
    column += next.text.length;
    index += 1;
  }
  if (index === before.length && index === after.length) return null;
  const old = before[index];
  const next = after[index];
  const chars = old !== undefined && next !== undefined ? commonChars(old, next) : 0;
  const rest = next === undefined ? [] : lineFrom(after, index, chars);
  const isCertain = isAllSimple(before) && isAllSimple(after);
  const wider = lineWidth(before) - lineWidth(after);
  const same = isCertain && wider === 0 ? commonEnd(before, after, index) : 0;
  return { column: column + chars, rest: rest.slice(0, rest.length - same), wipe: wider > 0 || !isCertain };
}

/** The common end of both lines, such as unchanged text after a spinner. */
function commonEnd(before: Line, after: Line, from: number): number {
  const most = Math.min(before.length, after.length) - from - 1;
  let count = 0;
  while (count < most) {
    const old = before.at(-1 - count) as Span;
    const next = after.at(-1 - count) as Span;
    if (old.text !== next.text || !isSameStyle(old.style, next.style)) break;
    count += 1;
  }
  return count;
}

function commonChars(old: Span, next: Span): number {
  if (!isSameStyle(old.style, next.style)) return 0;
  const most = Math.min(old.text.length, next.text.length);
  let at = 0;
  while (at < most && old.text[at] === next.text[at]) at += 1;
  return isSimple(next.text.slice(0, at)) && isSimple(next.text.slice(at, at + 1)) ? at : 0;
}

function isAllSimple(line: Line): boolean {
  return line.every(({ text }) => isSimple(text));
}
