import { createReadStream } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { NativeHistory } from "@polylog/core";
import { isRecord } from "../connection/native-line.ts";
import { LineSplitter } from "../process/split-lines.ts";
import { limits } from "./limits.ts";

/** Reads sessions that are stored as one JSON-lines file each. */

type Value = Readonly<Record<string, unknown>>;

export interface SessionFile {
  readonly file: string;
  readonly updatedTs: number;
}

/** The possible session files in a folder, newest first. Empty if the folder does not exist. */
export async function sessionFiles(folder: string): Promise<SessionFile[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".jsonl"));
  const found = await Promise.all(names.map((name) => look(path.join(folder, name))));
  return found.flat().sort((a, b) => b.updatedTs - a.updatedTs);
}

async function look(file: string): Promise<SessionFile[]> {
  // It may have been removed since its folder was listed.
  const found = await stat(file).catch(() => null);
  // Only regular files: others may be endless.
  return found?.isFile() === true ? [{ file, updatedTs: Math.round(found.mtimeMs) }] : [];
}

/** The complete lines at the beginning of a file. */
export async function headOf(file: string): Promise<Value[]> {
  // A removed or unreadable file has no lines.
  const handle = await open(file).catch(() => null);
  if (handle === null) return [];
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(limits.headBytes) });
    const lines = new LineSplitter().push(buffer.subarray(0, bytesRead));
    return lines.map(({ text }) => parse(text)).filter((value) => value !== null);
  } finally {
    await handle.close();
  }
}

export type ReadLines =
  | { readonly ok: true; readonly broken: number }
  | Extract<NativeHistory, { readonly ok: false }>;

/** Passes each line of a file to `take` and counts the unreadable ones. The last line may be incomplete. */
export async function readLines(file: string, take: (value: Value) => void): Promise<ReadLines> {
  // Missing and unreadable files are reported the same way, right below.
  const found = await stat(file).catch(() => null);
  if (found?.isFile() !== true) return { ok: false, code: "not_found", message: "Session not found." };
  if (found.size > limits.fileBytes) {
    const most = limits.fileBytes / 1024 / 1024;
    const size = Math.ceil(found.size / 1024 / 1024);
    const message = `The session is too large to import: ${size} MB. The limit is ${most} MB.`;
    return { ok: false, code: "too_large", message };
  }
  const splitter = new LineSplitter();
  let broken = 0;
  const takeText = (text: string, isWhole: boolean) => {
    if (text.trim() === "") return;
    const value = isWhole ? parse(text) : null;
    if (value === null) broken += 1;
    else take(value);
  };
  try {
    for await (const chunk of createReadStream(file, { end: limits.fileBytes })) {
      for (const { text, truncated } of splitter.push(chunk as Buffer)) takeText(text, !truncated);
    }
  } catch (error) {
    return { ok: false, code: "unreadable", message: `Cannot read the session: ${String(error)}` };
  }
  for (const { text } of splitter.end()) if (parse(text) !== null) takeText(text, true);
  return { ok: true, broken };
}

function parse(text: string): Value | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    // The caller counts unreadable lines and reports them.
    return null;
  }
}
