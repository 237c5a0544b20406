import { createReadStream } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { NativeHistory } from "@polylog/core";
import { isRecord } from "../connection/native-line.ts";
import { LineSplitter } from "../process/split-lines.ts";
import { limits } from "./limits.ts";

/** Sessions that are files of JSON lines, one each. */

type Value = Readonly<Record<string, unknown>>;

export interface SessionFile {
  readonly file: string;
  readonly updatedTs: number;
}

/** The files of a folder that can be sessions, the newest first. None where there is no folder. */
export async function sessionFiles(folder: string): Promise<SessionFile[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".jsonl"));
  const found = await Promise.all(names.map((name) => look(path.join(folder, name))));
  return found.flat().sort((a, b) => b.updatedTs - a.updatedTs);
}

async function look(file: string): Promise<SessionFile[]> {
  // It may have been removed since its folder was listed.
  const found = await stat(file).catch(() => null);
  // What is no file may have no end.
  return found?.isFile() === true ? [{ file, updatedTs: Math.round(found.mtimeMs) }] : [];
}

/** The whole lines at a file's beginning. */
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

/** Gives each line of a file to `take`, and says how many could not be read. The last may have been cut by an end. */
export async function readLines(file: string, take: (value: Value) => void): Promise<ReadLines> {
  // Missing and unreadable are reported alike, right below.
  const found = await stat(file).catch(() => null);
  if (found?.isFile() !== true) return { ok: false, code: "not_found", message: "There is no such session." };
  if (found.size > limits.fileBytes) {
    const most = limits.fileBytes / 1024 / 1024;
    const size = Math.ceil(found.size / 1024 / 1024);
    const message = `The session is too large to be taken over: ${size} MB, and at most ${most} MB are read.`;
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
    return { ok: false, code: "unreadable", message: `The session cannot be read: ${String(error)}` };
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
