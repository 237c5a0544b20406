import { chmodSync, closeSync, mkdirSync, openSync } from "node:fs";

/** Only the owner may read the content of a log. */

export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
}

/**
 * Makes sure that the file exists and is readable only by its owner. An existing file is not opened, because closing it
 * would release the locks that this process may hold on it.
 */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  chmodSync(file, 0o600);
}
