import { createReadStream, fstatSync } from "node:fs";
import { LineSplitter } from "@polylog/backends/split-lines";
import { type PolylogEvent, parseEvent } from "@polylog/core";
import { z } from "zod";
import { limits } from "../../limits.ts";
import { PolylogError } from "../../polylog-error.ts";
import { NotRegularFile, openRegularFile } from "../../store/files/regular-file.ts";

/** A large output that events of an export refer to. */
export interface ExportedBlob {
  readonly id: string;
  readonly text: string;
}

const MEGABYTE = 1024 * 1024;
const blobLine = z.strictObject({ blob: z.strictObject({ id: z.string(), text: z.string() }) });

/** Reads an exported file: returns its events, and passes each large output to `onBlob` as it is read. */
export async function readExportFile(
  file: string,
  onBlob: (blob: ExportedBlob) => Promise<void>,
): Promise<readonly PolylogEvent[]> {
  const reader = new ExportReader(file, onBlob);
  try {
    const splitter = new LineSplitter(limits.import.lineBytes, 0);
    const fd = openRegularFile(file);
    // Reads one byte more than the limit to detect a larger file, which may also grow while it is read.
    const stream = createReadStream(file, { fd, end: limits.import.fileBytes });
    if (fstatSync(fd).size > limits.import.fileBytes) {
      stream.destroy();
      throw tooLarge(file);
    }
    for await (const chunk of stream) {
      for (const line of splitter.push(chunk as Buffer)) await reader.take(line);
      if (splitter.isCut) reader.refuseLength();
      if (stream.bytesRead > limits.import.fileBytes) throw tooLarge(file);
    }
    for (const line of splitter.end()) await reader.take(line);
  } catch (error) {
    if (error instanceof PolylogError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT")
      throw new PolylogError("file_not_found", `File not found: ${file}. Check the path.`);
    // Other errors may quote the file's content.
    const why = error instanceof NotRegularFile ? error.message : `it cannot be read (${code ?? "unknown"}).`;
    throw new PolylogError("bad_file", `${file} cannot be imported: ${why}`);
  }
  return reader.end();
}

/**
 * Validates each line before its event is used. Errors state the line number and a reason, but never quote the file, which
 * may be any file of this machine.
 */
export class ExportReader {
  private readonly file: string;
  private readonly onBlob: (blob: ExportedBlob) => Promise<void>;
  private readonly events: PolylogEvent[] = [];
  private eventBytes = 0;
  private line = 0;

  constructor(file: string, onBlob: (blob: ExportedBlob) => Promise<void>) {
    this.file = file;
    this.onBlob = onBlob;
  }

  async take({ text, bytes, truncated }: { text: string; bytes: number; truncated: boolean }): Promise<void> {
    if (truncated) this.refuseLength();
    this.line += 1;
    if (text.trim() === "") return;
    const blob = text.startsWith('{"blob":') ? readBlobLine(text) : null;
    if (blob !== null) return this.onBlob(blob);
    const parsed = parseEvent(text);
    if (!parsed.ok) throw this.fault(`the line is not an event (${parsed.error.code}).`);
    const before = this.events.at(-1);
    if (before !== undefined && parsed.event.sessionId !== before.sessionId)
      throw this.fault("the event belongs to a different session than the previous events.");
    if (before !== undefined && parsed.event.seq <= before.seq)
      throw this.fault(`event ${parsed.event.seq} cannot follow event ${before.seq}.`);
    this.events.push(parsed.event);
    this.eventBytes += bytes;
    if (this.events.length > limits.import.events || this.eventBytes > limits.import.eventBytes) {
      const most = `${limits.import.events} events or ${limits.import.eventBytes / MEGABYTE} MB of them`;
      throw this.fault(`the session has more than ${most}, which is the limit.`);
    }
  }

  /** The next line is longer than the limit. */
  refuseLength(): never {
    this.line += 1;
    throw this.fault(`the line is longer than ${limits.import.lineBytes / MEGABYTE} MB.`);
  }

  end(): readonly PolylogEvent[] {
    if (this.events.length > 0) return this.events;
    throw new PolylogError("bad_file", `${this.file} contains no events. Nothing was imported.`);
  }

  private fault(reason: string): PolylogError {
    return new PolylogError("bad_file", `${this.file}:${this.line}: ${reason} Nothing was imported.`);
  }
}

function tooLarge(file: string): PolylogError {
  const most = limits.import.fileBytes / MEGABYTE;
  return new PolylogError("bad_file", `${file} is larger than ${most} MB. Nothing was imported.`);
}

function readBlobLine(line: string): ExportedBlob | null {
  try {
    return blobLine.safeParse(JSON.parse(line)).data?.blob ?? null;
  } catch {
    return null;
  }
}
