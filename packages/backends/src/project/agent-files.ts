import { lstat, readlink, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { type AgentFilePlace, agentFilePlaces, entriesOf } from "./agent-file-places.ts";
import type { FileHashes } from "./file-hashes.ts";
import { limits } from "./limits.ts";
import { isScript, namedScripts } from "./named-scripts.ts";
import { isWithin, ProjectFolder } from "./project-folder.ts";

/** A project file that an agent program would execute, or that determines what it executes. */
export interface AgentFile {
  /** Relative to the project, with slashes. */
  readonly path: string;
  readonly sha256: string;
  /** The place where it was found, or whose settings name it. */
  readonly place: AgentFilePlace;
}

/** A file that cannot be hashed, and why. */
export interface UncheckedFile {
  readonly path: string;
  readonly reason: string;
}

export interface AgentFileScan {
  /** Sorted by path. */
  readonly files: readonly AgentFile[];
  readonly unchecked: readonly UncheckedFile[];
  /** Places that contain nothing executable are left out. */
  readonly places: readonly AgentFilePlace[];
}

/** Files in these folders are only read, never executed. */
const onlyRead: ReadonlySet<string> = new Set([
  ...["AGENTS.md", "CLAUDE.md", "GEMINI.md", "README.md", ".gitignore", "rules", "plans", "worktrees"],
  ...["specs", "steering", "guidelines.md", "agent-memory", "agent-memory-local"],
]);

const tooMany = `exceeds the limit of ${limits.agentFiles} files or ${limits.agentFileBytes / 1024 / 1024} MB`;
const tooDeep = `is more than ${limits.agentFileDepth} folders deep`;

/**
 * Hashes all files of a project that one agent's program, or any, would execute. Links are followed inside the
 * repository. A link that leads out of it is reported.
 */
export async function scanAgentFiles(
  projectRoot: string,
  hashes: FileHashes,
  agent?: string,
): Promise<AgentFileScan> {
  const root = await realpath(projectRoot);
  const { places, top, isCut } = await agentFilePlaces(root, agent);
  const scan = new Scan(root, await ProjectFolder.open(top), hashes);
  for (const place of places) await scan.add(place);
  if (isCut) scan.addUnsearched();
  return scan.result();
}

/** Whether a place contains anything executable. */
export async function isNotEmpty({ absolute }: AgentFilePlace): Promise<boolean> {
  // Missing, or a broken link, which still counts because its target may appear later.
  const found = await stat(absolute).catch(() => null);
  if (found === null) return (await lstat(absolute).catch(() => null)) !== null;
  if (!found.isDirectory()) return true;
  return (await entriesOf(absolute)).some(({ name }) => !onlyRead.has(name));
}

/** A file's path and its real path. */
interface Leaf {
  readonly file: string;
  readonly real: string;
}

class Scan {
  private readonly root: string;
  private readonly project: ProjectFolder;
  private readonly hashes: FileHashes;
  private readonly files = new Map<string, AgentFile>();
  private readonly unchecked = new Map<string, string>();
  private readonly places = new Set<AgentFilePlace>();
  private readonly entered = new Set<string>();
  private count = 0;
  private bytes = 0;

  constructor(root: string, project: ProjectFolder, hashes: FileHashes) {
    this.root = root;
    this.project = project;
    this.hashes = hashes;
  }

  result(): AgentFileScan {
    const byPath = (one: { path: string }, other: { path: string }) => (one.path < other.path ? -1 : 1);
    return {
      files: [...this.files.values()].toSorted(byPath),
      unchecked: [...this.unchecked].map(([file, reason]) => ({ path: file, reason })).toSorted(byPath),
      places: [...this.places],
    };
  }

  leaveOut(file: string, reason: string): void {
    this.unchecked.set(this.shown(file), reason);
  }

  /** Adds an entry for folders that were not searched, which a person can trust like a file. */
  addUnsearched(): void {
    const file = `**/.claude (not searched: more than ${limits.nestedFolders} folders, or deeper than ${limits.nestedDepth})`;
    const place = { absolute: this.root, file, programs: ["Claude Code"] };
    this.places.add(place);
    this.files.set(file, { path: file, sha256: "", place });
  }

  async add(place: AgentFilePlace): Promise<void> {
    const leaves: Leaf[] = [];
    const real = await this.realOf(place.absolute, place);
    if (real !== null) await this.walk({ file: place.absolute, real }, place, 0, leaves);
    for (let at = 0; at < leaves.length; at += limits.atOnce) {
      await Promise.all(leaves.slice(at, at + limits.atOnce).map((leaf) => this.hash(leaf, place)));
    }
    for (const { file } of leaves) await this.addScripts(file, place);
  }

  private shown(file: string): string {
    return path.relative(this.root, file).split(path.sep).join("/") || ".";
  }

  /** Adds the files at and below a path, by their paths from the place. */
  private async walk(at: Leaf, place: AgentFilePlace, depth: number, leaves: Leaf[]): Promise<void> {
    // Removed meanwhile: there is nothing to add.
    const found = await stat(at.real).catch(() => null);
    if (found === null) return;
    if (!found.isDirectory()) return this.addLeaf(at, place, leaves);
    if (this.entered.has(at.real)) return;
    this.entered.add(at.real);
    if (depth > limits.agentFileDepth) return this.leaveOut(at.file, tooDeep);
    for (const entry of await entriesOf(at.real)) {
      if (this.count > limits.agentFiles) return;
      if (depth === 0 && onlyRead.has(entry.name)) continue;
      const file = path.join(at.file, entry.name);
      const isPlain = entry.isFile() && !entry.name.includes("\ufffd");
      const real = isPlain ? path.join(at.real, entry.name) : await this.realOf(file, place);
      if (real === null) continue;
      if (isPlain) this.addLeaf({ file, real }, place, leaves);
      else await this.walk({ file, real }, place, depth + 1, leaves);
    }
  }

  private addLeaf(leaf: Leaf, place: AgentFilePlace, leaves: Leaf[]): void {
    this.places.add(place);
    if (this.mayCount(leaf.file)) leaves.push(leaf);
  }

  /** Null if it leads out of the repository or its target does not exist. */
  private async realOf(file: string, place: AgentFilePlace): Promise<string | null> {
    // Null for missing files and broken links. The code below distinguishes them.
    const real = await realpath(file).catch(() => null);
    if (real !== null && this.project.holds(real)) return real;
    const isLink = (await lstat(file).catch(() => null))?.isSymbolicLink() === true;
    if (real === null && !isLink) {
      // Its name is not valid UTF-8, but a program that reads raw names still finds it.
      if (path.basename(file).includes("\ufffd")) this.leaveOut(file, "has a name that is not valid UTF-8");
      return null;
    }
    const target = isLink ? await readlink(file).catch(() => "") : (real ?? "");
    this.places.add(place);
    this.leaveOut(
      file,
      `links to ${target}, ${real === null ? "which does not exist" : "outside the project"}`,
    );
    return null;
  }

  private mayCount(file: string): boolean {
    if (++this.count <= limits.agentFiles) return true;
    this.leaveOut(path.dirname(file), tooMany);
    return false;
  }

  private async hash({ file, real }: Leaf, place: AgentFilePlace): Promise<void> {
    const shown = this.shown(file);
    try {
      const left = limits.agentFileBytes - this.bytes;
      const hash = await this.hashes.of(this.project, real, Math.max(0, left));
      if (hash === null)
        return this.leaveOut(file, (await stat(real)).isFile() ? tooMany : "is not a regular file");
      this.bytes += hash.bytes;
      this.files.set(shown, { path: shown, sha256: hash.sha256, place });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" || code === "ENOTDIR") return;
      this.leaveOut(
        file,
        code === "ENXIO" ? "is not a regular file" : `cannot be read (${code ?? "unknown error"})`,
      );
    }
  }

  /** The project's scripts that a settings file names, for a hook or an MCP server. */
  private async addScripts(settings: string, place: AgentFilePlace): Promise<void> {
    for (const script of await namedScripts(settings, [path.dirname(place.absolute), this.root])) {
      if (this.files.has(this.shown(script)) || !isWithin(this.project.root, script)) continue;
      const real = await this.realOf(script, place);
      // Removed meanwhile: it cannot be executed.
      const found = real === null ? null : await stat(real).catch(() => null);
      if (real === null || found?.isFile() !== true) continue;
      if (!isWithin(place.absolute, script) && !isScript(script, found)) continue;
      if (this.mayCount(script)) await this.hash({ file: script, real }, place);
    }
  }
}
