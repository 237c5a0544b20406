import { readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { type FileFailure, fileFailure } from "../../project/file-failure.ts";
import { type Place, ProjectFolder } from "../../project/project-folder.ts";
import { inFolder } from "../../project/safe-open.ts";
import { stateOf, withFile } from "../../project/safe-read.ts";
import { limits } from "./limits.ts";

/** A file's text, or its beginning. */
export interface TextFile {
  readonly ok: true;
  /** Its real path. */
  readonly path: string;
  readonly shown: string;
  readonly text: string;
  /** Whether the file is longer than `text`. */
  readonly isCut: boolean;
}

/** A source of instructions: a project or the user's configuration folder. */
export interface TextFiles {
  read(file: string): Promise<TextFile | FileFailure>;
  /** The sorted names in a folder. Empty if the folder does not exist. */
  names(folder: string): Promise<readonly string[]>;
}

/** The files of a project. Files outside of it are never read, even through links. */
export function projectFiles(project: ProjectFolder): TextFiles {
  return {
    read: async (file) => {
      const place = await project.resolve(file);
      return place.ok ? readPlace(project, place) : fileFailure(place.code, place.message);
    },
    names: async (folder) => {
      const place = await project.resolve(folder);
      return place.ok ? namesIn(project, place.path) : [];
    },
  };
}

/** The user's own files, which may be links to other places. */
export function ownFiles(folder: string): TextFiles {
  // A missing file and a broken link mean the same: no instructions.
  const real = (file: string) => realpath(path.join(folder, file)).catch(() => null);
  return {
    read: async (file) => {
      const found = await real(file);
      const shown = path.join(folder, file);
      if (found === null) return fileFailure("not_found", `${shown} does not exist.`);
      return readPlace(await ProjectFolder.open(path.dirname(found)), { ok: true, path: found, shown });
    },
    names: async (inside) => {
      const found = await real(inside);
      return found === null ? [] : namesIn(await ProjectFolder.open(path.dirname(found)), found);
    },
  };
}

async function namesIn(project: ProjectFolder, folder: string): Promise<readonly string[]> {
  try {
    return (await inFolder(project, folder, (open) => readdir(open))).sort();
  } catch {
    // Most projects do not have this folder.
    return [];
  }
}

interface Remembered {
  readonly id: string;
  readonly text: string;
  readonly isCut: boolean;
}

/** By real path. The least recently used entry is dropped first. */
const remembered = new Map<string, Remembered>();

async function readPlace(project: ProjectFolder, place: Place): Promise<TextFile | FileFailure> {
  const known = remembered.get(place.path);
  remembered.delete(place.path);
  if (known !== undefined && known.id === (await idOf(place.path))) {
    remembered.set(place.path, known);
    return { ok: true, path: place.path, shown: place.shown, text: known.text, isCut: known.isCut };
  }
  const read = await withFile(project, place, async (file) => {
    const found = await file.stat({ bigint: true });
    const bytes = Buffer.alloc(Math.min(Number(found.size), limits.fileBytes));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return { ok: true, bytes: bytes.subarray(0, bytesRead), found } as const;
  });
  if (!read.ok) return read;
  if (read.bytes.includes(0)) return fileFailure("not_text", `${place.shown} is not a text file.`);
  const { id } = stateOf(read.found);
  const isCut = read.found.size > BigInt(read.bytes.length);
  const text = new TextDecoder().decode(read.bytes).replaceAll("\r\n", "\n");
  if (isSettled(Number(read.found.mtimeMs))) remember(place.path, { id, text, isCut });
  return { ok: true, path: place.path, shown: place.shown, text, isCut };
}

async function idOf(file: string): Promise<string | null> {
  try {
    return stateOf(await stat(file, { bigint: true })).id;
  } catch {
    // Missing: nothing is cached for it.
    return null;
  }
}

function remember(file: string, content: Remembered): void {
  remembered.set(file, content);
  const [oldest] = remembered.keys();
  if (remembered.size > limits.rememberedFiles && oldest !== undefined) remembered.delete(oldest);
}

/** File systems have coarse clocks: two changes within one tick have the same modification time. */
export function isSettled(mtimeMs: number): boolean {
  return Math.abs(Date.now() - mtimeMs) > limits.freshMs;
}
