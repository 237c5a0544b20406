import type { EventBody } from "@polylog/core";
import { limits } from "@polylog/core";
import type { Native } from "../connection/native-value.ts";
import { countOf, nameOf, recordOf, recordsOf } from "../connection/native-value.ts";
import type { AcpState } from "./state.ts";

/** Numbers: what a turn used is in the answer to its prompt; what the session cost so far is in updates. */

export type UsageRecord = NonNullable<Extract<EventBody, { type: "run_ended" }>["usage"]>[number];

/** What an answer to a prompt says was used, by the model. */
export function turnUsage(result: Native, currentModel: string | null): UsageRecord[] {
  const used = recordOf(result.usage);
  const quota = recordOf(recordOf(result._meta).quota);
  const model = currentModel ?? nameOf(recordsOf(quota.model_usage)[0]?.model) ?? "unknown";
  const counts = countsOf({
    input: used.inputTokens ?? recordOf(quota.token_count).input_tokens,
    output: used.outputTokens ?? recordOf(quota.token_count).output_tokens,
    cacheRead: used.cachedReadTokens,
    cacheWrite: used.cachedWriteTokens,
    thought: used.thoughtTokens,
  });
  return counts === null ? [] : [{ model, ...counts }];
}

function countsOf(
  used: Readonly<Record<"input" | "output" | "cacheRead" | "cacheWrite" | "thought", unknown>>,
) {
  const [cacheReadTokens, cacheWriteTokens, reasoningTokens] = [
    tokens(used.cacheRead),
    tokens(used.cacheWrite),
    tokens(used.thought),
  ];
  const counts = {
    inputTokens: tokens(used.input),
    outputTokens: tokens(used.output),
    ...(cacheReadTokens === 0 ? {} : { cacheReadTokens }),
    ...(cacheWriteTokens === 0 ? {} : { cacheWriteTokens }),
    ...(reasoningTokens === 0 ? {} : { reasoningTokens }),
  };
  return Object.values(counts).every((count) => count === 0) ? null : counts;
}

/** The turns of a run together, with what the session cost more since it began. */
export function runUsage(state: AcpState, turns: readonly UsageRecord[]): UsageRecord[] {
  const { cost, run } = state;
  const spent = cost === null ? null : cost - (run?.costBefore ?? 0);
  const priced = spent !== null && spent > 0 && spent <= limits.costUsd;
  return turns.map((record, index) => (priced && index === 0 ? { ...record, costUsd: spent } : record));
}

function tokens(value: unknown): number {
  return countOf(value, limits.tokens) ?? 0;
}
