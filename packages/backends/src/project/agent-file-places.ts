import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type AgentFiles, agentFiles, type NameTest, nameTests, normalizeName } from "@polylog/core";
import { limits } from "./limits.ts";

/**
 * Places where agent programs look in a project for what they execute: settings with hooks, MCP servers, plugins,
 * skills.
 */
export interface AgentFilePlace {
  readonly absolute: string;
  /** Relative to the project. */
  readonly file: string;
  /** The programs that look there. */
  readonly programs: readonly string[];
}

export interface AgentFilePlaces {
  readonly places: readonly AgentFilePlace[];
  /** The root of the repository, or of the project if it is not in a repository. Nothing outside of it counts. */
  readonly top: string;
  /** Whether some folders below the root were not searched. */
  readonly isCut: boolean;
}

interface Wanted {
  readonly names: readonly NameTest[];
  readonly row: AgentFiles;
}

/** The places of one agent, by its backend or preset. All places if the agent is unknown. */
export async function agentFilePlaces(projectRoot: string, agent?: string): Promise<AgentFilePlaces> {
  const root = path.resolve(projectRoot);
  const own = agent === undefined ? [] : agentFiles.filter(({ agents }) => agents.includes(agent));
  const rows = own.length > 0 ? own : agentFiles;
  const wanted = rows.flatMap((row) => row.paths.map((each) => ({ names: nameTests(each), row })));
  const list = listing();
  const above = await foldersAbove(root);
  const nested = wanted.filter(({ row }) => row.isNested === true);
  const below = nested.length === 0 ? { folders: [], isCut: false } : await foldersBelow(root, list);
  const found = new Map<string, Set<string>>();
  const search = async (folder: string, sought: readonly Wanted[]) => {
    for (const { names, row } of sought) {
      for (const absolute of await matches(folder, names, list)) {
        found.set(absolute, (found.get(absolute) ?? new Set()).add(row.program));
      }
    }
  };
  for (const folder of above) {
    await search(folder, folder === root ? wanted : wanted.filter(({ row }) => row.isOnlyAtRoot !== true));
  }
  for (const folder of below.folders) await search(folder, nested);
  const places = [...found].map(([absolute, programs]) => ({
    ...{ absolute, file: path.relative(root, absolute), programs: [...programs] },
  }));
  return { places, top: above.at(-1) ?? root, isCut: below.isCut };
}

/** All existing paths that a file system could treat as this path. */
async function matches(
  folder: string,
  [first, ...rest]: readonly NameTest[],
  list: Listing,
): Promise<string[]> {
  if (first === undefined) return [folder];
  const names = (await list(folder)).map(({ name }) => name).filter((name) => first(normalizeName(name)));
  const below = await Promise.all(names.map((name) => matches(path.join(folder, name), rest, list)));
  return below.flat();
}

type Listing = (folder: string) => Promise<readonly Dirent[]>;

/** Lists each folder only once. */
function listing(): Listing {
  const listed = new Map<string, Promise<readonly Dirent[]>>();
  return (folder) => {
    const known = listed.get(folder) ?? entriesOf(folder);
    listed.set(folder, known);
    return known;
  };
}

/**
 * The project and its parent folders up to the repository root, where programs look, too. The home folder is excluded:
 * the same names there are the user's own settings.
 */
async function foldersAbove(root: string): Promise<string[]> {
  const above: string[] = [];
  for (let folder = root; ; folder = path.dirname(folder)) {
    above.push(folder);
    // A folder without a readable .git is not a repository root.
    if ((await stat(path.join(folder, ".git")).catch(() => null)) !== null) break;
    if (path.dirname(folder) === folder) return [root].filter(isNotHome);
  }
  return above.filter(isNotHome);
}

function isNotHome(folder: string): boolean {
  return folder !== os.homedir();
}

/** Folders below the root that may contain the user's work: no links, dependencies or hidden folders. */
async function foldersBelow(
  root: string,
  list: Listing,
): Promise<{ folders: readonly string[]; isCut: boolean }> {
  const folders: string[] = [];
  let level = isNotHome(root) ? [root] : [];
  for (let depth = 0; level.length > 0; depth++) {
    const listed = await Promise.all(level.map((folder) => subfolders(folder, list)));
    level = listed.flat();
    if (depth >= limits.nestedDepth || folders.length + level.length > limits.nestedFolders)
      return { folders, isCut: level.length > 0 };
    folders.push(...level);
  }
  return { folders, isCut: false };
}

async function subfolders(folder: string, list: Listing): Promise<string[]> {
  return (await list(folder))
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules")
    .map(({ name }) => path.join(folder, name));
}

/** The sorted entries of a folder. Empty if it cannot be read. */
export async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
