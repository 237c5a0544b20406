import { type Conversation, emptyConversation, entryAt, foldAll, type PolylogEvent } from "@polylog/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { AskRow, EventStore, RunRow } from "../../src/store/store.ts";
import { openMemoryStore } from "../support/memory-store.ts";
import { openForTest } from "./open-store.ts";
import { append, type Body, newSession, stamp } from "./write-log.ts";

// Disks and processes can be slow on a busy machine.
/** Few names, so that they collide. */
const runId = fc.constantFrom("r1", "r2", "r3", "r4");
const askId = fc.constantFrom("q1", "q2", "q3");
const callId = fc.constantFrom("c1", "c#%2");
const outcome = fc.constantFrom("completed", "failed", "cancelled", "interrupted");
const askOutcome = fc.constantFrom(undefined, "answered", "cancelled", "expired");
const used = fc.record({
  model: fc.constantFrom("m1", "m2"),
  inputTokens: fc.nat(100),
  outputTokens: fc.nat(100),
  costUsd: fc.constantFrom(undefined, null, 0.5),
});
const error = fc.constantFrom(undefined, { code: "c", message: "m" });

const body = fc.oneof(
  fc.record({ type: fc.constant("user_message"), text: fc.constant("x"), runId }),
  fc.record({
    type: fc.constant("text_done"),
    runId,
    responseId: fc.constant("p"),
    text: fc.constant("t"),
    parentCallId: fc.option(callId, { nil: undefined }),
  }),
  fc.record({
    type: fc.constant("run_started"),
    runId,
    parentRunId: fc.option(runId, { nil: undefined }),
    parentCallId: fc.option(callId, { nil: undefined }),
    agentId: fc.constantFrom("claude", "codex"),
  }),
  fc.record({
    type: fc.constant("run_ended"),
    runId,
    outcome,
    error,
    usage: fc.option(fc.array(used, { maxLength: 2 }), { nil: undefined }),
  }),
  fc.record({
    type: fc.constant("subagent_spawned"),
    runId,
    childRunId: runId,
    childAgentId: fc.constantFrom(undefined, "pi"),
    callId: fc.option(callId, { nil: undefined }),
  }),
  fc.record({ type: fc.constant("subagent_result"), runId, childRunId: runId, outcome, error }),
  used.chain((record) =>
    fc.record({ type: fc.constant("usage"), runId }).map((event) => ({ ...event, ...record })),
  ),
  fc.record({
    type: fc.constant("permission_request"),
    runId,
    requestId: askId,
    toolName: fc.constant("Bash"),
    options: fc.constant([]),
    parentCallId: fc.option(callId, { nil: undefined }),
  }),
  fc.record({ type: fc.constant("ask_user"), runId, questionId: askId, questions: fc.constant([]) }),
  fc.record({
    type: fc.constant("plan_update"),
    runId,
    planId: askId,
    entries: fc.constant([]),
    awaitsApproval: fc.boolean(),
  }),
  fc.record({ type: fc.constant("permission_response"), requestId: askId, outcome: askOutcome }),
  fc.record({ type: fc.constant("ask_user_response"), questionId: askId, outcome: askOutcome }),
  fc.record({ type: fc.constant("plan_response"), planId: askId, outcome: askOutcome }),
);
const history = fc.array(body, { minLength: 1, maxLength: 40 }) as unknown as fc.Arbitrary<Body[]>;

function foldedRuns(conversation: Conversation): RunRow[] {
  return [...conversation.runs].map((run) => ({
    runId: run.runId,
    sessionId: "a",
    agentId: run.agentId,
    parentRunId: run.parentRunId,
    startedTs: run.startedTs,
    endedTs: run.endedTs,
    outcome: run.outcome,
    error: run.error,
    usage: run.usage,
  }));
}

function foldedAsks(conversation: Conversation): Omit<AskRow, "line" | "createdTs">[] {
  return ["q1", "q2", "q3"].flatMap((id) => {
    const place = conversation.asks.get(id);
    const entry = place && entryAt(conversation, place);
    if (entry?.kind !== "permission" && entry?.kind !== "question" && entry?.kind !== "plan") return [];
    const state = entry.live ? "pending" : (entry.answer?.outcome ?? "expired");
    return {
      askId: id,
      sessionId: "a",
      runId: entry.runId ?? "",
      agentId: entry.agentId ?? "",
      kind: entry.kind,
      state,
    };
  });
}

async function expectSameAsFold(store: EventStore, events: readonly PolylogEvent[]): Promise<void> {
  const conversation = foldAll(emptyConversation, events);
  const runs = await store.runs({ sessionId: "a", limit: 100 });
  expect(runs.toReversed()).toEqual(foldedRuns(conversation));
  const asks = await store.asks({ sessionId: "a", limit: 100 });
  const shown = asks.map(({ line: _, createdTs: __, ...ask }) => ask);
  expect(shown.toSorted((a, b) => a.askId.localeCompare(b.askId))).toEqual(foldedAsks(conversation));
}

test("runs and asks in memory equal those of the fold", async () => {
  await fc.assert(
    fc.asyncProperty(history, async (bodies) => {
      const store = openMemoryStore();
      await store.commit({ created: [newSession("a")] });
      await append(store, "a", bodies);
      await expectSameAsFold(
        store,
        bodies.map((one, index) => stamp("a", index + 1, one)),
      );
    }),
    { numRuns: 400 },
  );
});

/**
 * With a commit after the first event, the parent's row is written again and must stay before its subagent's.
 */
const orderOfRows: Parameters<typeof append>[2] = [
  { type: "subagent_result", runId: "r3", childRunId: "r1", outcome: "completed" },
  { type: "usage", runId: "r3", model: "m2", inputTokens: 33, outputTokens: 81 },
];

test("runs and asks in SQLite equal those of the fold, in commits of any size, also after a rewind", async () => {
  const store = openForTest();
  await fc.assert(
    fc.asyncProperty(history, fc.integer({ min: 1, max: 40 }), fc.nat(40), async (bodies, size, cut) => {
      await store.commit({ deleted: ["a"], created: [newSession("a")] });
      for (let from = 0; from < bodies.length; from += size) {
        await append(store, "a", bodies.slice(from, from + size));
      }
      const events = bodies.map((one, index) => stamp("a", index + 1, one));
      await expectSameAsFold(store, events);
      if (cut > bodies.length) return;
      await store.commit({ rewound: [{ sessionId: "a", seq: cut, rev: 2 }] });
      await expectSameAsFold(store, events.slice(0, cut));
    }),
    { numRuns: 60, examples: [[orderOfRows, 1, 1]] },
  );
});
