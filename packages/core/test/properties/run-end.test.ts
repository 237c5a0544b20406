import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findRunOf } from "../../src/conversation/children.ts";
import { outcomes } from "../../src/events/define.ts";
import type { Conversation, Outcome, PolylogEvent, Run } from "../../src/index.ts";
import { emptyConversation, fold, foldAll } from "../../src/index.ts";
import { allEntries } from "../history/compare.ts";
import { numRuns, profiles, timeout } from "../history/profiles.ts";
import { stampOne } from "../history/stamp.ts";

/** Ends one of the live runs, then the next, until all have ended. */
function endAll(from: Conversation, outcome: Outcome, which: number): Conversation {
  let conversation = from;
  for (;;) {
    const indexes = [...conversation.liveRuns.values()].sort((a, b) => a - b);
    const index = indexes[which % indexes.length];
    if (index === undefined) return conversation;
    const { runId, agentId } = conversation.runs.get(index) as Run;
    conversation = fold(
      conversation,
      stampOne({ type: "run_ended", outcome, runId, agentId }, conversation.seq + 1),
    );
  }
}

/** Progress alone creates no call: it disappears when the call ends. */
const callEvents = new Set(["tool_call_start", "tool_input_delta", "tool_output_delta", "tool_result"]);
type Called = Extract<PolylogEvent, { readonly type: "tool_call_start" }>;

type Sums = Record<string, Record<string, number>>;

function reportingIn({ runs }: Conversation): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { agentId, usage } of runs.slice())
    counts.set(agentId, (counts.get(agentId) ?? 0) + Number(usage.length > 0));
  return counts;
}

function sumOf(conversation: Conversation): Sums {
  const sums: Sums = Object.create(null);
  for (const run of conversation.runs) {
    for (const { model, ...numbers } of run.usage) {
      sums[model] ??= {};
      const sum = sums[model];
      for (const [name, value] of Object.entries(numbers)) sum[name] = (sum[name] ?? 0) + value;
    }
  }
  return sums;
}

describe.each(profiles)("$profile histories", { timeout }, ({ histories }) => {
  test("[P6] after all runs have ended nothing is live and no ask is open", () => {
    fc.assert(
      fc.property(histories, fc.constantFrom(...outcomes), fc.nat(9), (events, outcome, which) => {
        const ended = endAll(foldAll(emptyConversation, events), outcome, which);
        expect(allEntries(ended).filter((entry) => entry.live)).toEqual([]);
        expect([...ended.pendingAsks]).toEqual([]);
        expect([...ended.liveRuns]).toEqual([]);
        expect([...ended.runs].filter((run) => run.outcome === null || run.status !== null)).toEqual([]);
      }),
      { numRuns },
    );
  });

  test("[P16] every call that was named during its run is shown when the run has ended", () => {
    fc.assert(
      fc.property(histories, fc.constantFrom(...outcomes), (events, outcome) => {
        let conversation = emptyConversation;
        const named = new Set<string>();
        for (const event of events) {
          const worked = findRunOf(conversation, event)?.outcome ?? null;
          conversation = fold(conversation, event);
          const { runId } = findRunOf(conversation, event) ?? {};
          if (callEvents.has(event.type) && worked === null)
            named.add(`${runId} ${(event as Called).callId}`);
        }
        for (const entry of allEntries(endAll(conversation, outcome, 0))) {
          if (entry.kind === "tool_call") named.delete(`${entry.runId} ${entry.callId}`);
        }
        expect([...named]).toEqual([]);
      }),
      { numRuns },
    );
  });

  test("[P9] the conversation's usage is the sum over its runs, model by model, and counts the reports of each agent", () => {
    fc.assert(
      fc.property(histories, (events) => {
        let conversation = emptyConversation;
        for (const event of events) {
          conversation = fold(conversation, event);
          const total = conversation.usage.map(({ model, ...numbers }) => [model, numbers]);
          const wanted = Object.entries(sumOf(conversation)).sort(([a], [b]) => (a < b ? -1 : 1));
          expect(total).toEqual(wanted);
          expect(new Map(conversation.reporting)).toEqual(reportingIn(conversation));
        }
      }),
      { numRuns },
    );
  });
});
