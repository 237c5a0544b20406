import { readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { type FileFailure, fileFailure } from "../../project/file-failure.ts";
import { type Place, ProjectFolder } from "../../project/project-folder.ts";
import { inFolder } from "../../project/safe-open.ts";
import { stateOf, withFile } from "../../project/safe-read.ts";
import { limits } from "./limits.ts";

/** A file's text, or the beginning of it. */
export interface TextFile {
  readonly ok: true;
  /** Its real path. */
  readonly path: string;
  readonly shown: string;
  readonly text: string;
  /** The file is longer. */
  readonly isCut: boolean;
}

/** Where instructions come from: a project, or the person's own folder. */
export interface TextFiles {
  read(file: string): Promise<TextFile | FileFailure>;
  /** The names in a folder, in order; none where there is no such folder. */
  names(folder: string): Promise<readonly string[]>;
}

/** The files of a project. None is read that lies outside of it, wherever a link leads. */
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

/** The person's own files: they may keep them elsewhere and have links to them here. */
export function ownFiles(folder: string): TextFiles {
  // Missing or a broken link: there are no instructions in it.
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

/** By real path; the one that was needed longest ago is forgotten first. */
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
  if (read.bytes.includes(0)) return fileFailure("not_text", `${place.shown} is no text.`);
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

/** Clocks of file systems are coarse: within one tick a second change leaves no trace. */
export function isSettled(mtimeMs: number): boolean {
  return Math.abs(Date.now() - mtimeMs) > limits.freshMs;
}
