import { createHash } from "node:crypto";
import path from "node:path";
import {
  type AgentFile,
  type AgentFileScan,
  FileHashes,
  safeRead,
  scanAgentFiles,
  type UncheckedFile,
} from "@polylog/backends/project";
import { exactName } from "@polylog/core";
import { limits } from "../limits.ts";
import { PolylogError } from "../polylog-error.ts";
import { insideProject } from "../workspace/project-folder.ts";
import { type ProjectConfig, projectConfigSchema } from "./config-schema.ts";
import { parseSettings } from "./read-config.ts";
import type { Trust } from "./trust.ts";
import { compareFiles, digestOf, type FileChange, manifestOf } from "./trusted-files.ts";

/**
 * The settings and files that a project contains: `.polylog/config.json` and the files of agent programs. They are
 * inactive until a person trusts the folder, and again as soon as a file is new or changed.
 */

const FILE = ".polylog/config.json";
/** The built-in agent's entries in the table of executed files. */
const OWN_AGENT = "openai";

export interface ProjectState {
  readonly projectRoot: string;
  readonly trustedTs: number | null;
  /** Whether a person ever trusted the folder, in whatever state. */
  readonly wasTrusted: boolean;
  /** Descriptions of what becomes active once the folder is trusted; empty if it is trusted or contains nothing. */
  readonly waiting: readonly string[];
  /** Files that are new, changed or deleted since the folder was trusted; all are new if it never was. */
  readonly changes: readonly FileChange[];
  /** The number of changes that are not listed. */
  readonly moreChanges: number;
  /** Files that cannot be checked. While there are any, the folder is not trusted. */
  readonly unchecked: readonly UncheckedFile[];
  /** Identifies the current state of all files. */
  readonly digest: string;
  /** The error in the configuration; the last valid one stays in use. */
  readonly problem: string | null;
}

interface Brought {
  readonly config: ProjectConfig;
  /** The hash of the configuration file; null if the file is missing. */
  readonly content: string | null;
}

interface Read extends Brought {
  readonly problem: string | null;
}

const nothing: Brought = { config: {}, content: null };

export class ProjectConfigs {
  private readonly trust: Trust | null;
  private readonly hashes = new FileHashes();
  /** The last valid configuration of each inspected project. */
  private readonly good = new Map<string, Brought>();
  private readonly seen = new Set<string>();

  /** Without a log, no folder is trusted. */
  constructor(trust: Trust | null) {
    this.trust = trust;
  }

  /** The folder that contains a project's configuration. */
  folderOf(root: string): string {
    return path.join(root, path.dirname(FILE));
  }

  /** The project's settings if it is trusted; otherwise empty settings. */
  async trusted(root: string): Promise<ProjectConfig> {
    const brought = await this.read(root);
    const said = (await this.trust?.of(root)) ?? null;
    if (said === null || brought.content === null) return {};
    const scan = await this.scan(root, brought, OWN_AGENT);
    const isSame = compareFiles(scan, said.files).waiting.length === 0 && scan.unchecked.length === 0;
    return isSame ? brought.config : {};
  }

  /** The project's settings, trusted or not. Only for display. */
  async brought(root: string): Promise<ProjectConfig> {
    return (await this.read(root)).config;
  }

  /** Whether agent programs may run the project's files for them. */
  async isTrusted(root: string): Promise<boolean> {
    this.seen.add(root);
    // Most folders were never trusted, so their files need no scan before every run.
    return (await this.wasTrusted(root)) && (await this.state(root)).trustedTs !== null;
  }

  /** Whether the folder was ever trusted, whatever it contains now. */
  async wasTrusted(root: string): Promise<boolean> {
    return ((await this.trust?.of(root)) ?? null) !== null;
  }

  /** The changes that revoked the folder's trust, as text; empty if it was never trusted. */
  async changedFiles(root: string): Promise<readonly string[]> {
    if (!(await this.wasTrusted(root))) return [];
    const { changes, unchecked } = await this.state(root);
    return [
      ...changes.flatMap(({ path: file, kind }) =>
        kind === "removed" ? [] : [`${exactName(file)} (${kind})`],
      ),
      ...unchecked.map(({ path: file }) => `${exactName(file)} (not checked)`),
    ];
  }

  /** Trusts the project's current files, or revokes the trust. The digest identifies the files that a person reviewed. */
  async setTrust(root: string, trusted: boolean, digest?: string): Promise<void> {
    if (!trusted) return this.trust?.take(root);
    const scan = await this.scan(root, await this.read(root));
    if (digest !== undefined && digest !== digestOf(scan))
      throw new PolylogError(
        "trust_changed",
        "Files in the folder changed during your review. Reload the list and review it again.",
        { projectRoot: root },
      );
    await this.trust?.give(root, manifestOf(scan));
  }

  async state(root: string): Promise<ProjectState> {
    const brought = await this.read(root);
    const scan = await this.scan(root, brought);
    const said = (await this.trust?.of(root)) ?? null;
    const { changes, waiting } = compareFiles(scan, said?.files ?? {});
    const isTrusted = said !== null && waiting.length === 0 && scan.unchecked.length === 0;
    return {
      projectRoot: root,
      trustedTs: isTrusted ? said.trustedTs : null,
      wasTrusted: said !== null,
      waiting: isTrusted ? [] : inWords(brought.config, waiting, scan).map(exactName),
      changes: changes.slice(0, limits.trustChanges),
      moreChanges: Math.max(0, changes.length - limits.trustChanges),
      unchecked: scan.unchecked.slice(0, limits.trustChanges),
      digest: digestOf(scan),
      problem: brought.problem,
    };
  }

  /** Every trusted folder, and every folder seen since the start that waits for trust or has an error. */
  async states(): Promise<ProjectState[]> {
    const roots = new Set([...((await this.trust?.folders()) ?? []), ...this.seen]);
    const states = await Promise.all([...roots].toSorted().map((root) => this.state(root)));
    return states.filter(
      ({ trustedTs, waiting, unchecked, problem }) =>
        trustedTs !== null || waiting.length + unchecked.length > 0 || problem !== null,
    );
  }

  /** Scans the configuration in use: an invalid file has no effect, so the last valid one is compared. */
  private async scan(root: string, { content }: Brought, agent?: string): Promise<AgentFileScan> {
    const scan = await scanAgentFiles(root, this.hashes, agent).catch(unscanned);
    const place = { absolute: this.folderOf(root), file: path.dirname(FILE), programs: ["Polylog"] };
    const config: AgentFile[] = content === null ? [] : [{ path: FILE, sha256: content, place }];
    const files = [...scan.files.filter((file) => file.path !== FILE), ...config];
    return {
      ...scan,
      files: files.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
      unchecked: scan.unchecked.filter((file) => file.path !== FILE),
    };
  }

  private async read(root: string): Promise<Read> {
    this.seen.add(root);
    const file = path.join(root, FILE);
    try {
      const { bytes } = await insideProject(root, FILE, (project, place) =>
        safeRead(project, place, limits.configBytes),
      );
      const text = bytes.toString();
      const config = parseSettings(text, file, projectConfigSchema);
      const brought = { config, content: createHash("sha256").update(bytes).digest("hex") };
      this.good.set(root, brought);
      return { ...brought, problem: null };
    } catch (error) {
      if (isMissing(error)) {
        this.good.delete(root);
        return { ...nothing, problem: null };
      }
      const { message } = error as Error;
      const problem = message.startsWith(file) ? message : `${file}: ${message}`;
      return { ...(this.good.get(root) ?? nothing), problem };
    }
  }
}

/** A deleted folder contains nothing; the content of any other unreadable folder is unknown. */
function unscanned(error: NodeJS.ErrnoException): AgentFileScan {
  const isGone = error.code === "ENOENT" || error.code === "ENOTDIR";
  const unchecked = isGone ? [] : [{ path: ".", reason: `cannot be read (${error.code ?? error.message})` }];
  return { files: [], unchecked, places: [] };
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof PolylogError)) return false;
  const { reason } = error.details;
  return error.code === "not_a_project" || reason === "not_found" || reason === "bad_path";
}

/** Everything that becomes active, so that a person knows what they agree to. */
function inWords(
  config: ProjectConfig,
  waiting: readonly AgentFile[],
  { places, unchecked }: AgentFileScan,
): string[] {
  const isOwn = ({ place }: AgentFile) => place.programs.includes("Polylog");
  const isWaiting = (file: string) =>
    waiting.some((each) => each.place.file === file) ||
    unchecked.some((each) => each.path === file || each.path.startsWith(`${file}/`));
  return [
    ...(waiting.some(isOwn) ? configInWords(config) : []),
    ...places
      .filter(({ file, programs }) => !programs.includes("Polylog") && isWaiting(file))
      .map(({ file, programs }) => `${file}, for ${programs.join(" and ")}`),
    ...(waiting.some((each) => each.path !== FILE && each.path.startsWith(".polylog/"))
      ? [".polylog, for the built-in agent"]
      : []),
  ];
}

function configInWords({ default_agent, agents = {}, mcp_servers = {} }: ProjectConfig): string[] {
  return [
    ...(default_agent === undefined ? [] : [`the default agent ${default_agent}`]),
    ...Object.entries(agents).map(([id, { backend, command, args = [] }]) => {
      const runs = command === undefined ? `on ${backend}` : `which runs: ${[command, ...args].join(" ")}`;
      return `the agent ${id}, ${runs}`;
    }),
    ...Object.entries(mcp_servers).map(([name, { command, args = [], url }]) => {
      const runs = command === undefined ? `at ${url}` : `which runs: ${[command, ...args].join(" ")}`;
      return `the MCP server ${name}, ${runs}`;
    }),
  ];
}
