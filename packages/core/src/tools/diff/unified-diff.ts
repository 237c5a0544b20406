import { oneLineOrNull } from "../../format/one-line.ts";
import type { DiffHunk } from "../blocks.ts";
import { splitLines } from "../output/lines.ts";
import { countChanges, type FileDiff } from "./file-diff.ts";
import { numberLines } from "./hunks.ts";
import type { DiffStep } from "./line-diff.ts";

const hunkHead = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@ ?(.*)$/;

/** Whether a text is a unified diff, and not a text about one. */
export function isUnifiedDiff(text: string): boolean {
  const head = text.slice(0, 4000);
  return /^(?:diff --git |Index: |--- |@@ -\d)/.test(head) && /^@@ -\d+(?:,\d+)? \+\d+/m.test(head);
}

/** The files of a unified diff. `path` names the file if the diff does not. */
export function unifiedDiff(text: string, path: string | null = null): readonly FileDiff[] {
  const files: OpenFile[] = [];
  const lines = splitLines(text);
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] as string;
    const head = hunkHead.exec(line);
    if (head !== null) {
      if (files.length === 0) files.push({ oldPath: path ?? "", newPath: path ?? "", hunks: [] });
      const read = readHunk(lines, at + 1, head);
      files.at(-1)?.hunks.push(read.hunk);
      at = read.end;
    } else {
      if (line.startsWith("--- ") && lines[at + 1]?.startsWith("+++ ")) {
        files.push({ oldPath: pathIn(line), newPath: pathIn(lines[at + 1] as string), hunks: [] });
        at++;
      }
      at++;
    }
  }
  return files.filter((file) => file.hunks.length > 0).map(closeFile);
}

interface OpenFile {
  /** Null: the file did not exist. */
  readonly oldPath: string | null;
  readonly newPath: string | null;
  readonly hunks: DiffHunk[];
}

/** `--- a/src/add.ts<TAB>date`; null means no file. */
function pathIn(line: string): string | null {
  const path = line.slice(4).split("\t", 1)[0]?.trim() ?? "";
  return path === "/dev/null" || path === "" ? null : path.replace(/^"(.*)"$/, "$1");
}

function closeFile({ oldPath, newPath, hunks }: OpenFile): FileDiff {
  const git =
    (oldPath === null || oldPath.startsWith("a/")) && (newPath === null || newPath.startsWith("b/"));
  const plain = (path: string | null): string | null => (git && path !== null ? path.slice(2) : path);
  const from = plain(oldPath);
  const to = plain(newPath);
  return {
    path: from !== null && to !== null && from !== to ? `${from} → ${to}` : (to ?? from ?? ""),
    change: to === null ? "delete" : from === null || isWholeFile(hunks) ? "add" : "update",
    ...countChanges(hunks),
    hunks,
  };
}

/** A hunk above the first line without context: the file was empty or new. */
function isWholeFile([first, ...more]: readonly DiffHunk[]): boolean {
  return (
    more.length === 0 && first?.lines[0]?.newLine === 1 && first.lines.every((line) => line.kind === "added")
  );
}

/** The header's counts determine the length of a hunk: a removed line `-- x` looks like a file header. */
function readHunk(
  lines: readonly string[],
  from: number,
  head: RegExpExecArray,
): { readonly hunk: DiffHunk; readonly end: number } {
  const steps: DiffStep[] = [];
  let oldLeft = Number(head[2] ?? 1);
  let newLeft = Number(head[4] ?? 1);
  let at = from;
  for (; at < lines.length; at++) {
    const line = lines[at] as string;
    if (line.startsWith("\\")) continue;
    const open = oldLeft > 0 || newLeft > 0;
    const mark = line === "" && open ? " " : line[0];
    if (mark !== " " && mark !== "+" && mark !== "-") break;
    if (!open && line.startsWith("--- ") && lines[at + 1]?.startsWith("+++ ")) break;
    steps.push({ kind: mark === "+" ? "added" : mark === "-" ? "removed" : "same", text: line.slice(1) });
    if (mark !== "+") oldLeft--;
    if (mark !== "-") newLeft--;
  }
  const start = { old: Number(head[1]), new: Number(head[3]) };
  return { hunk: { heading: oneLineOrNull(head[5] ?? ""), lines: numberLines(steps, start) }, end: at };
}
