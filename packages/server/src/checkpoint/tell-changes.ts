import type { ChangedFile } from "@polylog/core";
import { type FileName, fileNames, readableName } from "./file-name.ts";
import type { Git } from "./git.ts";
import { limits } from "./limits.ts";

/** What changed since a checkpoint, as a `change_report` has it. */
export interface Changes {
  readonly files: ChangedFile[];
  readonly truncatedCount: number;
}

interface Told {
  readonly letter: string;
  readonly oldName: FileName;
  readonly name: FileName;
}

export async function tellChanges(git: Git, from: string, to: string): Promise<Changes> {
  const compared = ["diff-tree", "-r", "-M", "-l200", "--no-ext-diff", "--no-textconv"];
  const told = readRaw(fileNames(await git.say([...compared, "-z", "--raw", from, to])));
  const listed = told.slice(0, limits.changedFiles);
  if (listed.length === 0) return { files: [], truncatedCount: 0 };
  const names = listed.flatMap(({ oldName, name }) => [oldName, name]).map(readableName);
  const counts = readCounts(await git.say([...compared, "-z", "--numstat", from, to, "--", ...names]));
  // A file that became a link, or a link a file, has two differences; the others have one each, in order.
  const plain = listed.filter(({ letter }) => letter !== "T");
  const patch = await git.run(
    [
      ...compared,
      "-p",
      from,
      to,
      "--",
      ...plain.flatMap(({ oldName, name }) => [oldName, name]).map(readableName),
    ],
    { mostBytes: limits.diffBytes },
  );
  const diffs = plain.length === 0 ? [] : patch.output.toString("utf8").split(/^(?=diff --git )/m);
  const files = listed.map((file): ChangedFile => {
    const diff = diffs[plain.indexOf(file)] ?? "";
    const hunks = diff.indexOf("\n@@ ");
    const isRenamed = file.name !== file.oldName;
    return {
      path: readableName(file.name),
      status: statusOf(file.letter),
      ...(isRenamed ? { oldPath: readableName(file.oldName) } : {}),
      ...(counts.get(file.name) ?? {}),
      ...(hunks === -1 ? {} : { diff: diff.slice(hunks + 1) }),
    };
  });
  return { files, truncatedCount: told.length - listed.length };
}

function readRaw(fields: readonly string[]): Told[] {
  const told: Told[] = [];
  for (let at = 0; at + 1 < fields.length; ) {
    const letter = (fields[at++] as string).split(" ")[4]?.[0] ?? "M";
    const oldName = fields[at++] as FileName;
    const name = letter === "R" ? (fields[at++] as FileName) : oldName;
    told.push({ letter, oldName, name });
  }
  return told;
}

function statusOf(letter: string): ChangedFile["status"] {
  if (letter === "A") return "added";
  if (letter === "D") return "deleted";
  return letter === "R" ? "renamed" : "modified";
}

/** Lines that came and went, by the later name; binary files have none. */
function readCounts(output: Buffer): Map<FileName, { added: number; removed: number }> {
  const counts = new Map<FileName, { added: number; removed: number }>();
  const fields = output.toString("latin1").split("\0");
  for (let at = 0; at + 1 < fields.length; ) {
    const [, added = "-", removed = "-", only = ""] =
      /^(\S+)\t(\S+)\t(.*)$/s.exec(fields[at++] as string) ?? [];
    // Of a renamed file the two names follow.
    if (only === "") at++;
    const name = only === "" ? (fields[at++] as FileName) : only;
    if (added !== "-") counts.set(name, { added: Number(added), removed: Number(removed) });
  }
  return counts;
}
