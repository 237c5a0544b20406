import { type EventBody, limits } from "@polylog/core";
import { countOf, type Native, nameOf, recordOf } from "../../connection/native-value.ts";

/** Usage: Pi reports each answer's tokens, and its cost if it knows a price. */

export type UsageRecord = NonNullable<Extract<EventBody, { type: "run_ended" }>["usage"]>[number];

/** An answer's usage; null if it used nothing. */
export function answerUsage(message: Native): UsageRecord | null {
  const usage = recordOf(message.usage);
  const counted = {
    inputTokens: tokens(usage.input),
    outputTokens: tokens(usage.output),
    cacheReadTokens: tokens(usage.cacheRead),
    cacheWriteTokens: tokens(usage.cacheWrite),
  };
  if (Object.values(counted).every((count) => count === 0)) return null;
  const reasoningTokens = tokens(usage.reasoning);
  const costUsd = recordOf(usage.cost).total;
  return {
    model: modelName(message) ?? "unknown",
    ...counted,
    ...(reasoningTokens === 0 ? {} : { reasoningTokens }),
    // Pi reports a cost of zero for a model without a price, which looks the same as a free model.
    ...(typeof costUsd === "number" && costUsd > 0 && costUsd <= limits.costUsd ? { costUsd } : {}),
  };
}

/** Adds an answer to a run's totals, by model, and separately for usage with and without a price. */
export function withAnswer(sums: readonly UsageRecord[], added: UsageRecord): UsageRecord[] {
  const isAlike = (sum: UsageRecord) =>
    sum.model === added.model && (sum.costUsd === undefined) === (added.costUsd === undefined);
  const before = sums.find(isAlike);
  return before === undefined
    ? [...sums, added]
    : sums.map((sum) => (sum === before ? joined(sum, added) : sum));
}

const fields = [
  ...["inputTokens", "outputTokens", "cacheReadTokens", "cacheWriteTokens", "reasoningTokens", "costUsd"],
] as const;

function joined(a: UsageRecord, b: UsageRecord): UsageRecord {
  const [first, second] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const known = fields.filter((field) => first[field] !== undefined || second[field] !== undefined);
  const sums = known.map((field) => [field, Number(first[field] ?? 0) + Number(second[field] ?? 0)]);
  return { ...a, ...Object.fromEntries(sums) };
}

/** How much of the model's context window is used after an answer. */
export function usedTokens(record: UsageRecord): number {
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = record;
  return inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens;
}

/** The name by which a person selects a model: in Pi, models belong to providers. */
export function modelName({ provider, model }: Native): string | null {
  const [maker, name] = [nameOf(provider), nameOf(model)];
  return maker === null || name === null ? name : `${maker}/${name}`;
}

function tokens(value: unknown): number {
  return countOf(value, limits.tokens) ?? 0;
}
