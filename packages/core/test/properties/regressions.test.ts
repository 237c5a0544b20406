import { expect, test } from "vitest";
import type { Conversation, PolylogEvent, Snapshot } from "../../src/index.ts";
import { checkEvent, emptyConversation, fold, foldAll, fromSnapshot, toSnapshot } from "../../src/index.ts";
import { allEntries, expectSame } from "../history/compare.ts";
import { lineOf, stamp, type Unstamped } from "../history/stamp.ts";

/** Histories that once violated a property, shrunk to a minimum. */

const run = { runId: "run-1", agentId: "claude" };
const call = { ...run, callId: "call-1", toolName: "Bash" };
const started = { type: "run_started", ...run };

test("[P2] output that was emptied before a restart can be emptied again", () => {
  const reset = { type: "tool_output_delta", ...call, offset: 0, delta: "", reset: true };
  const events = stamp([{ type: "tool_call_start", ...call }, reset]);
  const first = foldAll(emptyConversation, events.slice(0, 1));
  const restored = fromSnapshot(JSON.parse(JSON.stringify(toSnapshot(first))) as Snapshot) as Conversation;
  expectSame(fold(restored, events[1] as PolylogEvent), foldAll(emptyConversation, events));
});

function keysOf(...history: readonly Unstamped[]): string[] {
  return allEntries(foldAll(emptyConversation, stamp(history))).map(({ key }) => key);
}

test("[P10] the marks of runs that one cancel ended have distinct keys", () => {
  const child = { ...run, childRunId: "run-2" };
  const keys = keysOf(
    { type: "subagent_spawned", ...child },
    { type: "run_ended", ...run, outcome: "cancelled" },
  );
  expect(keys.length).toBe(3);
  expect(new Set(keys).size).toBe(3);
});

test("[P10] ids with slashes stay separate in a key", () => {
  const keys = keysOf(
    started,
    { type: "tool_call_start", ...call, callId: "z/message/m/0", parentCallId: "x" },
    { type: "text_done", ...run, responseId: "m", text: "a", parentCallId: "x/call/z" },
  );
  expect(new Set(keys).size).toBe(keys.length);
});

test("[P13] a run that names itself as its parent is shown in the session", () => {
  const conversation = foldAll(
    emptyConversation,
    stamp([{ type: "run_started", ...run, parentRunId: "run-1" }]),
  );
  expect(conversation.main.entries.slice()).toMatchObject([{ kind: "subagent", childRunId: "run-1" }]);
  expect(conversation.faults.recent).toEqual([{ code: "unknown_parent", seq: 1, about: "run-1" }]);
});

test("[P13] a subagent whose call is named only by its start stays one run", () => {
  const child = { runId: "run-2", agentId: "claude", parentCallId: "call-1" };
  const conversation = foldAll(
    emptyConversation,
    stamp([
      { type: "subagent_spawned", ...run, childRunId: "run-2" },
      { type: "run_started", ...child, parentRunId: "run-1" },
      { type: "text_done", ...child, responseId: "response-2", text: "Done." },
    ]),
  );
  expect([...conversation.runs].map(({ runId }) => runId)).toEqual(["run-1", "run-2"]);
  expect(conversation.lanes.get(0)?.entries.slice()).toMatchObject([{ kind: "message", runId: "run-2" }]);
});

test("[P15] a subagent's error does not hide why its parent failed", () => {
  const conversation = foldAll(
    emptyConversation,
    stamp([
      { type: "tool_call_start", ...call },
      { type: "agent_status", ...run, parentCallId: "call-1", status: "working" },
      { type: "error", ...run, parentCallId: "call-1", code: "child", message: "The child's." },
      { type: "run_ended", ...run, outcome: "failed", error: { code: "own", message: "Its own." } },
    ]),
  );
  expect(conversation.main.entries.slice()).toMatchObject([
    { kind: "tool_call" },
    { kind: "error", runId: "run-1", error: { code: "own", message: "Its own." } },
  ]);
  expect(conversation.lanes.get(0)?.entries.slice()).toMatchObject([
    { kind: "error", runId: "run-1#call-1" },
  ]);
});

const usage = { type: "usage", ...run, model: "opus", inputTokens: 0, outputTokens: 0, costUsd: 0 };

test("[P9] a model without usage is listed by both the run and the session, or by neither", () => {
  const other = { runId: "run-2", agentId: "codex" };
  const events = stamp([usage, { type: "run_ended", ...other, outcome: "completed", usage: [] }]);
  const conversation = foldAll(emptyConversation, events);
  expect(conversation.usage).toEqual(conversation.runs.get(0)?.usage);
});

test.each([{ costUsd: 1e300 }, { inputTokens: Number.MAX_SAFE_INTEGER }])(
  "[P9] an excessive number (%o) is rejected, or sums stay exact",
  (number) => {
    const absurd: unknown = JSON.parse(lineOf({ ...usage, ...number }, 1));
    if (!checkEvent(absurd).ok) return;
    const events = stamp([
      { ...usage, ...number },
      { ...usage, inputTokens: 1 },
      { ...usage, inputTokens: 1 },
    ]);
    const { usage: sums } = foldAll(emptyConversation, events);
    expect(JSON.parse(JSON.stringify(sums))).toEqual(sums);
    expect(sums.filter((sum) => !Number.isSafeInteger(sum.inputTokens + sum.costNanos))).toEqual([]);
  },
);
