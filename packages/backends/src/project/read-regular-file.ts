import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { readAtMost } from "./read-at-most.ts";

/**
 * The text of a file, wherever it is. Rejects as the system does, and where it is no ordinary file or a larger one. Never
 * waits: a pipe without a writer would hold the caller for good, and with it one of the few threads that read files.
 */
export async function readRegularFile(file: string, mostBytes: number): Promise<string> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!(await handle.stat()).isFile()) throw new Error(`${file} is no ordinary file`);
    const bytes = await readAtMost(handle, mostBytes);
    if (bytes === null) throw new Error(`${file} has more than ${mostBytes} bytes`);
    return bytes.toString("utf8");
  } finally {
    await handle.close();
  }
}
