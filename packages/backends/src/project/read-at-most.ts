import type { FileHandle } from "node:fs/promises";

/** Reads a file from its current position. Null if there is more than `most`: a file may grow while it is read. */
export async function readAtMost(file: FileHandle, most: number): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let total = 0;
  for (;;) {
    const piece = Buffer.allocUnsafe(Math.min(256 * 1024, most + 1 - total));
    const { bytesRead } = await file.read(piece, 0, piece.length, null);
    if (bytesRead === 0) return Buffer.concat(pieces, total);
    pieces.push(piece.subarray(0, bytesRead));
    total += bytesRead;
    if (total > most) return null;
  }
}
