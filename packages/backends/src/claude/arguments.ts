import type { AgentSettings, PermissionMode } from "@polylog/core";
import { z } from "zod";
import { meantFor } from "../process/environment.ts";

/** How the program is started: always so that it asks us, whatever the agent's permission mode. */

const optionsSchema = z.strictObject({
  /** Servers for MCP, as the program's own configuration names them. */
  mcp_servers: z.record(z.string().min(1), z.looseObject({})).optional(),
});

export type ClaudeOptions = z.infer<typeof optionsSchema>;

export function readOptions(settings: AgentSettings) {
  return optionsSchema.safeParse(settings.options ?? {});
}

export function programArguments(
  settings: AgentSettings,
  options: ClaudeOptions,
  resume: string | undefined,
): string[] {
  const { model, instructions, permissionMode = "ask", args = [] } = settings;
  const { mcp_servers: mcpServers } = options;
  return [
    "-p",
    ...["--output-format", "stream-json", "--input-format", "stream-json", "--verbose"],
    ...["--include-partial-messages", "--permission-prompt-tool", "stdio"],
    ...["--permission-mode", nativeMode(permissionMode)],
    ...(resume === undefined ? [] : ["--resume", resume]),
    ...(model === undefined ? [] : ["--model", model]),
    ...(instructions === undefined ? [] : ["--append-system-prompt", instructions]),
    ...(mcpServers === undefined ? [] : ["--mcp-config", JSON.stringify({ mcpServers })]),
    ...args,
  ];
}

/** Ours decide by rules that the program's own generous modes would pass over; only planning is its own affair. */
export function nativeMode(mode: PermissionMode): "plan" | "default" {
  return mode === "plan" ? "plan" : "default";
}

/** What of the server's environment is meant for this program: where its login and its model are. */
const meantForIt =
  /^(?:ANTHROPIC_\w+|CLAUDE_CONFIG_DIR|CLAUDE_CODE_OAUTH_TOKEN|CLAUDE_CODE_USE_(?:BEDROCK|VERTEX|FOUNDRY))$/;

export function programEnvironment(
  { env = {}, baseUrl, apiKey }: AgentSettings,
  server: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return {
    ...meantFor(server, (name) => meantForIt.test(name)),
    ...(baseUrl === undefined ? {} : { ANTHROPIC_BASE_URL: baseUrl }),
    ...(apiKey === undefined ? {} : { ANTHROPIC_API_KEY: apiKey }),
    // It would replace itself under a session that runs.
    DISABLE_AUTOUPDATER: "1",
    ...env,
  };
}
