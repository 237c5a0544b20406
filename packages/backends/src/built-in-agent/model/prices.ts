import type { ModelChoice, Price } from "../options.ts";

/**
 * Dollars per million tokens, as listed by the providers on 2025-08-01. A model that is not listed has no known price,
 * which is not the same as free. An agent's settings may set other prices.
 */
const listed: Readonly<Record<string, Price>> = {
  "gpt-4o": { input: 2.5, output: 10, cache_read: 1.25 },
  "gpt-4o-mini": { input: 0.15, output: 0.6, cache_read: 0.075 },
  "gpt-4.1": { input: 2, output: 8, cache_read: 0.5 },
  "gpt-4.1-mini": { input: 0.4, output: 1.6, cache_read: 0.1 },
  "gpt-4.1-nano": { input: 0.1, output: 0.4, cache_read: 0.025 },
  "claude-3-5-haiku": { input: 0.8, output: 4, cache_read: 0.08, cache_write: 1 },
  "claude-3-7-sonnet": { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 },
  "claude-sonnet-4": { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 },
  "claude-opus-4": { input: 15, output: 75, cache_read: 1.5, cache_write: 18.75 },
  "gemini-2.5-flash": { input: 0.3, output: 2.5, cache_read: 0.075 },
};

/** A name matches itself and its dated versions, such as `gpt-4o-2024-11-20`, but no longer names. */
const dated = /-(\d{8}|\d{4}-\d{2}-\d{2}|latest)$/;

/** A custom server sets its own price, even for a known model name. */
export function priceOf(
  { provider, model }: Pick<ModelChoice, "provider" | "model">,
  own: Readonly<Record<string, Price>>,
): Price | null {
  const given = own[model];
  if (given !== undefined) return given;
  if (provider === "openai-compatible") return null;
  return listed[model] ?? listed[model.replace(dated, "")] ?? null;
}

export interface Tokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
}

export function costOf(tokens: Tokens, price: Price): number {
  const { input, output, cache_read = input, cache_write = input } = price;
  const millionths =
    tokens.inputTokens * input +
    tokens.outputTokens * output +
    tokens.cacheReadTokens * cache_read +
    tokens.cacheWriteTokens * cache_write;
  return millionths / 1e6;
}
