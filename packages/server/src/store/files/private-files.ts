import { chmodSync, closeSync, mkdirSync, openSync } from "node:fs";

/** What a log holds is for its owner alone. */

export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
}

/**
 * Makes sure that the file exists and that only its owner can read it. A file that exists is not opened: closing it
 * would drop the locks that this process may hold on it.
 */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  chmodSync(file, 0o600);
}
