import type { AgentSettings, Backend } from "@polylog/core";
import { PolylogError } from "../errors.ts";
import type { AgentDirectory } from "../service/session-service.ts";
import type { AgentInfo } from "./agents.ts";
import type { AgentConfig, Config } from "./config-schema.ts";
import { replaceReferences } from "./read-config.ts";

/** The agents that the configuration names, on the backends that this server has. */
export interface DirectoryOptions {
  readonly backends: Readonly<Record<string, Backend>>;
  readonly config: () => Config;
  /** The folder that `{file:…}` is read from. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const NONE = "NONE";

export class ConfiguredAgents implements AgentDirectory {
  private readonly options: DirectoryOptions;

  constructor(options: DirectoryOptions) {
    this.options = options;
  }

  get defaultAgent(): string {
    const { default_agent, agents = {} } = this.options.config();
    return default_agent ?? Object.keys(agents)[0] ?? "demo";
  }

  async list(): Promise<AgentInfo[]> {
    const { agents = {} } = this.options.config();
    return Object.entries(agents).map(([id, { backend, model }]) => {
      const known = this.options.backends[backend];
      const shown = { id, backend, ...(model === undefined ? {} : { model }) };
      if (known !== undefined) return { ...shown, available: true, capabilities: known.capabilities };
      const reason = `This server has no backend "${backend}". It has: ${Object.keys(this.options.backends).join(", ")}.`;
      return { ...shown, available: false, reason, capabilities: noCapabilities };
    });
  }

  async find(agentId: string): Promise<{ backend: Backend; settings: AgentSettings }> {
    const { agents = {} } = this.options.config();
    const configured = Object.hasOwn(agents, agentId) ? agents[agentId] : undefined;
    if (configured === undefined) {
      const known = Object.keys(agents);
      const hint = known.length === 0 ? "config.json names no agent." : `There are: ${known.join(", ")}.`;
      throw new PolylogError("agent_not_found", `There is no agent "${agentId}". ${hint}`, { agentId });
    }
    const backend = this.options.backends[configured.backend];
    if (backend === undefined) {
      const message = `The agent "${agentId}" needs the backend "${configured.backend}", which this server has not.`;
      throw new PolylogError("agent_unavailable", message, { agentId });
    }
    return { backend, settings: await this.settings(configured) };
  }

  private async settings(agent: AgentConfig): Promise<AgentSettings> {
    const { folder, env } = this.options;
    const replaced = (text: string) => replaceReferences(text, folder, env);
    const each = async (text: string | undefined) => (text === undefined ? undefined : replaced(text));
    const variables = await Promise.all(
      Object.entries(agent.env ?? {}).map(async ([name, value]) => [name, await replaced(value)] as const),
    );
    const keyName = agent.api_key_env === NONE ? undefined : agent.api_key_env;
    return {
      backend: agent.backend,
      command: await each(agent.command),
      args: await Promise.all((agent.args ?? []).map(replaced)),
      env: Object.fromEntries(variables),
      model: agent.model,
      baseUrl: await each(agent.base_url),
      apiKey: (await each(agent.api_key)) ?? (keyName === undefined ? undefined : env[keyName]),
      instructions: await each(agent.instructions),
      permissionMode: agent.permission_mode,
      options: agent.options,
    };
  }
}

const noCapabilities = {
  steer: false,
  permissions: false,
  questions: false,
  plan: false,
  resume: false,
  images: false,
  subagents: false,
  stream: "delta",
} as const;
