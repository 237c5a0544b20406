import { type AgentSettings, defined } from "@polylog/core";
import { z } from "zod";
import type { Native } from "../connection/native-value.ts";
import { variablesFor } from "../process/environment.ts";

/** The `options` that an agent's settings may contain. */
const optionsSchema = z.strictObject({
  /** MCP servers, in Codex's own configuration format. */
  mcp_servers: z.record(z.string().min(1), z.looseObject({})).optional(),
  /** Other settings of Codex's own configuration, by their names: `{"model_reasoning_effort": "high"}`. */
  config: z.record(z.string().min(1), z.unknown()).optional(),
});

export type CodexOptions = z.infer<typeof optionsSchema>;

export function readOptions(settings: AgentSettings) {
  return optionsSchema.safeParse(settings.options ?? {});
}

export function programArguments({ args = [], baseUrl, apiKey }: AgentSettings): string[] {
  const provider =
    apiKey !== undefined ? keyProvider(baseUrl) : baseUrl === undefined ? {} : { openai_base_url: baseUrl };
  return [
    "app-server",
    // Otherwise Codex retries an unreachable model without a limit, and the run never ends.
    ...["--disable", "unbounded_connection_retries"],
    // Lets Codex ask questions outside of planning, too. Codex warns about this setting at each start.
    ...["--enable", "default_mode_request_user_input", "-c", "suppress_unstable_features_warning=true"],
    ...Object.entries(provider).flatMap(([name, value]) => ["-c", `${name}=${JSON.stringify(value)}`]),
    ...args,
  ];
}

/** Codex accepts a key only through a login that it stores, so the key is passed as a provider's environment variable. */
function keyProvider(baseUrl = "https://api.openai.com/v1"): Readonly<Record<string, string>> {
  return {
    model_provider: "polylog",
    "model_providers.polylog.name": "OpenAI",
    "model_providers.polylog.base_url": baseUrl,
    "model_providers.polylog.wire_api": "responses",
    "model_providers.polylog.env_key": "OPENAI_API_KEY",
  };
}

/** The variables of the server's environment that the program receives, for its login and model. */
const codexVariable = /^(?:CODEX_HOME|CODEX_API_KEY|OPENAI_API_KEY|OPENAI_BASE_URL)$/;

export function programEnvironment(
  { env = {}, apiKey }: AgentSettings,
  server: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return {
    ...variablesFor(server, (name) => codexVariable.test(name)),
    ...defined({ OPENAI_API_KEY: apiKey }),
    // The last lines on stderr are shown to people, so they must contain no color codes.
    NO_COLOR: "1",
    ...env,
  };
}

/** The other settings with which a thread is opened. */
export function threadConfig(
  { model, instructions }: AgentSettings,
  options: CodexOptions,
  ownServer: Native = {},
): Native {
  const { mcp_servers: mcpServers = {}, config = {} } = options;
  const servers = { ...mcpServers, ...ownServer };
  const more = { ...config, ...(Object.keys(servers).length === 0 ? {} : { mcp_servers: servers }) };
  return {
    ...defined({ model, developerInstructions: instructions }),
    ...(Object.keys(more).length === 0 ? {} : { config: more }),
  };
}
