import type { ChangedFile } from "@polylog/core";
import type { Git } from "./git.ts";
import { type FileName, fileNames, readableName } from "./git-file-name.ts";
import { limits } from "./limits.ts";

/** The changes between two checkpoints, as in a `change_report`. */
export interface Changes {
  readonly files: ChangedFile[];
  /** The number of files after the listed ones. */
  readonly truncatedCount: number;
  /** Lines in all files, listed or not. */
  readonly added: number;
  readonly removed: number;
  /** Every changed file, by its old and its new name. */
  readonly paths: readonly string[];
}

export interface WhichChanges {
  /** The index of the first file to list, and the number of files. */
  readonly offset: number;
  readonly most: number;
  /** Whether to list a file. By default every file is listed. */
  readonly isListed?: ((path: string) => boolean) | undefined;
}

interface Changed {
  readonly letter: string;
  readonly oldName: FileName;
  readonly name: FileName;
}

export async function listChanges(
  git: Git,
  from: string,
  to: string,
  { offset, most, isListed = () => true }: WhichChanges,
): Promise<Changes> {
  const compared = ["diff-tree", "-r", "-M", "-l200", "--no-ext-diff", "--no-textconv"];
  const [raw, numbers] = await Promise.all([
    git.output([...compared, "-z", "--raw", from, to]),
    git.output([...compared, "-z", "--numstat", from, to]),
  ]);
  const changed = readRaw(fileNames(raw)).filter(({ name }) => isListed(readableName(name)));
  const counts = readCounts(numbers);
  const sum = (of: "added" | "removed") =>
    changed.reduce((lines, { name }) => lines + (counts.get(name)?.[of] ?? 0), 0);
  const listed = changed.slice(offset, offset + most);
  const all = {
    ...{
      added: sum("added"),
      removed: sum("removed"),
      truncatedCount: changed.length - offset - listed.length,
    },
    paths: [...new Set(changed.flatMap(({ oldName, name }) => [oldName, name]).map(readableName))],
  };
  if (listed.length === 0) return { ...all, files: [], truncatedCount: 0 };
  // A change between a file and a link produces two diffs; every other file has one, in order.
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
    { maxBytes: limits.diffBytes },
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
  return { ...all, files };
}

function readRaw(fields: readonly string[]): Changed[] {
  const changed: Changed[] = [];
  for (let at = 0; at + 1 < fields.length; ) {
    const letter = (fields[at++] as string).split(" ")[4]?.[0] ?? "M";
    const oldName = fields[at++] as FileName;
    const name = letter === "R" ? (fields[at++] as FileName) : oldName;
    changed.push({ letter, oldName, name });
  }
  return changed;
}

function statusOf(letter: string): ChangedFile["status"] {
  if (letter === "A") return "added";
  if (letter === "D") return "deleted";
  return letter === "R" ? "renamed" : "modified";
}

/** Added and removed lines, by the new name. Binary files have none. */
function readCounts(output: Buffer): Map<FileName, { added: number; removed: number }> {
  const counts = new Map<FileName, { added: number; removed: number }>();
  const fields = output.toString("latin1").split("\0");
  for (let at = 0; at + 1 < fields.length; ) {
    const [, added = "-", removed = "-", only = ""] =
      /^(\S+)\t(\S+)\t(.*)$/s.exec(fields[at++] as string) ?? [];
    // For a renamed file, the two names follow.
    if (only === "") at++;
    const name = only === "" ? (fields[at++] as FileName) : only;
    if (added !== "-") counts.set(name, { added: Number(added), removed: Number(removed) });
  }
  return counts;
}
