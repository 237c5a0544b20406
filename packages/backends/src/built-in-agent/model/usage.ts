import type { EventBody, ModelUsage } from "@polylog/core";
import type { ModelChoice, Price } from "../options.ts";
import { costOf, priceOf } from "./prices.ts";
import type { Finish } from "./types.ts";

/** The usage of one call. `inputTokens` excludes tokens read from or written to a cache. */
export type UsageRecord = NonNullable<Extract<EventBody, { type: "run_ended" }>["usage"]>[number];

type Reported = Finish["usage"];

/** Null if the server does not report usage. */
export function usageOf(
  reported: Reported | null,
  choice: Pick<ModelChoice, "provider" | "model">,
  prices: Readonly<Record<string, Price>>,
): UsageRecord | null {
  const input = reported?.inputTokens;
  const output = reported?.outputTokens;
  if (input?.total === undefined && output?.total === undefined) return null;
  const cacheReadTokens = whole(input?.cacheRead);
  const cacheWriteTokens = whole(input?.cacheWrite);
  const total = whole(input?.total);
  const inputTokens = whole(input?.noCache ?? Math.max(0, total - cacheReadTokens - cacheWriteTokens));
  const tokens = { inputTokens, outputTokens: whole(output?.total), cacheReadTokens, cacheWriteTokens };
  const price = priceOf(choice, prices);
  const reasoningTokens = whole(output?.reasoning);
  return {
    model: choice.model,
    ...tokens,
    ...(reasoningTokens === 0 ? {} : { reasoningTokens }),
    ...(price === null ? {} : { costUsd: costOf(tokens, price) }),
  };
}

/** All tokens in the window at the end of a call. */
export function contextTokens(record: UsageRecord): number {
  const { inputTokens, cacheReadTokens = 0, cacheWriteTokens = 0, outputTokens } = record;
  return inputTokens + cacheReadTokens + cacheWriteTokens + outputTokens;
}

/** A run's usage so far, from the sums in the log. A cost is unknown if any part of it is unknown. */
export function recordsOf(sums: readonly ModelUsage[]): UsageRecord[] {
  return sums.map(({ costNanos, unpriced, reasoningTokens, ...tokens }) => ({
    ...tokens,
    ...(reasoningTokens === 0 ? {} : { reasoningTokens }),
    ...(unpriced > 0 ? {} : { costUsd: costNanos / 1e9 }),
  }));
}

/** The sum of many calls, per model. */
export function sumUsage(records: readonly UsageRecord[]): UsageRecord[] {
  const sums = new Map<string, UsageRecord>();
  for (const record of records) {
    const sum = sums.get(record.model);
    sums.set(record.model, sum === undefined ? record : addRecords(sum, record));
  }
  return [...sums.values()];
}

function addRecords(a: UsageRecord, b: UsageRecord): UsageRecord {
  const reasoningTokens = (a.reasoningTokens ?? 0) + (b.reasoningTokens ?? 0);
  const { costUsd: costA } = a;
  const { costUsd: costB } = b;
  return {
    model: a.model,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: (a.cacheReadTokens ?? 0) + (b.cacheReadTokens ?? 0),
    cacheWriteTokens: (a.cacheWriteTokens ?? 0) + (b.cacheWriteTokens ?? 0),
    ...(reasoningTokens === 0 ? {} : { reasoningTokens }),
    ...(costA == null || costB == null ? {} : { costUsd: costA + costB }),
  };
}

/** Validates a count, because a server may report anything. */
function whole(value: number | undefined): number {
  return value !== undefined && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
