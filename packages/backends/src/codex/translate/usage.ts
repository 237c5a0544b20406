import { defined, type EventBody, limits } from "@polylog/core";
import { countOf, type Native, recordOf } from "../../connection/native-value.ts";
import { noEvents } from "../../connection/translation.ts";
import type { CodexState, CodexTranslation, Thread } from "./state.ts";
import { runRefOf, withRun, withThreadState } from "./state.ts";

/** Usage. Codex reports the total of a thread, and repeats the same total. */

const fields = [
  "inputTokens",
  "cachedInputTokens",
  "cacheWriteInputTokens",
  "outputTokens",
  "reasoningOutputTokens",
] as const;

export type Totals = Readonly<Partial<Record<(typeof fields)[number], number>>>;

export function translateUsage(state: CodexState, thread: Thread, params: Native): CodexTranslation {
  const usage = recordOf(params.tokenUsage);
  const total = readTotals(usage.total);
  const runRef = runRefOf(state, thread);
  // The usage of a resumed thread is reported when it is opened, outside of any run.
  if (runRef === null) return noEvents(withThreadState(state, { ...thread, spent: total }));
  const last = readTotals(usage.last);
  const added = thread.spent === null ? last : addedSince(thread.spent, total);
  const used = sum(thread.run?.used ?? {}, added);
  const next = withThreadState(state, { ...withRun(thread, { used }), spent: total });
  const events: EventBody[] = [];
  if (fields.some((field) => (added[field] ?? 0) > 0)) {
    // Codex reports usage after each answer without naming it, so the run's total until then identifies the answer.
    const responseId = `${runRef.runId}-${(used.inputTokens ?? 0) + (used.outputTokens ?? 0)}`;
    events.push({ type: "usage", ...usageRecord(state.model ?? "codex", added), responseId, ...runRef });
  }
  const usedTokens = (last.inputTokens ?? 0) + (last.outputTokens ?? 0);
  const windowTokens = countOf(usage.modelContextWindow);
  if (usedTokens > 0) {
    events.push({ type: "context_usage", usedTokens, ...defined({ windowTokens }), ...runRef });
  }
  return { state: next, events };
}

/** The increase. A total that shrank has restarted from zero. */
export function addedSince(before: Totals, now: Totals): Totals {
  const shrank = fields.some((field) => (now[field] ?? 0) < (before[field] ?? 0));
  if (shrank) return now;
  return Object.fromEntries(fields.map((field) => [field, (now[field] ?? 0) - (before[field] ?? 0)]));
}

function sum(before: Totals, added: Totals): Totals {
  return Object.fromEntries(fields.map((field) => [field, (before[field] ?? 0) + (added[field] ?? 0)]));
}

/** A run's own usage, for its end. */
export function usageOf(state: CodexState, used: Totals) {
  const isNone = fields.every((field) => (used[field] ?? 0) === 0);
  return isNone ? {} : { usage: [usageRecord(state.model ?? "codex", used)] };
}

function readTotals(value: unknown): Totals {
  const given = recordOf(value);
  return Object.fromEntries(fields.map((field) => [field, countOf(given[field], limits.tokens) ?? 0]));
}

/** Codex includes cached tokens in the input; here they are separate. */
function usageRecord(model: string, used: Totals) {
  const { inputTokens = 0, cachedInputTokens = 0, cacheWriteInputTokens = 0 } = used;
  const { outputTokens = 0, reasoningOutputTokens = 0 } = used;
  return {
    model,
    inputTokens: Math.max(0, inputTokens - cachedInputTokens - cacheWriteInputTokens),
    outputTokens,
    cacheReadTokens: cachedInputTokens,
    cacheWriteTokens: cacheWriteInputTokens,
    ...(reasoningOutputTokens === 0 ? {} : { reasoningTokens: reasoningOutputTokens }),
  };
}
