import { expect, test } from "vitest";
import type { ClaudeState } from "../../src/claude/translate/state.ts";
import { newRun, newState, withPrompt } from "../../src/claude/translate/state.ts";
import { translate } from "../../src/claude/translate/translate.ts";
import { addedSince, sumsOf } from "../../src/claude/translate/usage.ts";
import { versionNotice } from "../../src/claude/version.ts";
import { lineOf } from "./lines.ts";

const agentId = "agent";
const runRef = { runId: "run", agentId };
const idle = newState({ agentId, mode: "ask", resumed: false });
const busy: ClaudeState = {
  ...idle,
  run: newRun("run"),
};

function play(state: ClaudeState, ...values: readonly unknown[]) {
  const events: unknown[] = [];
  let current = state;
  for (const value of values) {
    const told = translate(current, lineOf(value));
    current = told.state;
    events.push(...told.events);
  }
  return { state: current, events };
}

test.each([
  "no JSON",
  "7",
  '{"type":"news"}',
  '{"type":"system","subtype":"from_the_future"}',
  '{"type":"control_request"}',
])("[CL2] an unknown line is kept verbatim: %s", (text) => {
  expect(translate(busy, lineOf(text))).toEqual({
    state: busy,
    events: [{ type: "backend_raw", line: text, agentId }],
  });
});

test.each(["keep_alive", "control_request_progress"])("[CL2] a known %s line yields no events", (type) => {
  expect(play(busy, { type, request_id: "r" })).toEqual({ state: busy, events: [] });
});

test("[CL11] retries, compaction, titles and notices are reported", () => {
  const { events } = play(
    busy,
    {
      type: "system",
      subtype: "api_retry",
      attempt: 1,
      max_retries: 10,
      retry_delay_ms: 12.4,
      error_status: 529,
      error: "overloaded",
    },
    {
      type: "system",
      subtype: "compact_boundary",
      compact_metadata: { trigger: "manual", pre_tokens: 900, post_tokens: 90 },
    },
    { type: "system", subtype: "session_title_changed", title: "Fix add" },
    { type: "system", subtype: "session_title_changed", title: "Fix add" },
    { type: "system", subtype: "informational", content: "Heads up" },
  );
  expect(events).toEqual([
    { type: "api_retry", attempt: 1, maxAttempts: 10, delayMs: 12, message: "overloaded (529)", ...runRef },
    { type: "compaction", trigger: "manual", beforeTokens: 900, afterTokens: 90, ...runRef },
    { type: "title", title: "Fix add", source: "agent", agentId },
    { type: "notice", text: "Heads up", agentId },
  ]);
});

test("[CL6] a prompt that arrives during an unprompted turn takes it over", () => {
  const begun = play(idle, { type: "system", subtype: "init", uuid: "u" });
  const state = withPrompt(begun.state, { uuid: "p", runId: "run", steers: false });
  const { events } = play(
    state,
    { type: "command_lifecycle", command_uuid: "p", state: "started" },
    { type: "result", subtype: "success", is_error: false },
  );
  expect([...begun.events, ...events]).toEqual([
    { type: "run_started", trigger: "callback", runId: "claude-u", agentId },
    { type: "run_ended", outcome: "completed", runId: "claude-u", agentId },
    { type: "run_ended", outcome: "completed", ...runRef },
  ]);
});

test("[CL6] a version that does not name the prompt of a turn starts the oldest one", () => {
  const state = withPrompt(idle, { uuid: "p", runId: "run", steers: false });
  const { events } = play(
    state,
    { type: "system", subtype: "init", uuid: "u" },
    { type: "result", subtype: "success" },
  );
  expect(events).toEqual([{ type: "run_ended", outcome: "completed", ...runRef }]);
});

test("[CL12] a call with incomplete input is ended; a complete one is not", () => {
  const start = (id: string) => ({
    type: "stream_event",
    event: {
      type: "content_block_start",
      index: 0,
      content_block: { type: "tool_use", id, name: "Bash", input: {} },
    },
  });
  const message = {
    type: "stream_event",
    event: { type: "message_start", message: { id: "m", model: "x" } },
  };
  const stop = { type: "stream_event", event: { type: "content_block_stop", index: 0 } };
  const whole = {
    type: "assistant",
    parent_tool_use_id: null,
    message: { id: "m", content: [{ type: "tool_use", id: "c2", name: "Bash", input: { command: "ls" } }] },
  };
  const { events } = play(busy, message, start("c1"), stop, message, start("c2"), whole, stop);
  expect(events.filter((event) => (event as { type: string }).type === "tool_result")).toEqual([
    {
      type: "tool_result",
      callId: "c1",
      toolName: "Bash",
      ok: false,
      error: {
        code: "tool_interrupted",
        message: "The model's answer was cut off before the call was complete.",
      },
      ...runRef,
    },
  ]);
});

test("[CL12] an answer that is retried after a broken connection replaces the first one", () => {
  const event = (inner: object, more: object = {}) => ({ type: "stream_event", event: inner, ...more });
  const text = (piece: string) =>
    event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: piece } });
  const begin = (id: string) => [
    event({ type: "message_start", message: { id, model: "x" } }),
    event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
  ];
  const { events } = play(
    busy,
    ...begin("m1"),
    text("Hel"),
    event({ type: "message_stop" }, { abandoned_blocks: { from_block_index: 0 } }),
    ...begin("m2"),
    text("Hello"),
    {
      type: "assistant",
      parent_tool_use_id: null,
      message: { id: "m2", content: [{ type: "text", text: "Hello" }] },
    },
  );
  const place = { responseId: "m1", block: 0, ...runRef };
  expect(events).toEqual([
    { type: "agent_status", status: "working", ...runRef },
    { type: "text_delta", offset: 0, delta: "Hel", ...place },
    { type: "text_delta", offset: 0, delta: "Hello", ...place },
    { type: "text_done", text: "Hello", ...place },
  ]);
});

test("[CL9] a run's usage is the increase since the last total; a total that shrank restarted from zero", () => {
  const sums = (inputTokens: number, costUSD: number) =>
    sumsOf({ m: { inputTokens, outputTokens: 1, costUSD } });
  const none = { outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
  expect([addedSince(sums(10, 0.1), sums(30, 0.3)), addedSince(sums(10, 0.1), sums(5, 0.05))]).toEqual([
    { m: { ...none, inputTokens: 20, costUsd: 0.2 } },
    { m: { ...none, inputTokens: 5, outputTokens: 1, costUsd: 0.05 } },
  ]);
});

test("[CL13] an untested version works, with a notice", () => {
  const isNoticed = (version: string) => versionNotice(version) !== null;
  expect(["2.1.325", "2.1.400", "2.1.300", "2.2.0", "1.0.99", "3.0.0", "strange"].map(isNoticed)).toEqual([
    ...[false, false, true, true, true, true, true],
  ]);
});

test("[CL8] a subagent's events after its end are dropped", () => {
  const start = {
    type: "system",
    subtype: "task_started",
    task_type: "local_agent",
    tool_use_id: "c",
    task_id: "t",
    prompt: "Go",
  };
  const end = {
    type: "system",
    subtype: "task_notification",
    tool_use_id: "c",
    task_id: "t",
    status: "completed",
    summary: "Done",
  };
  const late = {
    type: "assistant",
    parent_tool_use_id: "c",
    message: { id: "m", content: [{ type: "text", text: "Late" }] },
  };
  const { state, events } = play(busy, start, late, end);
  expect(events.map((event) => (event as { type: string }).type)).toEqual([
    ...["subagent_spawned", "text_done", "subagent_result"],
  ]);
  const after = { ...state, run: busy.run && { ...busy.run, runId: "next" } };
  expect(play(after, late, end).events).toEqual([]);
});

test("[CF5] the program's background tasks are counted", () => {
  const changed = (tasks: unknown) => lineOf({ type: "system", subtype: "background_tasks_changed", tasks });
  const begun = translate(idle, changed([{ task_id: "a" }, { task_id: "b" }])).state;
  expect([begun, translate(begun, changed([])).state].map((state) => state.backgroundTasks)).toEqual([2, 0]);
});
