import { closeSync, fsyncSync, openSync } from "node:fs";
import { open } from "node:fs/promises";

/** Waits until a file, or the entries of a folder, are on the disk. */
export function syncFile(file: string): void {
  const handle = openSync(file, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** The same for a large file, without blocking. */
export async function syncLargeFile(file: string): Promise<void> {
  const handle = await open(file, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
