import { fileURLToPath } from "node:url";
import type { AgentSettings } from "@polylog/core";
import { variablesFor } from "../process/environment.ts";
import { isAtLeast087 } from "./version.ts";

/** How the program is started: always with our extension, so that it asks us, whatever the agent's permission mode. */

const guard = fileURLToPath(new URL("./extension/guard.ts", import.meta.url));

export interface StartFacts {
  /** The program's version, where it is known before it runs. */
  readonly version: string | null;
  readonly resume: string | undefined;
  /** Whether what the project brings along for Pi may run. */
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

/** What is wrong with an agent's settings; null where nothing is. */
export function invalidSettings({ baseUrl, apiKey, options = {} }: AgentSettings): string | null {
  const [option] = Object.keys(options);
  if (option !== undefined) return `options.${option} is not known; give Pi's own options as args.`;
  if (baseUrl !== undefined)
    return "base_url is not used; add the address to Pi's models.json and choose its model.";
  if (apiKey !== undefined)
    return "the key is not used; put it into the agent's env by the name that Pi reads.";
  return null;
}

/** Where Pi finds its keys, beside its own login. */
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

/** What of the server's environment is meant for this program: where its home, its login and its models are. */
export function programEnvironment(
  { env = {} }: AgentSettings,
  server: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  // It would look for a newer version of itself whenever it comes up.
  return {
    ...variablesFor(server, (name) => isKey(name) || families.test(name)),
    PI_SKIP_VERSION_CHECK: "1",
    ...env,
  };
}
