import type { AgentSettings } from "@polylog/core";
import { z } from "zod";
import { limits } from "./limits.ts";
import { mcpServers } from "./mcp/settings.ts";

/** The agent settings under `options`. */

const providers = ["openai-compatible", "openai", "anthropic", "google"] as const;
export type ProviderName = (typeof providers)[number];

const price = z.strictObject({
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  cache_read: z.number().nonnegative().optional(),
  cache_write: z.number().nonnegative().optional(),
});
/** Dollars per million tokens. */
export type Price = z.infer<typeof price>;

const name = z.string().min(1);

const otherModel = z.strictObject({
  provider: z.enum(providers).optional(),
  base_url: z.url().optional(),
  model: name,
  api_key: name.optional(),
});

const optionsSchema = z.strictObject({
  provider: z.enum(providers).optional(),
  /** Fallback models, in order. */
  fallback: z.array(z.union([name, otherModel])).default([]),
  prices: z.record(z.string(), price).default({}),
  /** The model's context window in tokens. */
  context_window: z.int().positive().optional(),
  max_output_tokens: z.int().positive().optional(),
  temperature: z.number().min(0).max(2).optional(),
  reasoning: z.enum(["none", "minimal", "low", "medium", "high"]).optional(),
  idle_timeout_ms: z.int().positive().optional(),
  max_retries: z.int().nonnegative().max(20).default(limits.retries),
  max_steps: z.int().positive().default(limits.steps),
  /** Folders outside the project that the agent may read and change, too. */
  allow_paths: z.array(name).default([]),
  /** Hosts, as `name` or `name:port`, that may be fetched from even if their address is private. */
  allow_private_fetch: z.array(name).default([]),
  mcp_servers: mcpServers.default({}),
  subagents: z
    .strictObject({
      depth: z.int().nonnegative().default(limits.subagentDepth),
      count: z.int().nonnegative().default(limits.subagentCount),
    })
    .default({ depth: limits.subagentDepth, count: limits.subagentCount }),
});

export type AgentOptions = z.infer<typeof optionsSchema>;

/** One model and its server. */
export interface ModelChoice {
  readonly provider: ProviderName;
  readonly model: string;
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
}

export interface ReadSettings {
  readonly options: AgentOptions;
  /** The agent's own model, followed by its fallbacks. */
  readonly choices: readonly [ModelChoice, ...ModelChoice[]];
}

export type SettingsResult =
  | { readonly ok: true; readonly value: ReadSettings }
  | { readonly ok: false; readonly message: string };

export function readSettings(agentId: string, settings: AgentSettings): SettingsResult {
  const parsed = optionsSchema.safeParse(settings.options ?? {});
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = ["options", ...(issue?.path ?? [])].join(".");
    return { ok: false, message: `Invalid settings for ${agentId}: ${where}: ${issue?.message}.` };
  }
  const options = parsed.data;
  const { model, baseUrl, apiKey } = settings;
  const provider = options.provider ?? (baseUrl === undefined ? "openai" : "openai-compatible");
  if (provider === "openai-compatible" && baseUrl === undefined) {
    return { ok: false, message: `${agentId} has no server. Set base_url.` };
  }
  if (baseUrl !== undefined && !/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? "")) {
    return { ok: false, message: `The base_url of ${agentId} is not an HTTP URL: ${baseUrl}.` };
  }
  if (model === undefined || model === "") {
    return { ok: false, message: `${agentId} has no model. Set model.` };
  }
  const own: ModelChoice = { provider, model, baseUrl, apiKey };
  return {
    ok: true,
    value: { options, choices: [own, ...options.fallback.map((one) => choiceOf(one, own))] },
  };
}

/** A fallback given only as a model name uses the agent's own server. */
function choiceOf(given: AgentOptions["fallback"][number], own: ModelChoice): ModelChoice {
  if (typeof given === "string") return { ...own, model: given };
  const { provider = own.provider, base_url, model, api_key } = given;
  const isElsewhere = base_url !== undefined || provider !== own.provider;
  const baseUrl = base_url ?? (provider === own.provider ? own.baseUrl : undefined);
  return { provider, model, baseUrl, apiKey: api_key ?? (isElsewhere ? undefined : own.apiKey) };
}
