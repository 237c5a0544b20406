import { z } from "zod";
import type { Git, GitPlace } from "./git.ts";
import { type FileName, fileNames, quoted } from "./git-file-name.ts";
import { type InspectedFile, inspectFiles } from "./inspect-files.ts";
import { limits } from "./limits.ts";

/** Details that git cannot store of a saved state, kept in its commit message. */
const notes = z.object({
  /** Files that exist but were not saved because they are too large or unreadable. */
  left: z.array(z.string()),
  /** Permissions of most files, of most executables, and of the exceptions. */
  plain: z.int(),
  program: z.int(),
  modes: z.array(z.tuple([z.string(), z.int()])),
});

export type SnapshotNotes = z.infer<typeof notes>;

export interface Snapshot {
  readonly hash: string;
  readonly notes: SnapshotNotes;
}

/** The project is too large to be saved. */
export class TooLarge extends Error {
  readonly code: "too_many_files" | "too_large";

  constructor(code: TooLarge["code"], message: string) {
    super(message);
    this.name = "TooLarge";
    this.code = code;
  }
}

/** Whether the files still match the last snapshot, which is the state of the index. */
export async function isUnchanged(
  git: Git,
  { workTree }: GitPlace,
  { notes: { left } }: Snapshot,
): Promise<boolean> {
  const [changed, listed] = await Promise.all([
    git.output(["diff-files", "-z", "--name-only"]),
    git.output(["ls-files", "-z", "--others", "--exclude-standard"]),
  ]);
  if (changed.length > 0) return false;
  const others = fileNames(listed).filter((name) => !name.endsWith("/"));
  if (others.length !== left.length) return false;
  return (await inspectFiles(workTree, others)).every(
    ({ name, state }) => state === "left" && left.includes(name),
  );
}

/** Saves the project's current files. Identical states always have the same hash. */
export async function takeSnapshot(git: Git, { workTree }: GitPlace): Promise<Snapshot> {
  const listed = fileNames(
    await git.output(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]),
  );
  const ignored = new Set(
    fileNames(await git.output(["ls-files", "-z", "--cached", "--ignored", "--exclude-standard"])),
  );
  // A nested repository is listed as a folder. Its files are not saved.
  const names = listed.filter((name) => !name.endsWith("/") && !ignored.has(name));
  if (names.length > limits.files) {
    throw new TooLarge("too_many_files", `The project has more than ${limits.files} files.`);
  }
  const seen = await inspectFiles(workTree, names);
  if (seen.reduce((sum, { state, size }) => sum + (state === "file" ? size : 0), 0) > limits.totalBytes) {
    throw new TooLarge("too_large", `The project's files have more than ${limits.totalBytes} bytes.`);
  }
  const out = [...ignored, ...seen.filter(isOut).map(({ name }) => name)];
  if (out.length > 0) {
    await git.output(["update-index", "--force-remove", "--stdin"], { input: out.map(quoted) });
  }
  const saved = seen.filter((file) => !isOut(file));
  await git.output(["update-index", "--add", "--remove", "--replace", "--stdin"], {
    input: saved.map(({ name }) => quoted(name)),
  });
  const tree = await git.text(["write-tree"]);
  const written = notesOf(seen);
  const hash = await git.text(["commit-tree", "-F", "-", tree], { input: [JSON.stringify(written)] });
  return { hash, notes: written };
}

export async function readNotes(git: Git, hash: string): Promise<SnapshotNotes> {
  const commit = (await git.output(["cat-file", "commit", hash])).toString("utf8");
  return notes.parse(JSON.parse(commit.slice(commit.indexOf("\n\n") + 2)));
}

function isOut({ state }: InspectedFile): boolean {
  return state === "gone" || state === "left";
}

function notesOf(seen: readonly InspectedFile[]): SnapshotNotes {
  const files = seen.filter(({ state }) => state === "file");
  const plain = mostCommon(
    files.filter((file) => !isProgram(file)),
    0o644,
  );
  const program = mostCommon(files.filter(isProgram), 0o755);
  return {
    left: seen.filter(({ state }) => state === "left").map(({ name }) => name),
    plain,
    program,
    modes: files
      .filter((file) => file.mode !== (isProgram(file) ? program : plain))
      .map(({ name, mode }): [FileName, number] => [name, mode]),
  };
}

/** Whether git treats the file as executable. */
function isProgram({ mode }: InspectedFile): boolean {
  return (mode & 0o100) !== 0;
}

function mostCommon(files: readonly InspectedFile[], usual: number): number {
  const counts = new Map<number, number>();
  for (const { mode } of files) counts.set(mode, (counts.get(mode) ?? 0) + 1);
  const [[mode] = [usual]] = [...counts].sort(([a, many], [b, few]) => few - many || a - b);
  return mode;
}
