import fc from "fast-check";
import { expect, test } from "vitest";
import type { Conversation } from "../../src/index.ts";
import { emptyConversation, fold, foldAll, toSnapshot } from "../../src/index.ts";
import { allEntries } from "../history/compare.ts";
import { numRuns, timeout } from "../history/profiles.ts";
import { stamp, stampOne } from "../history/stamp.ts";
import { wellFormed } from "../history/well-formed.ts";
import { withRoom } from "./expect-unaffected.ts";

const run = { runId: "run-1", agentId: "claude" };

test("[B2] a result for an unknown call creates the call, complete", () => {
  const conversation = foldAll(
    emptyConversation,
    stamp([
      { type: "run_started", ...run },
      { type: "tool_result", ...run, callId: "nobody", toolName: "Bash", ok: true, result: "ok" },
    ]),
  );
  expect(conversation.main.settled).toBe(1);
  expect(conversation.main.entries.slice()).toMatchObject([
    {
      kind: "tool_call",
      callId: "nobody",
      toolName: "Bash",
      ok: true,
      result: "ok",
      live: false,
      input: null,
    },
  ]);
  expect(conversation.faults.count).toBe(0);
});

test("[B4] the same call id in two runs means two calls", () => {
  const start = { type: "tool_call_start", callId: "call-1", toolName: "Bash" };
  const result = { type: "tool_result", callId: "call-1", toolName: "Bash", ok: true };
  const other = { runId: "run-2", agentId: "codex" };
  const conversation = foldAll(
    emptyConversation,
    stamp([
      { ...start, ...run },
      { ...start, ...other },
      { ...result, ...other, result: "of run-2" },
      { ...result, ...run, result: "of run-1" },
    ]),
  );
  expect(conversation.main.entries.slice()).toMatchObject([
    { key: "run-1/call/call-1", result: "of run-1" },
    { key: "run-2/call/call-1", result: "of run-2" },
  ]);
  expect(conversation.faults.count).toBe(0);
});

/** Everything outside the unknown run, without positions among its entries. */
function rest(conversation: Conversation): unknown {
  const { title, agents, usage } = toSnapshot(conversation);
  const entries = allEntries(conversation).filter((entry) => entry.runId !== "unknown");
  const runs = [...conversation.runs]
    .filter(({ runId }) => runId !== "unknown")
    .map(({ index: _, request: { callsFrom: _from, entriesBefore: _to, ...request }, ...kept }) => ({
      ...kept,
      request,
    }));
  return JSON.parse(JSON.stringify({ title, agents, usage, entries, runs }));
}

test("[B2] a result, a delta or an ask of an unknown run does not affect other runs", {
  timeout,
}, () => {
  const unknownRun = { runId: "unknown", agentId: "unknown" };
  const bad = fc.constantFrom(
    { type: "tool_result", ...unknownRun, callId: "call-1", toolName: "Bash", ok: false },
    { type: "tool_output_delta", ...unknownRun, callId: "call-1", offset: 9, delta: "x" },
    { type: "text_delta", ...unknownRun, responseId: "response-1", offset: 9, delta: "x" },
    { type: "permission_request", ...unknownRun, requestId: "unknown", toolName: "Bash", options: [] },
    { type: "run_ended", ...unknownRun, outcome: "cancelled" },
  );
  fc.assert(
    fc.property(wellFormed, fc.nat(), bad, (events, place, event) => {
      const at = place % (events.length + 1);
      const room = withRoom(events, at);
      const before = foldAll(emptyConversation, room.slice(0, at));
      const after = fold(before, stampOne(event, at + 1));
      expect(rest(foldAll(after, room.slice(at)))).toEqual(rest(foldAll(before, room.slice(at))));
    }),
    { numRuns },
  );
});
