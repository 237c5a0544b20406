import { oneLineOrNull } from "../../format/one-line.ts";
import type { DiffHunk } from "../blocks.ts";
import { splitLines } from "../output/lines.ts";
import { countChanges, type FileDiff } from "./file-diff.ts";
import { numberLines } from "./hunks.ts";
import type { DiffStep } from "./line-diff.ts";

/** The patch format that models write for `apply_patch`: files by name, hunks by their context, no line numbers. */

export function isPatchText(text: string): boolean {
  return /^\s*\*\*\* Begin Patch\s/.test(text.slice(0, 200));
}

const fileHead = /^\*\*\* (Add|Update|Delete) File: (.+)$/;

interface OpenFile {
  path: string;
  readonly change: FileDiff["change"];
  readonly hunks: { heading: string | null; readonly steps: DiffStep[] }[];
}

/** The files of a patch, as far as it has arrived. */
export function patchText(text: string): readonly FileDiff[] {
  const files: OpenFile[] = [];
  for (const line of splitLines(text)) {
    const head = fileHead.exec(line);
    const file = files.at(-1);
    if (head !== null) {
      const change = (head[1] as string).toLowerCase() as FileDiff["change"];
      files.push({ path: (head[2] as string).trim(), change, hunks: [] });
    } else if (file === undefined || line === "*** End of File" || line === "*** End Patch") {
    } else if (line.startsWith("*** Move to: ")) {
      file.path = `${file.path} → ${line.slice("*** Move to: ".length).trim()}`;
    } else if (line.startsWith("@@")) {
      file.hunks.push({ heading: oneLineOrNull(line.slice(2)), steps: [] });
    } else {
      addStep(file, line);
    }
  }
  return files.map(closeFile);
}

function addStep(file: OpenFile, line: string): void {
  const mark = line === "" ? " " : line[0];
  if (mark !== " " && mark !== "+" && mark !== "-") return;
  if (file.hunks.length === 0) file.hunks.push({ heading: null, steps: [] });
  const kind = mark === "+" ? "added" : mark === "-" ? "removed" : "same";
  file.hunks.at(-1)?.steps.push({ kind, text: line.slice(1) });
}

function closeFile({ path, change, hunks }: OpenFile): FileDiff {
  const start = change === "add" ? { old: 1, new: 1 } : null;
  const closed: readonly DiffHunk[] = hunks.map(({ heading, steps }) => ({
    heading,
    lines: numberLines(steps, start),
  }));
  return { path, change, ...countChanges(closed), hunks: closed };
}
