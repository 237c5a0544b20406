import { fileURLToPath } from "node:url";
import type { AgentSettings } from "@polylog/core";
import { variablesFor } from "../process/environment.ts";
import { isAtLeast087 } from "./version.ts";

/** The program's arguments. Our extension is always loaded, so that Pi requests permission in every mode. */

const guard = fileURLToPath(new URL("./extension/guard.ts", import.meta.url));

export interface StartFacts {
  /** The program's version, if it is known before the start. */
  readonly version: string | null;
  readonly resume: string | undefined;
  /** Whether the project's own Pi configuration may run code. */
  readonly trusted: boolean;
}

export function programArguments(
  { model, instructions, args = [] }: AgentSettings,
  { version, resume, trusted }: StartFacts,
): string[] {
  const isCurrent = isAtLeast087(version);
  return [
    ...["--mode", "rpc", "--extension", guard],
    ...(isCurrent ? [trusted ? "--approve" : "--no-approve"] : []),
    ...(resume === undefined ? [] : [isCurrent ? "--session-id" : "--session", resume]),
    ...(model === undefined ? [] : ["--model", model]),
    ...(instructions === undefined ? [] : ["--append-system-prompt", instructions]),
    ...args,
  ];
}

/** The error in an agent's settings; null if they are valid. */
export function invalidSettings({ baseUrl, apiKey, options = {} }: AgentSettings): string | null {
  const [option] = Object.keys(options);
  if (option !== undefined) return `options.${option} is unknown. Pass Pi's own options in args.`;
  if (baseUrl !== undefined)
    return "Pi does not use base_url. Add the address to Pi's models.json and select its model.";
  if (apiKey !== undefined)
    return "Pi does not use api_key or api_key_env. Set the key in the agent's env, as the variable that Pi reads.";
  return null;
}

/** Variables from which Pi reads its keys, in addition to its own login. */
const keys: ReadonlySet<string> = new Set([
  ...[
    "AI_GATEWAY_API_KEY",
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "ANTHROPIC_OAUTH_TOKEN",
    "ANT_LING_API_KEY",
  ],
  ...[
    "BASETEN_API_KEY",
    "CEREBRAS_API_KEY",
    "DEEPSEEK_API_KEY",
    "FIREWORKS_API_KEY",
    "GEMINI_API_KEY",
    "GROQ_API_KEY",
  ],
  ...["HF_TOKEN", "KIMI_API_KEY", "META_API_KEY", "MINIMAX_API_KEY", "MISTRAL_API_KEY", "MOONSHOT_API_KEY"],
  ...[
    "NVIDIA_API_KEY",
    "OPENAI_API_KEY",
    "OPENCODE_API_KEY",
    "OPENROUTER_API_KEY",
    "QWEN_TOKEN_PLAN_API_KEY",
  ],
  ...["TOGETHER_API_KEY", "XAI_API_KEY", "XIAOMI_API_KEY", "ZAI_API_KEY"],
]);
const families = /^(?:PI|AZURE_OPENAI|AWS|CLOUDFLARE|GOOGLE_CLOUD)_\w+$/;

export function isKey(name: string): boolean {
  return keys.has(name);
}

/** The variables of the server's environment that the program receives, for its home, login and models. */
export function programEnvironment(
  { env = {} }: AgentSettings,
  server: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  // Otherwise it checks for updates at each start.
  return {
    ...variablesFor(server, (name) => isKey(name) || families.test(name)),
    PI_SKIP_VERSION_CHECK: "1",
    ...env,
  };
}
