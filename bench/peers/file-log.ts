import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from "node:fs";
import type { PolylogEvent } from "@polylog/core";

/** The lower limit: appends the lines to a file and waits for the disk. */
export function appendToFile(file: string, events: readonly PolylogEvent[], batch: number) {
  const handle = openSync(file, "a");
  const lines = events.map((event) => `${JSON.stringify(event)}\n`);
  const began = performance.now();
  for (let start = 0; start < lines.length; start += batch) {
    writeSync(handle, lines.slice(start, start + batch).join(""));
    fdatasyncSync(handle);
  }
  const ms = performance.now() - began;
  closeSync(handle);
  return { ms, file };
}

export function linesOfFile({ file }: { readonly file: string }): string[] {
  return readFileSync(file, "utf8").trimEnd().split("\n");
}
