import { emptyLine, isSameLine, type Line } from "../text/style.ts";

/** Rows that the terminal itself moves: some are removed, and as many or more are inserted further down. */
export interface Shift {
  readonly from: number;
  readonly removed: number;
  readonly to: number;
  readonly inserted: number;
}

/** How far a text may scroll between two frames, and how many rows must match to be worth it. */
const farthest = 8;
const fewest = 3;

/** Finds a move of old lines that costs less than writing them again. */
export function findShift(before: readonly Line[], target: readonly Line[]): Shift | null {
  if (target.length > before.length) return growth(before, target);
  return target.length === before.length ? scroll(before, target) : null;
}

/** Lines were inserted above others that stay: a text grows above the field. */
function growth(before: readonly Line[], target: readonly Line[]): Shift | null {
  const inserted = target.length - before.length;
  let same = 0;
  while (same < before.length && isSame(before, before.length - 1 - same, target, target.length - 1 - same))
    same += 1;
  const to = before.length - same;
  const moved = before.slice(to).some((line) => line.length > 0);
  return moved && to > 0 ? { from: to, removed: 0, to, inserted } : null;
}

/** A text scrolled in place: the first lines are gone, and others were added at its end. */
function scroll(before: readonly Line[], target: readonly Line[]): Shift | null {
  let from = 0;
  while (from < before.length && isSame(before, from, target, from)) from += 1;
  for (let by = 1; by <= farthest && from + by < before.length; by += 1) {
    let kept = 0;
    while (from + by + kept < before.length && isSame(before, from + by + kept, target, from + kept))
      kept += 1;
    if (kept >= fewest) return { from, removed: by, to: from + kept, inserted: by };
  }
  return null;
}

/** The lines after the move. */
export function shifted(lines: readonly Line[], { from, removed, to, inserted }: Shift): Line[] {
  const left = lines.toSpliced(from, removed);
  return left.toSpliced(to, 0, ...Array.from({ length: inserted }, () => emptyLine));
}

function isSame(a: readonly Line[], at: number, b: readonly Line[], other: number): boolean {
  return isSameLine(a[at] ?? emptyLine, b[other] ?? emptyLine);
}
