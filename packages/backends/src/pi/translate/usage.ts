import type { EventBody } from "@polylog/core";
import { limits } from "@polylog/core";
import type { Native } from "../../connection/native-value.ts";
import { countOf, nameOf, recordOf } from "../../connection/native-value.ts";

/** Numbers: Pi tells what each answer used, and what it cost where it knows a price. */

export type UsageRecord = NonNullable<Extract<EventBody, { type: "run_ended" }>["usage"]>[number];

/** What an answer used; null where it used nothing. */
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
    // A model without a price costs nothing by Pi's count, which nobody can tell from free.
    ...(typeof costUsd === "number" && costUsd > 0 && costUsd <= limits.costUsd ? { costUsd } : {}),
  };
}

/** The sums of a run with one more answer, each model apart, and what has a price apart from what has none. */
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

/** How full the model's window is after an answer. */
export function usedTokens(record: UsageRecord): number {
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = record;
  return inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens;
}

/** The name by which a person chooses a model: Pi's models belong to providers. */
export function modelName({ provider, model }: Native): string | null {
  const [maker, name] = [nameOf(provider), nameOf(model)];
  return maker === null || name === null ? name : `${maker}/${name}`;
}

function tokens(value: unknown): number {
  return countOf(value, limits.tokens) ?? 0;
}
