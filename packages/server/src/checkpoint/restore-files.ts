import { chmod, lstat, rm, rmdir, unlink } from "node:fs/promises";
import type { Git, GitPlace } from "./git.ts";
import { type FileName, fileNames, foldersAbove, quoted, readableName, systemPath } from "./git-file-name.ts";
import { PlainFolders } from "./inspect-files.ts";
import { readNotes, type Snapshot, type SnapshotNotes } from "./snapshot.ts";

export interface Restored {
  /** Restored files, and deleted files that were created since. */
  readonly restored: number;
  readonly removed: number;
  /** Files that were not changed because their current content could not be restored later. */
  readonly kept: readonly string[];
  /** Files that differ but were not requested. */
  readonly left: readonly string[];
}

/** A file that differs between two saved states. */
interface Difference {
  readonly kind: "added" | "changed" | "removed";
  readonly name: FileName;
  /** The git file mode in the later state: `100755` is an executable, `120000` a link. */
  readonly mode: string;
}

export interface DifferingFile {
  readonly path: string;
  /** The effect of a restore on it. */
  readonly restore: "change" | "create" | "delete";
}

/** The files that a restore would change. Files whose current content could not be restored are left out. */
export async function differingFiles(git: Git, now: Snapshot, hash: string): Promise<DifferingFile[]> {
  const { left } = await readNotes(git, hash);
  const untouchable = new Set([...left, ...now.notes.left]);
  const differences = await compare(git, now.hash, hash);
  return differences
    .filter(({ name }) => !untouchable.has(name))
    .map(({ name, kind }) => ({ path: readableName(name), restore: restores[kind] }));
}

const restores = { added: "create", changed: "change", removed: "delete" } as const;

/** Restores the requested files. `now` is the current state, saved just before. */
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
      // Already deleted or replaced by a folder, so there is nothing to delete.
      () => undefined,
    );
  }
  // Folders that are empty now, innermost first.
  const emptied = new Set(files.flatMap(({ name }) => foldersAbove(name)));
  for (const folder of [...emptied].sort((a, b) => b.length - a.length)) {
    // Folders that still contain files stay.
    await rmdir(systemPath(workTree, folder)).catch(() => undefined);
  }
  return removed;
}

/** Names blocked by something that is not saved: an ignored folder with a file's name, or a file with a folder's name. */
async function blockedNames({ workTree }: GitPlace, files: readonly Difference[]): Promise<Set<FileName>> {
  const blocked = new Set<FileName>();
  const isFolder = new Map<FileName, boolean | null>();
  const kindOf = async (name: FileName): Promise<boolean | null> => {
    if (!isFolder.has(name)) {
      // A missing file blocks nothing.
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
    // The content is restored even if the file system does not support these modes.
    await chmod(systemPath(workTree, name), modes.get(name) ?? usual).catch(() => undefined);
  }
}

/** The differences from one saved state to another. */
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
