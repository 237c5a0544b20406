import { open, readdir, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

/**
 * What agent programs find in a project and run by themselves: settings with hooks, MCP servers, plugins. A clone may
 * bring it along, so whoever starts such a program asks first whether the folder is trusted.
 */

interface Taken {
  readonly program: string;
  /** Files, or folders that hold such. */
  readonly places: readonly string[];
}

const claude: Taken = { program: "Claude Code", places: [".claude", ".mcp.json"] };
const codex: Taken = { program: "Codex", places: [".codex"] };
const pi: Taken = { program: "Pi", places: [".pi"] };

/** By the name of a backend, or of one of those that speak ACP. */
const takenBy: Readonly<Record<string, Taken>> = {
  ...{ claude, codex, pi, "claude-acp": claude, "codex-acp": codex, "pi-acp": pi },
  gemini: { program: "Gemini CLI", places: [".gemini"] },
  opencode: { program: "OpenCode", places: [".opencode", "opencode.json", "opencode.jsonc"] },
  qwen: { program: "Qwen Code", places: [".qwen"] },
  cursor: { program: "Cursor", places: [".cursor/mcp.json", ".cursor/hooks.json", ".cursor/cli.json"] },
  copilot: { program: "GitHub Copilot CLI", places: [".github/hooks", ".copilot", ".mcp.json"] },
  auggie: { program: "Auggie", places: [".augment"] },
  droid: { program: "Factory Droid", places: [".factory"] },
  vibe: { program: "Mistral Vibe", places: [".vibe"] },
  openhands: { program: "OpenHands", places: [".openhands"] },
  kilo: { program: "Kilo Code", places: [".kilo", ".kilocode", "kilo.json", "kilo.jsonc"] },
  qoder: { program: "Qoder", places: [".qoder"] },
  junie: { program: "Junie", places: [".junie"] },
  kiro: { program: "Kiro", places: [".kiro"] },
};

/** In these folders, but only read and never run. */
const onlyRead: ReadonlySet<string> = new Set([
  ...["AGENTS.md", "CLAUDE.md", "GEMINI.md", "README.md", ".gitignore", "rules", "plans", "worktrees"],
]);

const settingsFile = /\.(?:json|jsonc|toml|ya?ml)$/;
/** No settings are longer; of a longer file the beginning stands for it. */
const readBytes = 1024 * 1024;

export interface BroughtAlong {
  /** As it is reached from the project. */
  readonly file: string;
  /** Whose it is. */
  readonly programs: readonly string[];
  /** What the settings there hold. */
  readonly content: string;
}

/** What there is for one agent, by its name, or for all of them where it is of none that is known. */
export async function broughtAlong(projectRoot: string, agent?: string): Promise<BroughtAlong[]> {
  const one = agent === undefined ? undefined : takenBy[agent];
  const owners = programsByPlace(one === undefined ? Object.values(takenBy) : [one]);
  const found: BroughtAlong[] = [];
  for (const folder of await foldersOf(projectRoot)) {
    const names = new Set(await readdir(folder).catch(() => []));
    for (const [place, programs] of owners) {
      if (!names.has(place.split("/")[0] as string)) continue;
      const content = await contentOf(path.join(folder, place));
      if (content === null) continue;
      found.push({ file: path.relative(projectRoot, path.join(folder, place)), programs, content });
    }
  }
  return found;
}

function programsByPlace(all: readonly Taken[]): Map<string, string[]> {
  const owners = new Map<string, string[]>();
  for (const { program, places } of new Set(all)) {
    for (const place of places) owners.set(place, [...(owners.get(place) ?? []), program]);
  }
  return owners;
}

/**
 * The project, and what it lies in up to the root of its repository: programs look there too. Not the person's own
 * home, where the same names are the person's own settings.
 */
async function foldersOf(projectRoot: string): Promise<string[]> {
  const above: string[] = [];
  for (let folder = path.resolve(projectRoot); ; folder = path.dirname(folder)) {
    above.push(folder);
    if ((await stat(path.join(folder, ".git")).catch(() => null)) !== null) break;
    if (path.dirname(folder) === folder) return above.slice(0, 1).filter(isNotHome);
  }
  return above.filter(isNotHome);
}

function isNotHome(folder: string): boolean {
  return folder !== os.homedir();
}

/** The settings that a place holds; null where there is nothing that could run. */
async function contentOf(place: string): Promise<string | null> {
  const stats = await stat(place).catch(() => null);
  if (stats === null) return null;
  if (stats.isFile()) return beginningOf(place, Math.min(stats.size, readBytes));
  if (!stats.isDirectory()) return "";
  const names = (await readdir(place).catch(() => [])).filter((name) => !onlyRead.has(name)).toSorted();
  const held: (readonly [name: string, content: string])[] = [];
  let isEmpty = true;
  for (const name of names) {
    const content = settingsFile.test(name) ? await settingsOf(path.join(place, name)) : "";
    if (content === null) continue;
    isEmpty = false;
    if (content !== "") held.push([name, content]);
  }
  return isEmpty ? null : JSON.stringify(held);
}

/** What a file of settings holds; null where it is nothing that could run. */
async function settingsOf(file: string): Promise<string | null> {
  const stats = await stat(file).catch(() => null);
  const text = stats?.isFile() === true ? await beginningOf(file, Math.min(stats.size, readBytes)) : "";
  return path.basename(file) === answersFile ? withoutAnswers(text) : text;
}

/** Claude Code keeps here what a person allowed it for good, in Polylog too. */
const answersFile = "settings.local.json";

function withoutAnswers(text: string): string | null {
  try {
    const { permissions: _, ...rest } = JSON.parse(text) as Record<string, unknown>;
    return Object.keys(rest).length === 0 ? null : JSON.stringify(rest);
  } catch {
    return text;
  }
}

async function beginningOf(file: string, bytes: number): Promise<string> {
  const handle = await open(file, "r").catch(() => null);
  if (handle === null) return "";
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } catch {
    return "";
  } finally {
    await handle.close();
  }
}
