import { type EventBody, limits } from "@polylog/core";
import { countOf, type Native, nameOf, recordOf, recordsOf } from "../../connection/native-value.ts";
import type { AcpState } from "./state.ts";

/** Usage: the response to a prompt has the turn's usage, and updates have the session's cost so far. */

export type UsageRecord = NonNullable<Extract<EventBody, { type: "run_ended" }>["usage"]>[number];

/** The usage in the response to a prompt, by model. */
export function turnUsage(result: Native, currentModel: string | null): UsageRecord[] {
  const used = recordOf(result.usage);
  const quota = recordOf(recordOf(result._meta).quota);
  const model = currentModel ?? nameOf(recordsOf(quota.model_usage)[0]?.model) ?? "unknown";
  const counts = countsOf({
    total: used.totalTokens,
    input: used.inputTokens ?? recordOf(quota.token_count).input_tokens,
    output: used.outputTokens ?? recordOf(quota.token_count).output_tokens,
    cacheRead: used.cachedReadTokens,
    cacheWrite: used.cachedWriteTokens,
    thought: used.thoughtTokens,
  });
  return counts === null ? [] : [{ model, ...counts }];
}

/** The usage of one model request, if the agent sends it with the answer; otherwise null. */
export function callUsage(update: Native, currentModel: string | null): UsageRecord | null {
  const used = recordOf(recordOf(update._meta).usage);
  const counts = countsOf({
    ...{ total: used.totalTokens, input: used.inputTokens, output: used.outputTokens },
    ...{ cacheRead: used.cachedReadTokens, cacheWrite: used.cachedWriteTokens, thought: used.thoughtTokens },
  });
  return counts === null ? null : { model: currentModel ?? "unknown", ...counts };
}

function countsOf(
  used: Readonly<Record<"total" | "input" | "output" | "cacheRead" | "cacheWrite" | "thought", unknown>>,
) {
  const [cacheReadTokens, cacheWriteTokens, reasoningTokens] = [
    tokens(used.cacheRead),
    tokens(used.cacheWrite),
    tokens(used.thought),
  ];
  const [input, output, total] = [tokens(used.input), tokens(used.output), countOf(used.total)];
  const cached = cacheReadTokens + cacheWriteTokens;
  // Some agents also count cached tokens as input. Then the total is less than the sum of its parts.
  const isCountedTwice = total !== null && cached <= input && total < input + output + cached;
  const inputTokens = isCountedTwice ? input - cached : input;
  // Some agents count thinking separately from the output. Then it is another part of the total.
  const isBeside = total === inputTokens + cached + output + reasoningTokens;
  const counts = {
    inputTokens,
    outputTokens: isBeside ? output + reasoningTokens : output,
    ...(cacheReadTokens === 0 ? {} : { cacheReadTokens }),
    ...(cacheWriteTokens === 0 ? {} : { cacheWriteTokens }),
    ...(reasoningTokens === 0 ? {} : { reasoningTokens }),
  };
  return Object.values(counts).every((count) => count === 0) ? null : counts;
}

/** The sum of both. */
export function addUsage(one: UsageRecord | null, other: UsageRecord): UsageRecord {
  if (one === null) return other;
  const sum = (field: "cacheReadTokens" | "cacheWriteTokens" | "reasoningTokens") => {
    const tokens = (one[field] ?? 0) + (other[field] ?? 0);
    return tokens === 0 ? {} : { [field]: tokens };
  };
  return {
    model: other.model,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    ...sum("cacheReadTokens"),
    ...sum("cacheWriteTokens"),
    ...sum("reasoningTokens"),
  };
}

/** The usage since an earlier total of the same program. A total that shrank has restarted from zero. */
export function usageSince(before: UsageRecord | null, sum: UsageRecord): UsageRecord {
  if (before === null || sum.inputTokens < before.inputTokens || sum.outputTokens < before.outputTokens)
    return sum;
  const more = (field: "cacheReadTokens" | "cacheWriteTokens" | "reasoningTokens") => {
    const tokens = Math.max(0, (sum[field] ?? 0) - (before[field] ?? 0));
    return tokens === 0 ? {} : { [field]: tokens };
  };
  return {
    model: sum.model,
    inputTokens: sum.inputTokens - before.inputTokens,
    outputTokens: sum.outputTokens - before.outputTokens,
    ...more("cacheReadTokens"),
    ...more("cacheWriteTokens"),
    ...more("reasoningTokens"),
  };
}

/** The usage of all turns of a run, with the increase of the session's cost since it started. */
export function runUsage(state: AcpState, turns: readonly UsageRecord[]): UsageRecord[] {
  const { cost, run } = state;
  const used = turns.length > 0 ? turns : [run?.used ?? []].flat();
  const spent = cost === null ? null : cost - (run?.costBefore ?? 0);
  const priced = spent !== null && spent > 0 && spent <= limits.costUsd;
  return used.map((record, index) => (priced && index === 0 ? { ...record, costUsd: spent } : record));
}

function tokens(value: unknown): number {
  return countOf(value, limits.tokens) ?? 0;
}
