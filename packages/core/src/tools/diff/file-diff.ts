import { onePath } from "../../format/one-line.ts";
import { plural } from "../../format/quantities.ts";
import { limits } from "../../limits.ts";
import type { DiffBlock, DiffHunk } from "../blocks.ts";
import { countLines, splitLines } from "../output/lines.ts";
import { hunksOf, type Start } from "./hunks.ts";
import { lineDiff } from "./line-diff.ts";

/** The changes of one file. */
export interface FileDiff {
  readonly path: string;
  readonly change: "add" | "update" | "delete";
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly DiffHunk[];
}

/** Beyond these limits a text is only counted: showing it would fill a screen's memory. */
const mostLines = 20_000;
const mostText = 2_000_000;

export function fileDiff(
  path: string,
  oldText: string,
  newText: string,
  start: Start | null,
  change: FileDiff["change"] = "update",
): FileDiff {
  const removed = countLines(oldText);
  const added = countLines(newText);
  if (Math.max(oldText.length, newText.length) > mostText || Math.max(removed, added) > mostLines) {
    const size = plural(Math.max(removed, added), "line");
    return { path, change, added, removed, hunks: [{ heading: `Too large to show: ${size}`, lines: [] }] };
  }
  const hunks = hunksOf(lineDiff(splitLines(oldText), splitLines(newText)), start);
  return { path, change, ...countChanges(hunks), hunks };
}

export function countChanges(hunks: readonly DiffHunk[]): Pick<FileDiff, "added" | "removed"> {
  let added = 0;
  let removed = 0;
  for (const { lines } of hunks) {
    for (const { kind } of lines) {
      if (kind === "added") added++;
      else if (kind === "removed") removed++;
    }
  }
  return { added, removed };
}

export function diffBlock({ path, added, removed, hunks }: FileDiff): DiffBlock {
  return {
    kind: "diff",
    path: onePath(path),
    added,
    removed,
    hunks,
    excerptLines: limits.excerptLines.diff,
    collapsed: false,
  };
}
