import type { DiffHunk, DiffLine } from "../blocks.ts";
import type { DiffStep } from "./line-diff.ts";

/** The first line's number in the old and in the new file. */
export interface Start {
  readonly old: number;
  readonly new: number;
}

/** The changed lines with a few lines around them; nearby changes share a hunk. */
export function hunksOf(steps: readonly DiffStep[], start: Start | null, context = 3): readonly DiffHunk[] {
  const lines = numberLines(steps, start);
  const hunks: DiffHunk[] = [];
  let from = -1;
  let to = -1;
  for (let at = 0; at < lines.length; at++) {
    if (lines[at]?.kind === "same") continue;
    if (from !== -1 && at - context > to) {
      hunks.push({ heading: null, lines: lines.slice(from, to) });
      from = -1;
    }
    if (from === -1) from = Math.max(0, at - context);
    to = Math.min(lines.length, at + context + 1);
  }
  if (from !== -1) hunks.push({ heading: null, lines: lines.slice(from, to) });
  return hunks;
}

export function numberLines(steps: readonly DiffStep[], start: Start | null): readonly DiffLine[] {
  let oldLine = start?.old ?? 0;
  let newLine = start?.new ?? 0;
  return steps.map(({ kind, text }) => ({
    kind,
    oldLine: start === null || kind === "added" ? null : oldLine++,
    newLine: start === null || kind === "removed" ? null : newLine++,
    text,
  }));
}
