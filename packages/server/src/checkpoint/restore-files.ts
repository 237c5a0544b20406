import { chmod, lstat, rm, rmdir, unlink } from "node:fs/promises";
import type { Git, GitPlace } from "./git.ts";
import { type FileName, fileNames, foldersAbove, quoted, readableName, systemPath } from "./git-file-name.ts";
import { PlainFolders } from "./inspect-files.ts";
import { readNotes, type Snapshot, type SnapshotNotes } from "./snapshot.ts";

export interface Restored {
  /** Files that were brought back, and files made since that were removed. */
  readonly restored: number;
  readonly removed: number;
  /** Files that were left as they are, because what they hold now could not be brought back again. */
  readonly kept: readonly string[];
  /** Files that differ and were not wanted. */
  readonly left: readonly string[];
}

/** A file that differs between two saved states. */
interface Difference {
  readonly kind: "added" | "changed" | "removed";
  readonly name: FileName;
  /** The mode that git knows in the later one: `100755` is a program, `120000` a link. */
  readonly mode: string;
}

export interface DifferingFile {
  readonly path: string;
  /** What a restore would do to it. */
  readonly restore: "change" | "create" | "delete";
}

/** The files that a restore would change. Those that it could not bring back again are left out: it leaves them alone. */
export async function differingFiles(git: Git, now: Snapshot, hash: string): Promise<DifferingFile[]> {
  const { left } = await readNotes(git, hash);
  const untouchable = new Set([...left, ...now.notes.left]);
  const differences = await compare(git, now.hash, hash);
  return differences
    .filter(({ name }) => !untouchable.has(name))
    .map(({ name, kind }) => ({ path: readableName(name), restore: restores[kind] }));
}

const restores = { added: "create", changed: "change", removed: "delete" } as const;

/** Makes the project's files what they were, as far as it is wanted. `now` is how they are, saved a moment ago. */
export async function restoreFiles(
  git: Git,
  place: GitPlace,
  now: Snapshot,
  hash: string,
  isWanted: (path: string) => boolean,
): Promise<Restored> {
  const then = await readNotes(git, hash);
  const untouchable = new Set([...then.left, ...now.notes.left]);
  const all = await compare(git, now.hash, hash);
  const differences = all.filter(({ name }) => isWanted(readableName(name)));
  const left = all.filter((each) => !differences.includes(each)).map(({ name }) => readableName(name));
  const kept = differences.filter(({ name }) => untouchable.has(name)).map(({ name }) => name);
  const wanted = differences.filter(({ name }) => !untouchable.has(name));
  const removed = await removeFiles(
    place,
    wanted.filter(({ kind }) => kind === "removed"),
  );
  const back = wanted.filter(({ kind }) => kind !== "removed");
  const blocked = await blockedNames(place, back);
  const free = back.filter(({ name }) => !blocked.has(name));
  if (free.length > 0) await writeFiles(git, place, hash, free, then);
  return { restored: free.length, removed, kept: [...kept, ...blocked].map(readableName), left };
}

async function removeFiles({ workTree }: GitPlace, files: readonly Difference[]): Promise<number> {
  const folders = new PlainFolders(workTree);
  let removed = 0;
  for (const { name } of files) {
    if (!(await folders.arePlainAbove(name))) continue;
    await unlink(systemPath(workTree, name)).then(
      () => removed++,
      // Already gone, or a folder took its place: there is nothing to remove.
      () => undefined,
    );
  }
  // Those that are empty now, the innermost first.
  const emptied = new Set(files.flatMap(({ name }) => foldersAbove(name)));
  for (const folder of [...emptied].sort((a, b) => b.length - a.length)) {
    // Folders that still have files stay.
    await rmdir(systemPath(workTree, folder)).catch(() => undefined);
  }
  return removed;
}

/** Where something stands in the way that is not saved: an ignored folder in a file's place, or a file in a folder's. */
async function blockedNames({ workTree }: GitPlace, files: readonly Difference[]): Promise<Set<FileName>> {
  const blocked = new Set<FileName>();
  const isFolder = new Map<FileName, boolean | null>();
  const kindOf = async (name: FileName): Promise<boolean | null> => {
    if (!isFolder.has(name)) {
      // What does not exist is in nobody's way.
      const found = await lstat(systemPath(workTree, name)).catch(() => null);
      isFolder.set(name, found === null ? null : found.isDirectory());
    }
    return isFolder.get(name) ?? null;
  };
  for (const { name } of files) {
    if ((await kindOf(name)) === true) blocked.add(name);
    for (const folder of foldersAbove(name)) if ((await kindOf(folder)) === false) blocked.add(name);
  }
  return blocked;
}

async function writeFiles(
  git: Git,
  { folder, workTree }: GitPlace,
  hash: string,
  files: readonly Difference[],
  notes: SnapshotNotes,
): Promise<void> {
  const indexFile = `${folder}/restore-index`;
  try {
    await git.output(["read-tree", hash], { indexFile });
    const input = files.map(({ name }) => quoted(name));
    await git.output(["checkout-index", "--force", "--quiet", "--stdin"], { indexFile, input });
  } finally {
    await rm(indexFile, { force: true });
  }
  const modes = new Map(notes.modes);
  const plainFiles = files.filter(({ mode }) => mode.startsWith("100"));
  for (const { name, mode } of plainFiles) {
    const usual = mode === "100755" ? notes.program : notes.plain;
    // The content is restored even where the file system has no such modes.
    await chmod(systemPath(workTree, name), modes.get(name) ?? usual).catch(() => undefined);
  }
}

/** What leads from one saved state to another. */
async function compare(git: Git, from: string, to: string): Promise<Difference[]> {
  const fields = fileNames(await git.output(["diff-tree", "-r", "-z", "--no-renames", "--raw", from, to]));
  const differences: Difference[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = "", , , letter = ""] = (fields[at] as string).split(" ");
    const kind = letter === "A" ? "added" : letter === "D" ? "removed" : "changed";
    differences.push({ kind, name: fields[at + 1] as string, mode });
  }
  return differences;
}
