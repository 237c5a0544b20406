import { type EventBody, limits } from "@polylog/core";
import { countOf, type Native, recordOf } from "../../connection/native-value.ts";

/** Usage: Claude Code reports a session's total. A run's usage is the increase since the last run. */

type UsageRecord = NonNullable<Extract<EventBody, { type: "run_ended" }>["usage"]>[number];

interface Sum {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly costUsd: number;
}

/** Usage by model. */
export type Sums = Readonly<Record<string, Sum>>;

const fields = ["inputTokens", "outputTokens", "cacheReadTokens", "cacheWriteTokens", "costUsd"] as const;
const none: Sum = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0 };

export function sumsOf(modelUsage: unknown): Sums {
  const sums = Object.entries(recordOf(modelUsage)).flatMap(([model, value]) => {
    if (model === "") return [];
    const used = recordOf(value);
    const sum: Sum = {
      inputTokens: tokens(used.inputTokens),
      outputTokens: tokens(used.outputTokens),
      cacheReadTokens: tokens(used.cacheReadInputTokens),
      cacheWriteTokens: tokens(used.cacheCreationInputTokens),
      costUsd: dollars(used.costUSD),
    };
    return [[model, sum] as const];
  });
  return Object.fromEntries(sums);
}

/** The increase. A model whose total shrank has restarted from zero. */
export function addedSince(before: Sums, now: Sums): Sums {
  return Object.fromEntries(
    Object.entries(now).map(([model, sum]) => {
      const last = Object.hasOwn(before, model) ? (before[model] as Sum) : none;
      const shrank = fields.some((field) => sum[field] < last[field]);
      const added = fields.map((field) => [field, shrank ? sum[field] : rounded(sum[field] - last[field])]);
      return [model, Object.fromEntries(added) as unknown as Sum];
    }),
  );
}

export function addedTo(before: Sums, more: Sums): Sums {
  const both = Object.entries(more).map(([model, sum]) => {
    const last = Object.hasOwn(before, model) ? (before[model] as Sum) : none;
    const added = fields.map((field) => [field, rounded(last[field] + sum[field])]);
    return [model, Object.fromEntries(added) as unknown as Sum] as const;
  });
  return { ...before, ...Object.fromEntries(both) };
}

export function usageRecords(sums: Sums): UsageRecord[] {
  return Object.entries(sums)
    .filter(([, sum]) => fields.some((field) => sum[field] > 0))
    .map(([model, sum]) => ({ model, ...sum }));
}

/** One answer's usage, in the API's format. */
export function answerUsage(model: string, value: unknown): UsageRecord {
  const usage = recordOf(value);
  return {
    model,
    inputTokens: tokens(usage.input_tokens),
    outputTokens: tokens(usage.output_tokens),
    cacheReadTokens: tokens(usage.cache_read_input_tokens),
    cacheWriteTokens: tokens(usage.cache_creation_input_tokens),
  };
}

/** How much of the model's context window is used after an answer. */
export function usedTokens(record: UsageRecord): number {
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = record;
  return inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens;
}

/** The context window of the used model, if it is reported. */
export function windowOf(modelUsage: unknown, model: string | null): number | null {
  const usage: Native = recordOf(modelUsage);
  const used = model !== null && Object.hasOwn(usage, model) ? usage[model] : Object.values(usage)[0];
  return countOf(recordOf(used).contextWindow);
}

function tokens(value: unknown): number {
  return countOf(value, limits.tokens) ?? 0;
}

function dollars(value: unknown): number {
  return typeof value === "number" && value >= 0 && value <= limits.costUsd ? value : 0;
}

/** Rounded to billionths, the precision of costs in the log, because differences of totals have rounding errors. */
function rounded(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}
