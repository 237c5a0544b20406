import type { ToolContent } from "@polylog/core";
import { limits } from "../process/limits.ts";

/** A changed part of a file: its first line, and its lines as in a unified diff. */
export interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly string[];
}

/**
 * Converts hunks to the content of a call. Content too large for the log is omitted: the call's input still shows the
 * change.
 */
export function diffContent(path: string, hunks: readonly Hunk[]): ToolContent[] {
  const parts = hunks.map(({ oldStart, newStart, lines }) => ({
    type: "diff" as const,
    path,
    oldText: textWithout("+", lines),
    newText: textWithout("-", lines),
    oldLine: oldStart,
    newLine: newStart,
  }));
  const size = parts.reduce((sum, { oldText, newText }) => sum + oldText.length + newText.length, 0);
  return size > limits.diffChars ? [] : parts;
}

function textWithout(mark: "+" | "-", lines: readonly string[]): string {
  return lines
    .filter((line) => !line.startsWith(mark) && !line.startsWith("\\"))
    .map((line) => `${line.slice(1)}\n`)
    .join("");
}

const head = /^@@ -(\d{1,9})(?:,\d{1,9})? \+(\d{1,9})(?:,\d{1,9})? @@/;

/** The hunks in a unified diff of one file. */
export function hunksOf(patch: string): Hunk[] {
  const hunks: { oldStart: number; newStart: number; lines: string[] }[] = [];
  for (const line of patch.split("\n")) {
    const [, oldStart, newStart] = head.exec(line) ?? [];
    if (oldStart !== undefined) {
      hunks.push({ oldStart: Number(oldStart), newStart: Number(newStart), lines: [] });
    } else if (/^[ +\-\\]/.test(line)) hunks.at(-1)?.lines.push(line);
  }
  return hunks;
}
