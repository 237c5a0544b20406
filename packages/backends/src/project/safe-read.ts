import type { BigIntStats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { type FileFailure, fileFailure, systemFailure } from "./file-failure.ts";
import type { Place, ProjectFolder } from "./project-folder.ts";
import { readAtMost } from "./read-at-most.ts";
import { openFile } from "./safe-open.ts";

/** Identifies a file and its content: if any field differs, the file was replaced or changed. */
export interface FileState {
  readonly id: string;
  /** Permissions. */
  readonly mode: number;
}

export interface FileContent {
  readonly ok: true;
  readonly bytes: Buffer;
  readonly state: FileState;
}

/** Reads a whole file, up to a maximum size. */
export async function safeRead(
  project: ProjectFolder,
  place: Place,
  mostBytes: number,
): Promise<FileContent | FileFailure> {
  return withFile(project, place, async (file) => {
    const found = await file.stat({ bigint: true });
    if (found.size > BigInt(mostBytes)) {
      return fileFailure("too_large", `${place.shown} has ${found.size} bytes. The limit is ${mostBytes}.`);
    }
    const bytes = await readAtMost(file, mostBytes);
    if (bytes === null)
      return fileFailure("too_large", `${place.shown} grew past the limit of ${mostBytes} bytes.`);
    return { ok: true, bytes, state: stateOf(found) };
  });
}

/** Opens a regular file while `use` runs. */
export async function withFile<T>(
  project: ProjectFolder,
  place: Place,
  use: (file: FileHandle) => Promise<T>,
): Promise<T | FileFailure> {
  let file: FileHandle | null = null;
  try {
    file = await openFile(project, place.path);
    const found = await file.stat();
    if (found.isDirectory()) return fileFailure("is_folder", `${place.shown} is a folder. Use LS.`);
    if (!found.isFile()) return fileFailure("not_a_file", `${place.shown} is not a regular file.`);
    return await use(file);
  } catch (error) {
    return systemFailure(place.shown, error);
  } finally {
    await file?.close();
  }
}

export function stateOf(stats: BigIntStats): FileState {
  const { dev, ino, size, mtimeNs } = stats;
  return { id: [dev, ino, size, mtimeNs].join(":"), mode: Number(stats.mode & 0o7777n) };
}
