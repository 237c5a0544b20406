import { createHash } from "node:crypto";
import path from "node:path";
import { type BroughtAlong, broughtAlong } from "@polylog/backends";
import { readInside } from "@polylog/backends/project";
import { PolylogError } from "../errors.ts";
import { limits } from "../limits.ts";
import { insideProject } from "../service/inside-project.ts";
import type { ProjectConfig } from "./config-schema.ts";
import { projectConfigSchema } from "./config-schema.ts";
import { parseSettings } from "./read-config.ts";
import type { Trust } from "./trust.ts";

/**
 * What a project brings along: in `.polylog/config.json`, and for agent programs in files of their own. All of it waits
 * until a person trusts the folder, and again when the files hold something else than they did then.
 */

const FILE = path.join(".polylog", "config.json");

export interface ProjectState {
  readonly projectRoot: string;
  readonly trustedTs: number | null;
  /** What is used once the folder is trusted, in words; empty where it is, or there is nothing. */
  readonly waiting: readonly string[];
  /** What is wrong with the file; the last good one stays in use. */
  readonly problem: string | null;
}

interface Brought {
  readonly config: ProjectConfig;
  /** The hash of the file that it stands in; null where there is none. */
  readonly content: string | null;
}

interface Read extends Brought {
  readonly problem: string | null;
}

const nothing: Brought = { config: {}, content: null };

export class ProjectConfigs {
  private readonly trust: Trust | null;
  /** The last good configuration of each project that was looked at. */
  private readonly good = new Map<string, Brought>();
  private readonly seen = new Set<string>();

  /** Without a log nobody has said anything about a folder. */
  constructor(trust: Trust | null) {
    this.trust = trust;
  }

  /** The folder that a project's configuration is in. */
  folderOf(root: string): string {
    return path.join(root, path.dirname(FILE));
  }

  /** What the project brings along, if it is trusted; else nothing. */
  async trusted(root: string): Promise<ProjectConfig> {
    const brought = await this.read(root);
    const said = (await this.trust?.of(root)) ?? null;
    return said !== null && isSame(brought.content, said.content) ? brought.config : {};
  }

  /** What the project brings along, trusted or not: only to be shown. */
  async brought(root: string): Promise<ProjectConfig> {
    return (await this.read(root)).config;
  }

  /** Whether agent programs may run what the project brings along for them. */
  async isTrusted(root: string): Promise<boolean> {
    return (await this.state(root)).trustedTs !== null;
  }

  /** Whether it was ever said of the folder, whatever it brings along now. */
  async wasTrusted(root: string): Promise<boolean> {
    return ((await this.trust?.of(root)) ?? null) !== null;
  }

  /** Says that what the project brings along now may run, or no longer. */
  async setTrust(root: string, trusted: boolean): Promise<void> {
    if (!trusted) return this.trust?.take(root);
    const { content } = await this.read(root);
    await this.trust?.give(root, { content, programs: hashOf(await broughtAlong(root)) });
  }

  async state(root: string): Promise<ProjectState> {
    const brought = await this.read(root);
    const { config, problem } = brought;
    const forPrograms = await broughtAlong(root);
    const said = (await this.trust?.of(root)) ?? null;
    const isConfigSaid = said !== null && isSame(brought.content, said.content);
    const areProgramsSaid = said !== null && isSame(hashOf(forPrograms), said.programs);
    const waiting = [
      ...(isConfigSaid ? [] : inWords(config)),
      ...(areProgramsSaid
        ? []
        : forPrograms.map(({ file, programs }) => `${file}, for ${programs.join(" and ")}`)),
    ];
    const trustedTs = isConfigSaid && areProgramsSaid ? said.trustedTs : null;
    return { projectRoot: root, trustedTs, waiting, problem };
  }

  /** Every folder that is trusted, and every one seen since the start in which something waits or is wrong. */
  async states(): Promise<ProjectState[]> {
    const roots = new Set([...((await this.trust?.folders()) ?? []), ...this.seen]);
    const states = await Promise.all([...roots].toSorted().map((root) => this.state(root)));
    return states.filter(
      ({ trustedTs, waiting, problem }) => trustedTs !== null || waiting.length > 0 || problem !== null,
    );
  }

  private async read(root: string): Promise<Read> {
    this.seen.add(root);
    const file = path.join(root, FILE);
    try {
      const { bytes } = await insideProject(root, FILE, (project, place) =>
        readInside(project, place, limits.configBytes),
      );
      const text = bytes.toString();
      const config = parseSettings(text, file, projectConfigSchema);
      const brought = { config, content: createHash("sha256").update(text).digest("hex") };
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

/** Whether it was said of what is there now; nothing is always the same. */
function isSame(now: string | null, then: string | null | undefined): boolean {
  return now === null || now === then;
}

function hashOf(found: readonly BroughtAlong[]): string | null {
  if (found.length === 0) return null;
  const held = found.map(({ file, content }) => [file, content]);
  return createHash("sha256").update(JSON.stringify(held)).digest("hex");
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof PolylogError)) return false;
  const { reason } = error.details;
  return error.code === "not_a_project" || reason === "not_found" || reason === "bad_path";
}

/** Each thing that would come into force, so that a person knows what they agree to. */
function inWords({ default_agent, agents = {}, mcp_servers = {} }: ProjectConfig): string[] {
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
