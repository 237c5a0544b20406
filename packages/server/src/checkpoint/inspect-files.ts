import { constants, type Stats } from "node:fs";
import { access, lstat } from "node:fs/promises";
import { type FileName, foldersAbove, systemPath } from "./git-file-name.ts";
import { limits } from "./limits.ts";

export interface InspectedFile {
  readonly name: FileName;
  /** `gone`: missing, replaced by a folder, or reached through a link. `left`: cannot be saved. */
  readonly state: "file" | "link" | "gone" | "left";
  readonly mode: number;
  readonly size: number;
}

/** The current state of the named files. */
export async function inspectFiles(root: string, names: readonly FileName[]): Promise<InspectedFile[]> {
  const folders = new PlainFolders(root);
  const seen: InspectedFile[] = [];
  for (let from = 0; from < names.length; from += limits.atOnce) {
    const part = names.slice(from, from + limits.atOnce);
    seen.push(...(await Promise.all(part.map((name) => lookAt(root, name, folders)))));
  }
  return seen;
}

async function lookAt(root: string, name: FileName, folders: PlainFolders): Promise<InspectedFile> {
  const gone: InspectedFile = { name, state: "gone", mode: 0, size: 0 };
  if (!(await folders.arePlainAbove(name))) return gone;
  const found = await stats(root, name);
  if (found?.isSymbolicLink()) return { name, state: "link", mode: 0, size: found.size };
  if (!found?.isFile()) return gone;
  const { size } = found;
  const mode = found.mode & 0o7777;
  const fits = size <= limits.fileBytes && ((mode & 0o444) === 0o444 || (await isReadable(root, name)));
  return { name, state: fits ? "file" : "left", mode, size };
}

async function stats(root: string, name: FileName): Promise<Stats | null> {
  try {
    return await lstat(systemPath(root, name));
  } catch {
    // A file deleted in the meantime counts as gone.
    return null;
  }
}

async function isReadable(root: string, name: FileName): Promise<boolean> {
  try {
    await access(systemPath(root, name), constants.R_OK);
    return true;
  } catch {
    // An unreadable file is left out.
    return false;
  }
}

/** Tells real folders from links to folders. Each is inspected once. */
export class PlainFolders {
  private readonly root: string;
  private readonly known = new Map<FileName, Promise<boolean>>();

  constructor(root: string) {
    this.root = root;
  }

  async arePlainAbove(name: FileName): Promise<boolean> {
    for (const folder of foldersAbove(name).toReversed()) if (!(await this.isPlain(folder))) return false;
    return true;
  }

  private isPlain(folder: FileName): Promise<boolean> {
    const known =
      this.known.get(folder) ?? stats(this.root, folder).then((found) => found?.isDirectory() === true);
    this.known.set(folder, known);
    return known;
  }
}
