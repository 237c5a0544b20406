import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from "node:fs";

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK, O_WRONLY, O_CREAT, O_EXCL } = constants;
const PIECE_BYTES = 1024 * 1024;

/** The path is a link, a folder, a pipe or a device. */
export class NotRegularFile extends Error {}

/** Opens a regular file: no link, no pipe that would block, and no endless device. */
export function openRegularFile(file: string): number {
  let handle: number;
  try {
    handle = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ELOOP") throw error;
    throw new NotRegularFile("it is a symbolic link. Use the path of the file itself.");
  }
  if (fstatSync(handle).isFile()) return handle;
  closeSync(handle);
  throw new NotRegularFile("it is not a regular file. Choose another one.");
}

/** Copies a regular file to a new file that only its owner can read. */
export function copyRegularFile(from: string, to: string): void {
  const source = openRegularFile(from);
  try {
    const target = openSync(to, O_WRONLY | O_CREAT | O_EXCL, 0o600);
    try {
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      for (;;) {
        const read = readSync(source, piece);
        if (read === 0) return;
        for (let at = 0; at < read; ) at += writeSync(target, piece, at, read - at);
      }
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}
