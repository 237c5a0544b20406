import { createHash } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { type FileHandle, lstat } from "node:fs/promises";
import { limits } from "./limits.ts";
import type { ProjectFolder } from "./project-folder.ts";
import { openFile } from "./safe-open.ts";

export interface FileHash {
  readonly sha256: string;
  readonly bytes: number;
}

interface Remembered extends FileHash {
  readonly state: string;
}

/** Cached file hashes. A file is read again only if its size, times or inode changed. */
export class FileHashes {
  private readonly remembered = new Map<string, Remembered>();

  /** Null if it is not a regular file or has more than `mostBytes`. Rejects with the system's errors. */
  async of(project: ProjectFolder, real: string, mostBytes: number): Promise<FileHash | null> {
    const known = this.remembered.get(real);
    if (known !== undefined && known.bytes <= mostBytes) {
      if (known.state === stateOf(await lstat(real, { bigint: true }))) return known;
    }
    const file = await openFile(project, real);
    try {
      const found = await file.stat({ bigint: true });
      if (!found.isFile() || found.size > BigInt(mostBytes)) return null;
      return await this.read(file, real, found, mostBytes);
    } finally {
      await file.close();
    }
  }

  private async read(
    file: FileHandle,
    real: string,
    before: BigIntStats,
    mostBytes: number,
  ): Promise<FileHash | null> {
    const hash = await hashOf(file, mostBytes);
    if (hash === null) return null;
    const state = stateOf(before);
    this.remembered.delete(real);
    if (isSettled(before) && state === stateOf(await file.stat({ bigint: true })))
      this.remembered.set(real, { ...hash, state });
    const [oldest] = this.remembered.keys();
    if (this.remembered.size > limits.rememberedHashes && oldest !== undefined)
      this.remembered.delete(oldest);
    return hash;
  }
}

/** Reads in chunks, because a plugin may be large. */
async function hashOf(file: FileHandle, mostBytes: number): Promise<FileHash | null> {
  const hash = createHash("sha256");
  const piece = Buffer.allocUnsafe(limits.pieceBytes);
  for (let bytes = 0; bytes <= mostBytes; ) {
    const { bytesRead } = await file.read(piece, 0, piece.length, null);
    if (bytesRead === 0) return { sha256: hash.digest("hex"), bytes };
    hash.update(piece.subarray(0, bytesRead));
    bytes += bytesRead;
  }
  return null;
}

function stateOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(":");
}

/** File systems have coarse clocks: two quick changes may have the same times. */
function isSettled({ ctimeMs }: BigIntStats): boolean {
  return Math.abs(Date.now() - Number(ctimeMs)) > limits.freshMs;
}
