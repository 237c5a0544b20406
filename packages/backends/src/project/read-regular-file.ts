import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { readAtMost } from "./read-at-most.ts";

/**
 * Reads the text of any file. Rejects with the system's errors, and if it is not a regular file or is too large. Never
 * blocks: a pipe without a writer would hold the caller forever, and one of the few threads that read files.
 */
export async function readRegularFile(file: string, mostBytes: number): Promise<string> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!(await handle.stat()).isFile()) throw new Error(`${file} is not a regular file`);
    const bytes = await readAtMost(handle, mostBytes);
    if (bytes === null) throw new Error(`${file} is larger than ${mostBytes} bytes`);
    return bytes.toString("utf8");
  } finally {
    await handle.close();
  }
}
