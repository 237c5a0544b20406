import { z } from "zod";
import { addRemark } from "../conversation/add.ts";
import { setAgent } from "../conversation/agents.ts";
import { baseOf, type EntryBase } from "../conversation/entry.ts";
import { withRequest } from "../conversation/requests.ts";
import { putRun, withUsage } from "../conversation/runs.ts";
import { joinIds } from "../data/join-ids.ts";
import { limits } from "../limits.ts";
import { defineEntry, defineEvent, eventGroup } from "./define.ts";
import { amountUpTo, count, countUpTo, flag, id, oneOf, optional, text } from "./fields.ts";

/** Numbers: usage, cost, and how full the model's context window is. */

/** Limited, so that sums stay exact. */
const tokens = countUpTo(limits.tokens);

const usageShape = {
  model: id,
  inputTokens: tokens,
  outputTokens: tokens,
  cacheReadTokens: optional(tokens),
  cacheWriteTokens: optional(tokens),
  reasoningTokens: optional(tokens),
  /** Absent or null: unknown, which does not mean free. */
  costUsd: optional(amountUpTo(limits.costUsd)),
};
export const usageRecord = z.object(usageShape);

/** Totals of one model. Cost is in billionths of a dollar, so that sums are exact in any order. */
export interface ModelUsage {
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly reasoningTokens: number;
  readonly costNanos: number;
  /** Calls with an unknown price: the cost is then a minimum. */
  readonly unpriced: number;
}

export function modelUsage(record: z.infer<typeof usageRecord>): ModelUsage {
  const { costUsd = null } = record;
  return {
    model: record.model,
    inputTokens: record.inputTokens,
    outputTokens: record.outputTokens,
    cacheReadTokens: record.cacheReadTokens ?? 0,
    cacheWriteTokens: record.cacheWriteTokens ?? 0,
    reasoningTokens: record.reasoningTokens ?? 0,
    costNanos: costUsd === null ? 0 : Math.round(costUsd * 1e9),
    unpriced: costUsd === null ? 1 : 0,
  };
}

/** Adds to the totals, by model in the order of their names; `sign` -1 subtracts. */
export function addUsage(
  sums: readonly ModelUsage[],
  added: readonly ModelUsage[],
  sign: 1 | -1 = 1,
): readonly ModelUsage[] {
  const result = sums.slice();
  for (const record of added) {
    if (isZero(record)) continue;
    let at = 0;
    while (at < result.length && (result[at] as ModelUsage).model < record.model) at++;
    const sum = result[at];
    if (sum?.model === record.model) result[at] = addRecord(sum, record, sign);
    else result.splice(at, 0, record);
  }
  return sign === 1 ? result : result.filter((sum) => !isZero(sum));
}

function addRecord(a: ModelUsage, b: ModelUsage, sign: number): ModelUsage {
  return {
    model: a.model,
    inputTokens: a.inputTokens + sign * b.inputTokens,
    outputTokens: a.outputTokens + sign * b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + sign * b.cacheReadTokens,
    cacheWriteTokens: a.cacheWriteTokens + sign * b.cacheWriteTokens,
    reasoningTokens: a.reasoningTokens + sign * b.reasoningTokens,
    costNanos: a.costNanos + sign * b.costNanos,
    unpriced: a.unpriced + sign * b.unpriced,
  };
}

function isZero(sum: ModelUsage): boolean {
  return (
    sum.inputTokens === 0 &&
    sum.outputTokens === 0 &&
    sum.cacheReadTokens === 0 &&
    sum.cacheWriteTokens === 0 &&
    sum.reasoningTokens === 0 &&
    sum.costNanos === 0 &&
    sum.unpriced === 0
  );
}

const usage = defineEvent({
  type: "usage",
  scope: "run",
  payload: usageShape,
  // A run's own total replaces partial reports. Reports of single requests, which have a response id, stay.
  supersededKey: ({ responseId }, runId) => (responseId === undefined ? joinIds("usage", runId) : null),
  afterEnd: "apply",
  fold: (draft, event, run) => {
    const used = modelUsage(event);
    const next = withUsage(draft, run, addUsage(run.usage, [used]));
    putRun(draft, event.responseId === undefined ? next : withRequest(draft, next, event, used));
    draft.usage = addUsage(draft.usage, [used]);
  },
});

const contextUsage = defineEvent({
  type: "context_usage",
  scope: "run",
  payload: {
    usedTokens: count,
    windowTokens: optional(count),
    messageCount: optional(count),
    compressed: optional(flag),
  },
  // The last event of every run is kept, so that the history of a session's context window can be shown later.
  supersededKey: (event, runId) => joinIds("context", event.agentId, runId),
  supersedes: (event, runId) => [joinIds("context", event.agentId, runId)],
  afterEnd: "apply",
  fold: (draft, event) =>
    setAgent(draft, event.agentId, {
      context: {
        usedTokens: event.usedTokens,
        windowTokens: event.windowTokens ?? null,
        messageCount: event.messageCount ?? null,
        compressed: event.compressed ?? false,
      },
    }),
});

export interface ContextCompactionEntry extends EntryBase {
  readonly kind: "compaction";
  readonly trigger: "auto" | "manual";
  readonly beforeTokens: number | null;
  readonly afterTokens: number | null;
  readonly summary: string | null;
}

declare module "../conversation/entry.ts" {
  interface EntryKinds {
    compaction: ContextCompactionEntry;
  }
}

const contextCompaction = defineEvent({
  type: "compaction",
  scope: "run",
  payload: {
    trigger: oneOf(["auto", "manual"]),
    beforeTokens: optional(count),
    afterTokens: optional(count),
    summary: optional(text),
  },
  afterEnd: "apply",
  fold: (draft, event, run) => {
    const entry: ContextCompactionEntry = {
      ...baseOf(event, "compaction"),
      trigger: event.trigger,
      beforeTokens: event.beforeTokens ?? null,
      afterTokens: event.afterTokens ?? null,
      summary: event.summary ?? null,
    };
    addRemark(draft, event, entry, run);
  },
});

export const usageEvents = eventGroup(
  [usage, contextUsage, contextCompaction],
  [
    defineEntry("compaction", ({ beforeTokens, afterTokens }) => ({
      icon: "compaction",
      tone: "quiet",
      text:
        beforeTokens !== null && afterTokens !== null
          ? `Context compacted from ${beforeTokens} to ${afterTokens} tokens`
          : "Context compacted",
    })),
  ],
);
