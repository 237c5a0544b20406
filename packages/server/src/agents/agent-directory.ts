import type { BackendManifest, DetectedAgent, Machine } from "@polylog/backends";
import type { AgentInfo, AgentReadiness, AgentSettings, Backend } from "@polylog/core";
import { defined, narrowerMode } from "@polylog/core";
import type { AgentConfig, Config, ProjectConfig } from "../config/config-schema.ts";
import type { ProjectConfigs } from "../config/project-config.ts";
import { PolylogError } from "../polylog-error.ts";
import { keyVariable, settingsOf } from "./agent-settings.ts";
import type { Detection } from "./detection.ts";
import type { GivenAgent } from "./given-agent.ts";

/** The agents of a trusted project, of the configuration, of the embedding program, and of this machine. */
export interface DirectoryOptions {
  readonly manifests: Readonly<Record<string, BackendManifest>>;
  readonly machine: Machine;
  readonly detection: Detection;
  readonly config: () => Config;
  readonly projects: ProjectConfigs;
  /** The home folder, which contains `config.json`. */
  readonly folder: string;
  readonly given: readonly GivenAgent[];
}

interface Configured {
  readonly agent: AgentConfig;
  /** The project that defines the agent; null for an agent of the home. */
  readonly project: string | null;
}

export class AgentDirectory {
  private readonly options: DirectoryOptions;
  private readonly made = new Map<GivenAgent, Promise<AgentSettings>>();

  constructor(options: DirectoryOptions) {
    this.options = options;
  }

  async defaultAgent(projectRoot: string | undefined): Promise<string> {
    const { config, given, projects, detection } = this.options;
    const project = projectRoot === undefined ? {} : await projects.trusted(projectRoot);
    const { default_agent = config().default_agent, agents = {} } = project;
    const named = default_agent ?? Object.keys({ ...agents, ...config().agents })[0];
    if (named !== undefined) return named;
    const found = (await detection.agents()).find(({ state }) => state === "available");
    return found?.id ?? given[0]?.id ?? "demo";
  }

  async list(projectRoot?: string, refresh = false): Promise<AgentInfo[]> {
    const found = await this.options.detection.agents(refresh);
    const configured = await this.configured(projectRoot);
    const known = new Map<string, AgentInfo>();
    for (const [id, each] of configured) known.set(id, await this.configuredInfo(id, each));
    for (const given of this.options.given) {
      if (!known.has(given.id)) known.set(given.id, this.givenInfo(given));
    }
    for (const agent of found) if (!known.has(agent.id)) known.set(agent.id, this.detectedInfo(agent));
    for (const [id, agent] of await this.waiting(projectRoot)) {
      if (known.has(id)) continue;
      const reason = `The project defines this agent. Trust the folder first: polylog trust ${projectRoot}`;
      known.set(id, { ...this.info({ id, backend: agent.backend }), ...unusable("missing", reason) });
    }
    return [...known.values()];
  }

  async find(agentId: string, projectRoot: string): Promise<{ backend: Backend; settings: AgentSettings }> {
    const configured = (await this.configured(projectRoot)).get(agentId);
    if (configured !== undefined) return this.findConfigured(agentId, configured, projectRoot);
    const given = this.options.given.find(({ id }) => id === agentId);
    if (given !== undefined) {
      return { backend: this.backend(agentId, given.backend), settings: await this.settingsOfGiven(given) };
    }
    const found = await this.options.detection.find(agentId);
    if (found === undefined) throw await this.notFound(agentId, projectRoot);
    if (found.state !== "available") {
      const message = `The agent "${agentId}" cannot be used. ${found.reason ?? ""}`.trimEnd();
      throw new PolylogError("agent_unavailable", message, { agentId });
    }
    const { backend, settings } = { backend: this.backend(agentId, found.settings.backend), ...found };
    const { mcp_servers } = await this.merged(projectRoot);
    if (mcp_servers === undefined) return { backend, settings };
    return { backend, settings: { ...settings, options: { ...settings.options, mcp_servers } } };
  }

  /** Rejects settings that name an unknown backend or agent. */
  async assertFits({ agents = {}, default_agent: named }: ProjectConfig): Promise<void> {
    const { given, detection, manifests } = this.options;
    for (const [id, { backend }] of Object.entries(agents)) {
      if (Object.hasOwn(manifests, backend)) continue;
      const message = `agents.${id}.backend: unknown backend "${backend}". Available: ${Object.keys(manifests).join(", ")}.`;
      throw new PolylogError("bad_config", message, { field: `agents.${id}.backend` });
    }
    if (named === undefined) return;
    const found = await detection.agents();
    const known = [
      ...new Set([...Object.keys(agents), ...given.map(({ id }) => id), ...found.map(({ id }) => id)]),
    ];
    if (known.includes(named)) return;
    const message = `default_agent: unknown agent "${named}". Available: ${known.join(", ")}.`;
    throw new PolylogError("bad_config", message, { field: "default_agent" });
  }

  private async findConfigured(agentId: string, { agent, project }: Configured, projectRoot: string) {
    const place = {
      ...{ folder: this.folderOf(project), env: this.options.machine.env },
      mcpServers: (await this.merged(projectRoot)).mcp_servers,
    };
    return { backend: this.backend(agentId, agent.backend), settings: await settingsOf(agent, place) };
  }

  private folderOf(project: string | null): string {
    return project === null ? this.options.folder : this.options.projects.folderOf(project);
  }

  /** All configured agents. A trusted project's agents take precedence over those of the home. */
  private async configured(projectRoot: string | undefined): Promise<Map<string, Configured>> {
    const project = projectRoot === undefined ? {} : await this.options.projects.trusted(projectRoot);
    const { agents = {} } = this.options.config();
    const home = Object.entries(agents).map(([id, agent]) => [id, { agent, project: null }] as const);
    const own = Object.entries(project.agents ?? {}).map(([id, agent]) => {
      // A trusted project can define agents, but only the home can raise their permission mode.
      const permission_mode = narrowerMode(
        agent.permission_mode ?? "ask",
        agents[id]?.permission_mode ?? "ask",
      );
      return [id, { agent: { ...agent, permission_mode }, project: projectRoot ?? null }] as const;
    });
    return new Map<string, Configured>([...home, ...own]);
  }

  private async merged(projectRoot: string): Promise<ProjectConfig> {
    const project = await this.options.projects.trusted(projectRoot);
    const servers = { ...this.options.config().mcp_servers, ...project.mcp_servers };
    return Object.keys(servers).length === 0 ? {} : { mcp_servers: servers };
  }

  private async waiting(projectRoot: string | undefined): Promise<[string, AgentConfig][]> {
    if (projectRoot === undefined) return [];
    return Object.entries((await this.options.projects.brought(projectRoot)).agents ?? {});
  }

  private backend(agentId: string, name: string): Backend {
    const { manifests } = this.options;
    if (Object.hasOwn(manifests, name)) return (manifests[name] as BackendManifest).backend;
    const message = `The agent "${agentId}" needs the backend "${name}", which this server does not have. Change the agent's backend in config.json.`;
    throw new PolylogError("agent_unavailable", message, { agentId });
  }

  private settingsOfGiven(given: GivenAgent): Promise<AgentSettings> {
    let settings = this.made.get(given);
    if (settings === undefined) {
      settings = typeof given.settings === "function" ? given.settings() : Promise.resolve(given.settings);
      this.made.set(given, settings);
      // A failure is not cached, so that the next session tries again.
      settings.catch(() => this.made.delete(given));
    }
    return settings;
  }

  private async configuredInfo(id: string, { agent, project }: Configured): Promise<AgentInfo> {
    const { backend, command, model, options } = agent;
    const info = this.info({ id, backend, model, options });
    if (!info.available) return info;
    const { machine, detection } = this.options;
    const place = { folder: this.folderOf(project), env: machine.env, mcpServers: {} };
    const wrong = await settingsOf(agent, place).then(
      () => null,
      (error: Error) => error.message,
    );
    if (wrong !== null) return { ...info, ...unusable("broken", wrong) };
    const variable = keyVariable(agent);
    if (variable !== undefined && agent.api_key === undefined && !machine.env[variable]) {
      return { ...info, ...unusable("logged_out", `Set ${variable} in the environment.`) };
    }
    if (command !== undefined) {
      if (command.includes("{")) return info;
      const file = await machine.findProgram(command);
      if (file === null) {
        const reason = `"${command}" was not found. Install it, or set the agent's command to its absolute path.`;
        return { ...info, ...unusable("missing", reason) };
      }
      // Not every ACP program supports `--version`.
      const checked = backend === "acp" ? null : await machine.checkProgram(file);
      if (checked?.ok !== false) return info;
      return { ...info, ...unusable("broken", `${file} does not run: ${checked.problem}. Reinstall it.`) };
    }
    // Without an explicit command, the program is the one that the backend detects or that the preset names.
    const preset = agent.options?.preset;
    const name = typeof preset === "string" ? preset : backend;
    const detected = await detection.find(name);
    if (detected === undefined && name !== backend) {
      const reason = `The program of ${name} was not found. Install it, or set the agent's command to its absolute path.`;
      return { ...info, ...unusable("missing", reason) };
    }
    if (detected?.settings.backend !== backend || agent.base_url !== undefined || agent.api_key !== undefined)
      return info;
    if (variable !== undefined) return info;
    return { ...info, ...stateOf(detected) };
  }

  private detectedInfo(agent: DetectedAgent): AgentInfo {
    const { id, settings } = agent;
    const { backend, model, options } = settings;
    return { ...this.info({ id, backend, model, options }), ...stateOf(agent) };
  }

  private givenInfo({ id, backend, model, projectRoot }: GivenAgent): AgentInfo {
    return { ...this.info({ id, backend, model }), ...defined({ projectRoot }) };
  }

  /** The agent's info as far as its backend alone determines it. */
  private info(agent: Pick<AgentSettings, "backend" | "model" | "options"> & { id: string }): AgentInfo {
    const { id, backend, model, options = {} } = agent;
    const { manifests } = this.options;
    const known = Object.hasOwn(manifests, backend) ? manifests[backend] : undefined;
    const shown = { id, backend, ...defined({ model }) };
    if (known !== undefined) {
      const capabilities = known.capabilities?.(options) ?? known.backend.capabilities;
      return { ...shown, available: true, state: "available", capabilities };
    }
    const reason = `This server has no backend "${backend}". Available: ${Object.keys(manifests).join(", ")}.`;
    return { ...shown, ...unusable("missing", reason), capabilities: noCapabilities };
  }

  private async notFound(agentId: string, projectRoot: string): Promise<PolylogError> {
    const waits = (await this.waiting(projectRoot)).some(([id]) => id === agentId);
    if (waits) {
      const message = `The agent "${agentId}" is defined by the project. Trust the folder first: polylog trust ${projectRoot}`;
      return new PolylogError("agent_unavailable", message, { agentId, projectRoot });
    }
    const known = (await this.list(projectRoot)).filter(({ available }) => available).map(({ id }) => id);
    const hint = known.length === 0 ? "Add one to config.json." : `Available: ${known.join(", ")}.`;
    return new PolylogError("agent_not_found", `Unknown agent "${agentId}". ${hint}`, { agentId });
  }
}

function unusable(state: Exclude<AgentReadiness, "available">, reason: string) {
  return { available: false, state, reason };
}

function stateOf({ state, reason, version }: DetectedAgent): Partial<AgentInfo> {
  return {
    available: state === "available",
    state,
    ...defined({ reason, version }),
  };
}

const noCapabilities = {
  steer: false,
  permissions: false,
  questions: false,
  plan: false,
  resume: false,
  images: false,
  subagents: false,
  cancelSubagent: false,
  steerSubagent: false,
  stream: "delta",
} as const;
