import type { AgentSettings, PermissionMode } from "@polylog/core";
import { defined } from "@polylog/core";
import { z } from "zod";
import { variablesFor } from "../process/environment.ts";

/** How the program is started: always so that it asks us, whatever the agent's permission mode. */

const optionsSchema = z.strictObject({
  /** Servers for MCP, as the program's own configuration names them. */
  mcp_servers: z.record(z.string().min(1), z.looseObject({})).optional(),
});

export type ClaudeOptions = z.infer<typeof optionsSchema>;

export function readOptions(settings: AgentSettings) {
  return optionsSchema.safeParse(settings.options ?? {});
}

/** What is known when the program starts. */
export interface StartFacts {
  readonly resume?: string | undefined;
  readonly projectRoot: string;
  /** Whether what the project brings along for the program may run. */
  readonly trusted: boolean;
}

export function programArguments(
  settings: AgentSettings,
  options: ClaudeOptions,
  { resume, projectRoot, trusted }: StartFacts,
): string[] {
  const { model, instructions, permissionMode = "ask", args = [] } = settings;
  const { mcp_servers: mcpServers } = options;
  return [
    "-p",
    ...["--output-format", "stream-json", "--input-format", "stream-json", "--verbose"],
    ...["--include-partial-messages", "--permission-prompt-tool", "stdio"],
    ...(trusted ? [] : untrustedArguments(projectRoot)),
    ...["--permission-mode", nativeMode(permissionMode)],
    // A value stays with its option, so that none is taken for another option.
    ...(resume === undefined ? [] : [`--resume=${resume}`]),
    ...(model === undefined ? [] : [`--model=${model}`]),
    ...(instructions === undefined ? [] : [`--append-system-prompt=${instructions}`]),
    ...(mcpServers === undefined ? [] : [`--mcp-config=${JSON.stringify({ mcpServers })}`]),
    ...args,
  ];
}

/**
 * In a folder that nobody trusts only the person's own settings count: no hooks, servers, commands or permissions of
 * the project, now or when they come to be there while the program runs. Its CLAUDE.md goes with them unless the
 * folder is named as another one to read.
 */
function untrustedArguments(projectRoot: string): string[] {
  return ["--setting-sources", "user", `--add-dir=${projectRoot}`];
}

export const untrustedEnvironment = { CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD: "1" };

/** The same for the program's library, which takes it as options. */
export function untrustedOptions(projectRoot: string) {
  return { settingSources: ["user"], additionalDirectories: [projectRoot], env: untrustedEnvironment };
}

/** Ours decide by rules that the program's own generous modes would pass over; only planning is its own affair. */
export function nativeMode(mode: PermissionMode): "plan" | "default" {
  return mode === "plan" ? "plan" : "default";
}

/** What of the server's environment is meant for this program: where its login and its model are. */
const claudeVariable =
  /^(?:ANTHROPIC_\w+|CLAUDE_CONFIG_DIR|CLAUDE_CODE_OAUTH_TOKEN|CLAUDE_CODE_USE_(?:BEDROCK|VERTEX|FOUNDRY))$/;

export function programEnvironment(
  { env = {}, baseUrl, apiKey }: AgentSettings,
  server: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return {
    ...variablesFor(server, (name) => claudeVariable.test(name)),
    ...defined({ ANTHROPIC_BASE_URL: baseUrl, ANTHROPIC_API_KEY: apiKey }),
    // It would replace itself under a session that runs.
    DISABLE_AUTOUPDATER: "1",
    ...env,
  };
}
