import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { type PolylogEvent, parseEvent } from "@polylog/core";
import { z } from "zod";
import { PolylogError } from "../../errors.ts";

/** What `export` wrote: a session's events, and the large outputs that they speak of. */
export interface Exported {
  readonly events: readonly PolylogEvent[];
  readonly blobs: readonly { readonly id: string; readonly text: string }[];
}

const blobLine = z.strictObject({ blob: z.strictObject({ id: z.string(), text: z.string() }) });

export async function readExportFile(file: string): Promise<Exported> {
  try {
    const lines = createInterface({ input: createReadStream(file, "utf8"), crlfDelay: Infinity });
    return await readExport(lines, file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new PolylogError("file_not_found", `There is no file ${file}.`);
    if (error instanceof PolylogError) throw error;
    throw new PolylogError("bad_file", `${file} cannot be read: ${message}.`);
  }
}

/** All of it is checked before anything is done with it; a fault is told with its line. */
export async function readExport(
  lines: Iterable<string> | AsyncIterable<string>,
  file: string,
): Promise<Exported> {
  const events: PolylogEvent[] = [];
  const blobs: { id: string; text: string }[] = [];
  let line = 0;
  const fault = (reason: string) =>
    new PolylogError("bad_file", `${file}:${line}: ${reason} Nothing was imported.`);
  for await (const written of lines) {
    line += 1;
    if (written.trim() === "") continue;
    const blob = written.startsWith('{"blob":') ? readBlobLine(written) : null;
    if (blob !== null) {
      blobs.push(blob);
      continue;
    }
    const parsed = parseEvent(written);
    if (!parsed.ok) {
      const where = parsed.error.path.length === 0 ? "" : `${parsed.error.path.join(".")}: `;
      throw fault(`This is no event: ${where}${parsed.error.reason.replace(/\.?$/, ".")}`);
    }
    const { event } = parsed;
    const before = events.at(-1);
    if (before !== undefined && event.sessionId !== before.sessionId) {
      throw fault("This event belongs to another session than those before it.");
    }
    if (before !== undefined && event.seq <= before.seq) {
      throw fault(`Event ${event.seq} cannot come after event ${before.seq}.`);
    }
    events.push(event);
  }
  if (events.length === 0)
    throw new PolylogError("bad_file", `${file} holds no events. Nothing was imported.`);
  return { events, blobs };
}

function readBlobLine(line: string): { id: string; text: string } | null {
  try {
    return blobLine.safeParse(JSON.parse(line)).data?.blob ?? null;
  } catch {
    return null;
  }
}
