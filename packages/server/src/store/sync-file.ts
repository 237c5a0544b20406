import { closeSync, fsyncSync, openSync } from "node:fs";

/** Waits until a file, or the names in a folder, are on the disk. */
export function syncFile(file: string): void {
  const handle = openSync(file, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
