import { type AgentSettings, defined, type PermissionMode } from "@polylog/core";
import { z } from "zod";
import { variablesFor } from "../process/environment.ts";

/** The program's arguments. In every permission mode it must send its permission requests to Polylog. */

const optionsSchema = z.strictObject({
  /** MCP servers, in Claude Code's own configuration format. */
  mcp_servers: z.record(z.string().min(1), z.looseObject({})).optional(),
});

export type ClaudeOptions = z.infer<typeof optionsSchema>;

export function readOptions(settings: AgentSettings) {
  return optionsSchema.safeParse(settings.options ?? {});
}

/** The facts that are known when the program starts. */
export interface StartFacts {
  readonly resume?: string | undefined;
  readonly projectRoot: string;
  /** Whether the project's own configuration may run code. */
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
    // One argument for option and value, so that a value is never parsed as an option.
    ...(resume === undefined ? [] : [`--resume=${resume}`]),
    ...(model === undefined ? [] : [`--model=${model}`]),
    ...(instructions === undefined ? [] : [`--append-system-prompt=${instructions}`]),
    ...(mcpServers === undefined ? [] : [`--mcp-config=${JSON.stringify({ mcpServers })}`]),
    ...args,
  ];
}

/**
 * In an untrusted folder only the user's own settings apply. Hooks, servers, commands and permissions of the project
 * are ignored, even if they are added while the program runs. This also skips the project's CLAUDE.md, unless the
 * folder is passed as an additional one.
 */
function untrustedArguments(projectRoot: string): string[] {
  return ["--setting-sources", "user", `--add-dir=${projectRoot}`];
}

export const untrustedEnvironment = { CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD: "1" };

/** The same as options for the program's library. */
export function untrustedOptions(projectRoot: string) {
  return { settingSources: ["user"], additionalDirectories: [projectRoot], env: untrustedEnvironment };
}

/** Polylog's rules decide, and the program's permissive modes would bypass them. Only planning is passed on. */
export function nativeMode(mode: PermissionMode): "plan" | "default" {
  return mode === "plan" ? "plan" : "default";
}

/** The variables of the server's environment that the program receives, for its login and model. */
const claudeVariable =
  /^(?:ANTHROPIC_\w+|CLAUDE_CONFIG_DIR|CLAUDE_CODE_OAUTH_TOKEN|CLAUDE_CODE_USE_(?:BEDROCK|VERTEX|FOUNDRY))$/;

export function programEnvironment(
  { env = {}, baseUrl, apiKey }: AgentSettings,
  server: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return {
    ...variablesFor(server, (name) => claudeVariable.test(name)),
    ...defined({ ANTHROPIC_BASE_URL: baseUrl, ANTHROPIC_API_KEY: apiKey }),
    // Otherwise it may replace its own files during a session.
    DISABLE_AUTOUPDATER: "1",
    ...env,
  };
}
