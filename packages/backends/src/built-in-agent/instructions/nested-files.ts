import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { stateOf } from "../../project/safe-read.ts";
import { limits } from "./limits.ts";
import { isSettled } from "./text-files.ts";

/** Names of files with instructions for the folder that they are in. */
export const instructionNames = ["AGENTS.md", "CLAUDE.md"] as const;

/** Generated folders, which do not contain instructions. Folders with a leading dot are skipped, too. */
const generated = new Set([
  "node_modules",
  "vendor",
  "dist",
  "build",
  "out",
  "target",
  "coverage",
  "__pycache__",
  "venv",
]);

interface Folder {
  readonly id: string;
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

type Folders = Map<string, Folder>;

/** By project. A folder is listed again only if its entries changed. */
const remembered = new Map<string, Folders>();

/**
 * Instruction files below a project's root, from the root down. The number of folders is limited, those near the root
 * come first, and links are not followed.
 */
export async function nestedInstructions(root: string): Promise<readonly string[]> {
  const before: Folders = remembered.get(root) ?? new Map();
  const now: Folders = new Map();
  const found: string[] = [];
  let level = [""];
  for (let depth = 0; depth <= limits.folderDepth && level.length > 0; depth++) {
    const listed = await Promise.all(level.map((folder) => list(root, folder, before, now)));
    if (depth > 0) found.push(...listed.flatMap(({ files }) => files));
    level = listed.flatMap(({ folders }) => folders).slice(0, limits.folders - now.size);
  }
  remembered.delete(root);
  remembered.set(root, now);
  const [oldest] = remembered.keys();
  if (remembered.size > limits.rememberedProjects && oldest !== undefined) remembered.delete(oldest);
  return found.sort().slice(0, limits.nested);
}

async function list(root: string, folder: string, before: Folders, now: Folders): Promise<Folder> {
  const absolute = path.join(root, folder);
  try {
    const found = await stat(absolute, { bigint: true });
    const { id } = stateOf(found);
    const known = before.get(folder);
    const listed = known?.id === id ? known : { id, ...split(folder, await entriesOf(absolute)) };
    // A folder that may have changed without a new modification time is listed again next time.
    now.set(folder, isSettled(Number(found.mtimeMs)) ? listed : { ...listed, id: "" });
    return listed;
  } catch {
    // Removed or unreadable: it has no instructions.
    return { id: "", folders: [], files: [] };
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function split(folder: string, entries: readonly Dirent[]): Omit<Folder, "id"> {
  const within = ({ name }: Dirent) => path.join(folder, name);
  const isName = ({ name }: Dirent) => instructionNames.some((known) => known === name);
  return {
    folders: entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && !generated.has(entry.name))
      .map(within),
    // If two names have the same file, one is a link.
    files: entries.filter((entry) => entry.isFile() && isName(entry)).map(within),
  };
}
