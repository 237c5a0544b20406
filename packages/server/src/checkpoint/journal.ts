import { appendFile, readFile, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { PolylogError } from "../polylog-error.ts";
import { limits } from "./limits.ts";

/**
 * The history of file changes in a project, in order. It is stored with the project's checkpoints and deleted with
 * them.
 */
const line = z.discriminatedUnion("kind", [
  /** The project was saved: for a run before its first change, or before files were restored. */
  z.object({
    kind: z.literal("saved"),
    sessionId: z.string(),
    runId: z.string().nullable(),
    hash: z.string(),
  }),
  /** A run ended with these changes, or the files were restored, which belongs to no run. */
  z.object({
    kind: z.literal("changed"),
    sessionId: z.string(),
    runId: z.string().nullable(),
    paths: z.array(z.string()),
    /** More files changed than are listed. */
    more: z.boolean(),
  }),
]);

export type JournalLine = z.infer<typeof line>;

export async function readJournal(folder: string): Promise<JournalLine[]> {
  const text = await readFile(fileIn(folder), "utf8").catch(emptyIfAbsent(folder, ""));
  return text.split("\n").flatMap((written) => {
    try {
      return [line.parse(JSON.parse(written))];
    } catch {
      // The server was killed while writing its last line.
      return [];
    }
  });
}

export async function writeJournal(folder: string, next: JournalLine): Promise<void> {
  // The first line creates the file.
  const { size } = await stat(fileIn(folder)).catch(emptyIfAbsent(folder, { size: 0 }));
  if (size > limits.journalBytes) await replaceJournal(folder, await readJournal(folder));
  // Starting with a newline also terminates a line that was cut off.
  await appendFile(fileIn(folder), `\n${JSON.stringify(next)}`, { mode: 0o600 });
}

/** A missing journal has no lines. An unreadable journal must not be replaced by an empty one. */
function emptyIfAbsent<T>(folder: string, empty: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === "ENOENT") return empty;
    const file = fileIn(folder);
    const message = `Cannot read the record of file changes ${file} (${error.code}). Make it readable and retry.`;
    throw new PolylogError("checkpoint_unavailable", message, { file }, error);
  };
}

/** Keeps the lines of other sessions. */
export async function forgetInJournal(folder: string, sessionId: string): Promise<void> {
  await replaceJournal(
    folder,
    (await readJournal(folder)).filter((each) => each.sessionId !== sessionId),
  );
}

async function replaceJournal(folder: string, lines: readonly JournalLine[]): Promise<void> {
  const text = newestOf(lines);
  await writeFile(`${fileIn(folder)}.new`, text, { mode: 0o600 });
  await rename(`${fileIn(folder)}.new`, fileIn(folder));
}

/** The newest lines, up to half of the file's size limit. */
function newestOf(lines: readonly JournalLine[]): string {
  const kept: string[] = [];
  let bytes = 0;
  for (const each of lines.toReversed()) {
    const text = `\n${JSON.stringify(each)}`;
    bytes += Buffer.byteLength(text);
    if (bytes > limits.journalBytes / 2) break;
    kept.push(text);
  }
  return kept.reverse().join("");
}

function fileIn(folder: string): string {
  return path.join(folder, "journal.jsonl");
}
