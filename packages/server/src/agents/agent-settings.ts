import type { AgentSettings } from "@polylog/core";
import { type AgentConfig, optionsOf, type ProjectConfig } from "../config/config-schema.ts";
import { replaceDeep, replaceReferences } from "../config/read-config.ts";

/** The place of an agent's configuration, relative to which its references are resolved. */
export interface ConfigPlace {
  /** The folder that `{file:…}` paths are relative to. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The MCP servers for all agents. An agent's own server with the same name takes precedence. */
  readonly mcpServers: ProjectConfig["mcp_servers"];
}

const NONE = "NONE";

/** An agent's configuration as its backend receives it, with every reference resolved. */
export async function settingsOf(agent: AgentConfig, place: ConfigPlace): Promise<AgentSettings> {
  const { folder, env } = place;
  const replaced = (text: string) => replaceReferences(text, folder, env);
  const each = async (text: string | undefined) => (text === undefined ? undefined : replaced(text));
  const options = withServers(optionsOf(agent), place.mcpServers);
  const keyName = keyVariable(agent);
  return {
    backend: agent.backend,
    command: await each(agent.command),
    // Fields that are not configured are omitted, because a backend may have its own defaults.
    args: agent.args === undefined ? undefined : await Promise.all(agent.args.map(replaced)),
    env: (await replaceDeep(agent.env, replaced)) as Record<string, string> | undefined,
    model: agent.model,
    baseUrl: await each(agent.base_url),
    apiKey: (await each(agent.api_key)) ?? (keyName === undefined ? undefined : env[keyName]),
    instructions: await each(agent.instructions),
    permissionMode: agent.permission_mode,
    options: (await replaceDeep(options, replaced)) as Record<string, unknown>,
  };
}

/** The environment variable with the agent's API key; undefined if it needs none. */
export function keyVariable({ api_key_env }: AgentConfig): string | undefined {
  return api_key_env === NONE ? undefined : api_key_env;
}

function withServers(
  options: Readonly<Record<string, unknown>>,
  servers: ProjectConfig["mcp_servers"] = {},
): Readonly<Record<string, unknown>> {
  if (Object.keys(servers).length === 0) return options;
  return { ...options, mcp_servers: { ...servers, ...(options.mcp_servers as object | undefined) } };
}
