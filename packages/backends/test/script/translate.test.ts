import type { EventBody } from "@polylog/core";
import { checkEvent } from "@polylog/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { RunTracker } from "../../src/connection/run-tracker.ts";
import type { Line } from "../../src/process/split-lines.ts";
import { LineSplitter } from "../../src/process/split-lines.ts";
import type { ScriptState } from "../../src/script/translate.ts";
import { translate } from "../../src/script/translate.ts";
import { mutated, mutationTimeout, seedsInParts } from "../mutate.ts";

const state: ScriptState = { agentId: "agent", nativeSessionId: null };
const runRef = { runId: "run", agentId: "agent" };

function line(text: string): Line {
  return { text, bytes: Buffer.byteLength(text), truncated: false };
}

const delta: EventBody = { type: "text_delta", responseId: "r", offset: 0, delta: "a\u2028😀", ...runRef };

/** Sample lines of an agent. */
const samples = [
  { type: "ready", nativeSessionId: "native" },
  { type: "reply", id: 1, ok: true },
  { type: "reply", id: 2, ok: false, message: "no" },
  { type: "event", event: delta },
  {
    type: "event",
    event: {
      type: "tool_call_start",
      callId: "c",
      toolName: "Bash",
      input: { command: ["ls", null, 1.5] },
      ...runRef,
    },
  },
  {
    type: "event",
    event: { type: "tool_result", callId: "c", toolName: "Bash", ok: true, result: "x", ...runRef },
  },
  {
    type: "event",
    event: { type: "permission_request", requestId: "a", toolName: "Bash", options: [], ...runRef },
  },
  { type: "event", event: { type: "subagent_spawned", childRunId: "child", task: "t", ...runRef } },
  {
    type: "event",
    event: {
      type: "run_ended",
      outcome: "completed",
      usage: [{ model: "m", inputTokens: 1, outputTokens: 1 }],
      ...runRef,
    },
  },
].map((value) => JSON.stringify(value));

test("events, readiness and replies are understood", () => {
  expect(samples.slice(0, 4).map((sample) => translate(state, line(sample)))).toEqual([
    { state: { ...state, nativeSessionId: "native" }, events: [] },
    { state, events: [], reply: { id: 1, ok: true } },
    { state, events: [], reply: { id: 2, ok: false, message: "no" } },
    { state, events: [delta] },
  ]);
});

test("events get the agent's own id, and no other stamps", () => {
  const forged = { ...delta, agentId: "another", id: "x", sessionId: "y", seq: 7, rev: 3, ts: 1, v: 9 };
  const said = line(JSON.stringify({ type: "event", event: forged }));
  expect(translate(state, said)).toEqual({ state, events: [delta] });
});

test.each([
  "no JSON",
  "7",
  "[]",
  '{"type":"event"}',
  '{"type":"event","event":{"type":"text_delta"}}',
  '{"type":"event","event":{"type":"from_the_future","runId":"run"}}',
  '{"type":"ready"}',
  '{"type":"reply","id":"1","ok":true}',
  '{"type":"news"}',
  `{"type":"event","event":{"type":"tool_call_start","callId":"c","toolName":"t","runId":"run","input":${"[".repeat(500)}${"]".repeat(500)}}}`,
])("an unknown line is kept verbatim: %s", (text) => {
  expect(translate(state, line(text))).toEqual({
    state,
    events: [{ type: "backend_raw", line: text, agentId: "agent" }],
  });
});

test("an empty line is ignored", () => {
  expect([translate(state, line("")), translate(state, line("  \t"))]).toEqual([
    { state, events: [] },
    { state, events: [] },
  ]);
});

/** Checks that any line gives valid events and that nothing is lost. */
function check(text: string): void {
  const tracker = new RunTracker("agent");
  tracker.begin("run");
  let current = state;
  for (const said of new LineSplitter(4096, 64).push(Buffer.from(`${text}\n`))) {
    const { state: next, events, reply } = translate(current, said);
    const isUnderstood = reply !== undefined || next !== current || said.text.trim() === "";
    if (events.length !== (isUnderstood ? 0 : 1)) throw new Error(`${events.length} events`);
    for (const event of events) {
      const stamped = { id: "e", sessionId: "s", seq: 1, rev: 0, ts: 0, ...event };
      const checked = checkEvent(JSON.parse(JSON.stringify(stamped)));
      if (!checked.ok || checked.event.type === "opaque") throw new Error(JSON.stringify(checked));
      void tracker.emit(event);
    }
    current = next;
  }
  tracker.end({ outcome: "interrupted" });
}

test("thousands of mutated lines are translated to valid events [R23]", {
  timeout: mutationTimeout,
}, async () => {
  for await (const seeds of seedsInParts()) {
    for (const seed of seeds) {
      const text = mutated(seed, samples);
      try {
        check(text);
      } catch (error) {
        throw new Error(`seed ${seed}: ${text}`, { cause: error });
      }
    }
  }
});

test("any JSON is translated to valid events [R23]", () => {
  const known = fc.constantFrom(
    "text_delta",
    "tool_call_start",
    "run_ended",
    "plan_update",
    "subagent_result",
    "notice",
  );
  const event = fc.record({
    type: known,
    runId: fc.anything(),
    callId: fc.anything(),
    text: fc.anything(),
    outcome: fc.anything(),
  });
  const line = fc.record({
    type: fc.constantFrom("event", "ready", "reply"),
    event: fc.oneof(event, fc.anything()),
    id: fc.anything(),
  });
  const printed = fc.oneof(line, fc.anything()).map((value) => {
    try {
      return JSON.stringify(value) ?? "undefined";
    } catch {
      return "unprintable";
    }
  });
  fc.assert(fc.property(printed, check), { numRuns: 1000 });
});
