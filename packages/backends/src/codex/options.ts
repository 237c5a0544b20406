import type { AgentSettings } from "@polylog/core";
import { defined } from "@polylog/core";
import { z } from "zod";
import type { Native } from "../connection/native-value.ts";
import { variablesFor } from "../process/environment.ts";

/** What an agent's settings may say under `options`. */
const optionsSchema = z.strictObject({
  /** Servers for MCP, as the program's own configuration names them. */
  mcp_servers: z.record(z.string().min(1), z.looseObject({})).optional(),
  /** More of the program's own configuration, by its names: `{"model_reasoning_effort": "high"}`. */
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
    // A model that cannot be reached would be tried for ever, and the run would never end.
    ...["--disable", "unbounded_connection_retries"],
    // So that it can ask questions also where it does not plan. It would warn of that at each start.
    ...["--enable", "default_mode_request_user_input", "-c", "suppress_unstable_features_warning=true"],
    ...Object.entries(provider).flatMap(([name, value]) => ["-c", `${name}=${JSON.stringify(value)}`]),
    ...args,
  ];
}

/** Codex takes a key only by a login, which it would keep; a provider of our own reads it from the environment. */
function keyProvider(baseUrl = "https://api.openai.com/v1"): Readonly<Record<string, string>> {
  return {
    model_provider: "polylog",
    "model_providers.polylog.name": "OpenAI",
    "model_providers.polylog.base_url": baseUrl,
    "model_providers.polylog.wire_api": "responses",
    "model_providers.polylog.env_key": "OPENAI_API_KEY",
  };
}

/** What of the server's environment is meant for this program: where its login and its model are. */
const codexVariable = /^(?:CODEX_HOME|CODEX_API_KEY|OPENAI_API_KEY|OPENAI_BASE_URL)$/;

export function programEnvironment(
  { env = {}, apiKey }: AgentSettings,
  server: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return {
    ...variablesFor(server, (name) => codexVariable.test(name)),
    ...defined({ OPENAI_API_KEY: apiKey }),
    // Its last words on stderr are shown to people.
    NO_COLOR: "1",
    ...env,
  };
}

/** What a thread is opened with beside its mode. */
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
