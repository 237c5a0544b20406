import { expect, test } from "vitest";
import { outcomes } from "../../src/events/define.ts";
import { definitions, limits, parseEvent, serializeEvent } from "../../src/index.ts";

const envelope = { id: "e1", sessionId: "s1", seq: 1, rev: 1, ts: 5, agentId: "claude", runId: "run-1" };
const line = (fields: object) => JSON.stringify({ ...envelope, ...fields });

/** The events of the design, by group. */
const designed = {
  talk: ["user_message", "text_delta", "text_done", "thinking_start", "thinking_delta", "thinking_done"],
  tools: ["tool_call_start", "tool_input_delta", "tool_output_delta", "tool_progress", "tool_result"],
  runs: [
    "run_started",
    "run_ended",
    "agent_status",
    "output_cancelled",
    "interrupt",
    "model_fallback",
    "api_retry",
  ],
  asks: [
    "permission_request",
    "permission_response",
    "ask_user",
    "ask_user_response",
    "plan_update",
    "plan_response",
  ],
  session: ["session_meta", "mode_change", "model_change", "commands_update", "title"],
  work: [
    "subagent_spawned",
    "subagent_result",
    "change_report",
    "checkpoint_saved",
    "todo_update",
    "finalize_task",
  ],
  agents: ["agent_message", "agent_callback_result"],
  queue: ["queue_updated", "idle_prompt_triggered"],
  numbers: ["usage", "context_usage", "compaction"],
  rest: ["error", "notice", "backend_raw"],
};

test("[E1] every event of the design is defined once, and no others", () => {
  expect([...definitions.keys()].sort()).toEqual(Object.values(designed).flat().sort());
});

test("[E2] the envelope names the event, its session, its place in the log and its time", () => {
  const event = { ...envelope, type: "title", title: "Hi", responseId: "r1", parentCallId: "c1" };
  expect(parseEvent(JSON.stringify(event))).toEqual({ ok: true, event });
});

test.each(["id", "sessionId", "seq", "rev", "ts"])("[E2] an event without %s is rejected", (field) => {
  const { [field as "id"]: _, ...without } = { ...envelope, type: "title", title: "Hi" };
  const parsed = parseEvent(JSON.stringify(without));
  expect(parsed).toEqual({
    ok: false,
    error: { code: "bad_envelope", path: [field], reason: expect.stringMatching(/expected/) },
  });
});

test("[E3] an event of a run names its agent and its run", () => {
  const parsed = parseEvent(
    line({ type: "text_delta", responseId: "r1", offset: 0, delta: "x", runId: undefined }),
  );
  expect(parsed).toMatchObject({ ok: false, error: { code: "bad_payload", path: ["runId"] } });
});

test("[E4] every delta states the offset at which it starts", () => {
  const deltas = [...definitions.values()].filter(({ type }) => type.endsWith("_delta"));
  expect(deltas.map(({ type }) => type).sort()).toEqual([
    "text_delta",
    "thinking_delta",
    "tool_input_delta",
    "tool_output_delta",
  ]);
  const body = { responseId: "r1", callId: "c1", delta: "x" };
  for (const { type } of deltas) {
    expect(parseEvent(line({ type, ...body, offset: 0 }))).toMatchObject({ ok: true });
    expect(parseEvent(line({ type, ...body }))).toMatchObject({ ok: false, error: { path: ["offset"] } });
    expect(parseEvent(line({ type, ...body, offset: -1 }))).toMatchObject({
      ok: false,
      error: { path: ["offset"] },
    });
    expect(parseEvent(line({ type, ...body, offset: 0.5 }))).toMatchObject({
      ok: false,
      error: { path: ["offset"] },
    });
  }
});

test("[E4] the end of a text or thought carries the complete text", () => {
  for (const type of ["text_done", "thinking_done"]) {
    expect(parseEvent(line({ type, responseId: "r1", text: "whole" }))).toMatchObject({ ok: true });
    expect(parseEvent(line({ type, responseId: "r1" }))).toMatchObject({
      ok: false,
      error: { path: ["text"] },
    });
  }
});

test("[E5] an unknown type or a newer version is kept byte for byte", () => {
  const unknown =
    '{ "seq":1,"id":"e1","rev":1,"ts":5,"sessionId":"s1","type":"hologram", "n":1e2,"u":"\\u00e9" }';
  const newer = line({ type: "title", v: 2, title: { text: "Hi" } });
  for (const raw of [unknown, newer]) {
    const parsed = parseEvent(raw);
    if (!parsed.ok) throw new Error(parsed.error.reason);
    expect(parsed.event).toMatchObject({ type: "opaque", seq: 1, sessionId: "s1", raw });
    expect(serializeEvent(parsed.event)).toBe(raw);
  }
});

test("[E5] a newer version is not mistaken for the known one, however often that occurred before", () => {
  const notice = (v: number) => parseEvent(line({ type: "notice", v, text: "Hi" }));
  expect([1, 1, 2, 1].map(notice)).toMatchObject(
    ["notice", "notice", "opaque", "notice"].map((type) => ({ ok: true, event: { type } })),
  );
});

test("[E5] an event is one line: unknown bytes with a line break in them are rejected", () => {
  const broken = '{"id":"e1","sessionId":"s1","seq":1,"rev":1,"ts":5,\n"type":"hologram"}';
  expect(parseEvent(broken)).toMatchObject({ ok: false, error: { code: "bad_json", path: [] } });
});

test("[E5] a known event keeps its unknown fields", () => {
  const raw = line({ type: "notice", text: "Hi", colour: "red" });
  const parsed = parseEvent(raw);
  if (!parsed.ok) throw new Error(parsed.error.reason);
  expect(serializeEvent(parsed.event)).toBe(raw);
});

test("[E6] a key order that passed before does not hide invalid values or missing keys", () => {
  const good = line({ type: "title", title: "Hi" });
  const codes = [good, good, line({ type: "title", title: 5 }), line({ type: "title" }), good].map((text) => {
    const parsed = parseEvent(text);
    return parsed.ok ? null : parsed.error.code;
  });
  expect(codes).toEqual([null, null, "bad_payload", "bad_payload", null]);
});

test("[E6] bad input gives an error with code, path and reason", () => {
  const failed = (text: string) => {
    const parsed = parseEvent(text);
    return parsed.ok ? null : [parsed.error.code, parsed.error.path, parsed.error.reason.length > 0];
  };
  expect(failed("{")).toEqual(["bad_json", [], true]);
  expect(failed("")).toEqual(["bad_json", [], true]);
  expect(failed("[]")).toEqual(["bad_envelope", [], true]);
  expect(failed("null")).toEqual(["bad_envelope", [], true]);
  expect(failed(line({}))).toEqual(["bad_envelope", ["type"], true]);
  expect(failed(line({ type: "title", title: 5 }))).toEqual(["bad_payload", ["title"], true]);
  expect(failed(line({ type: "run_ended", outcome: "exploded" }))).toEqual([
    "bad_payload",
    ["outcome"],
    true,
  ]);
  const options = [{ optionId: "a", name: "A", kind: "allow_once" }, { optionId: "b" }];
  expect(failed(line({ type: "permission_request", requestId: "p", toolName: "Bash", options }))).toEqual([
    "bad_payload",
    ["options", 1, "name"],
    true,
  ]);
  const deep = `${'{"a":'.repeat(limits.jsonDepth + 1)}1${"}".repeat(limits.jsonDepth + 1)}`;
  expect(failed(line({ type: "notice", text: "" }).replace('"text"', `"deep":${deep},"text"`))).toEqual([
    "too_deep",
    [],
    true,
  ]);
});

test("[E7] a run ends with one of four outcomes", () => {
  expect(outcomes).toEqual(["completed", "failed", "cancelled", "interrupted"]);
});

test("[E8] temporary events are listed: deltas, announcements, statuses, single usages and superseded snapshots; all others are permanent", () => {
  const passing = [...definitions.values()]
    .filter(({ supersededKey }) => supersededKey !== null)
    .map(({ type }) => type);
  expect(passing.sort()).toEqual([
    "agent_status",
    "context_usage",
    "queue_updated",
    "text_delta",
    "thinking_delta",
    "title",
    "todo_update",
    "tool_call_start",
    "tool_input_delta",
    "tool_output_delta",
    "tool_progress",
    "usage",
  ]);
});
