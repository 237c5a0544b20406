import fc from "fast-check";
import { expect, test } from "vitest";
import type { Conversation } from "../../src/index.ts";
import { emptyConversation, fold, foldAll, toSnapshot } from "../../src/index.ts";
import { allEntries } from "../history/compare.ts";
import { numRuns, timeout } from "../history/profiles.ts";
import { stamp, stampOne } from "../history/stamp.ts";
import { wellFormed } from "../history/well-formed.ts";
import { withRoom } from "./unharmed.ts";

const run = { runId: "run-1", agentId: "claude" };

test("[B2] a result for a call that nobody started makes the call, complete", () => {
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

test("[B4] the same call id in two runs is two calls", () => {
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

/** All that does not belong to the stranger's run, without places among its entries. */
function rest(conversation: Conversation): unknown {
  const { title, agents, usage } = toSnapshot(conversation);
  const entries = allEntries(conversation).filter((entry) => entry.runId !== "stranger");
  const runs = [...conversation.runs]
    .filter(({ runId }) => runId !== "stranger")
    .map(({ index: _, request: { callsFrom: _from, entriesBefore: _to, ...request }, ...kept }) => ({
      ...kept,
      request,
    }));
  return JSON.parse(JSON.stringify({ title, agents, usage, entries, runs }));
}

test("[B2] a result, a delta or an ask of a run that nobody knows leaves all others alone", {
  timeout,
}, () => {
  const stranger = { runId: "stranger", agentId: "stranger" };
  const bad = fc.constantFrom(
    { type: "tool_result", ...stranger, callId: "call-1", toolName: "Bash", ok: false },
    { type: "tool_output_delta", ...stranger, callId: "call-1", offset: 9, delta: "x" },
    { type: "text_delta", ...stranger, responseId: "response-1", offset: 9, delta: "x" },
    { type: "permission_request", ...stranger, requestId: "strange", toolName: "Bash", options: [] },
    { type: "run_ended", ...stranger, outcome: "cancelled" },
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
