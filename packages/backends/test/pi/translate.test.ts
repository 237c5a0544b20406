import { expect, test } from "vitest";
import { newRun, newState, type PiState, withPrompt, withRefusal } from "../../src/pi/translate/state.ts";
import { translate } from "../../src/pi/translate/translate.ts";
import { lineOf, play } from "./lines.ts";

const agentId = "agent";
const runRef = { runId: "run", agentId };
const idle = newState({ agentId, mode: "ask", unique: "process" });
const busy: PiState = { ...idle, run: newRun({ runId: "run", isCancelling: false }) };
const usage = { input: 3, output: 2, cacheRead: 0, cacheWrite: 0, cost: { total: 0.5 } };

function assistant(content: readonly unknown[], more: object = {}) {
  return { role: "assistant", provider: "p", model: "m", content, stopReason: "stop", ...more };
}

const started = { type: "message_start", message: assistant([]) };

function piece(type: string, contentIndex: number, more: object) {
  return { type: "message_update", assistantMessageEvent: { type, contentIndex, ...more } };
}

test.each(["no JSON", "7", '{"type":"news"}', '{"type":"message_update"}', '{"type":"tool_execution_end"}'])(
  "[PI2] an unknown line is kept verbatim: %s",
  (text) => {
    expect(translate(busy, lineOf(text))).toEqual({
      state: busy,
      events: [{ type: "backend_raw", line: text, agentId }],
    });
  },
);

test("[PI2] a truncated line that only repeats a long run is not kept", () => {
  const line = { text: '{"type":"agent_end","messages":[{"role"', bytes: 9_000_000, truncated: true };
  expect(translate(busy, line)).toEqual({ state: busy, events: [], mayBeOver: true });
});

test("[PI1] an answer that did not stream is reported at its end, with its usage", () => {
  const call = { type: "toolCall", id: "c", name: "bash", arguments: { command: "ls" } };
  const message = assistant([{ type: "text", text: "Hi" }, call], { usage });
  const { events } = play(busy, started, { type: "message_end", message });
  const used = { model: "p/m", inputTokens: 3, outputTokens: 2, cacheReadTokens: 0, cacheWriteTokens: 0 };
  expect(events).toEqual([
    { type: "text_done", text: "Hi", responseId: "run-1", block: 0, ...runRef },
    {
      ...{ type: "tool_call_start", callId: "c", toolName: "bash", input: { command: "ls" } },
      ...{ responseId: "run-1", ...runRef },
    },
    { type: "usage", ...used, costUsd: 0.5, responseId: "run-1", ...runRef },
    { type: "context_usage", usedTokens: 5, ...runRef },
  ]);
});

test("[PI1] a thought that its provider hides has an end", () => {
  const { events } = play(
    busy,
    started,
    piece("thinking_start", 0, {}),
    piece("thinking_end", 0, { content: "" }),
  );
  expect(events).toEqual([
    { type: "agent_status", status: "thinking", ...runRef },
    { type: "thinking_start", responseId: "run-1", block: 0, ...runRef },
    { type: "thinking_done", text: "", redacted: true, responseId: "run-1", block: 0, ...runRef },
  ]);
});

test("[PI1] a call whose ID is reused in the same run is another call", () => {
  const call = { type: "toolCall", id: "c", name: "read", arguments: { path: "a" } };
  const ended = { type: "message_end", message: assistant([call]) };
  const done = { type: "tool_execution_end", toolCallId: "c", toolName: "read", result: { content: [] } };
  const { events } = play(busy, started, ended, done, started, ended, done);
  const ids = events.flatMap((event) => ("callId" in event ? [[event.type, event.callId]] : []));
  expect(ids).toEqual([
    ["tool_call_start", "c"],
    ["tool_result", "c"],
    ["tool_call_start", "c~2"],
    ["tool_result", "c~2"],
  ]);
});

test("[PI3] a tool's output replaces its earlier output, and only new text is reported", () => {
  const shown = (text: string, details = {}) => ({
    ...{ type: "tool_execution_update", toolCallId: "c", toolName: "bash" },
    partialResult: { content: [{ type: "text", text }], details },
  });
  const cut = { truncation: { truncated: true } };
  const { events } = play(
    busy,
    ...[shown(""), shown("one\n"), shown("one\ntwo\n"), shown("one\ntwo\n"), shown("two\nthree\n", cut)],
    ...[shown("Something else"), shown("")],
  );
  const told = { type: "tool_output_delta", callId: "c", toolName: "bash", ...runRef };
  expect(events).toEqual([
    { ...told, offset: 0, delta: "one\n" },
    { ...told, offset: 4, delta: "two\n" },
    { ...told, offset: 8, delta: "three\n" },
    { ...told, offset: 0, delta: "Something else", reset: true },
    { ...told, offset: 0, delta: "", reset: true },
  ]);
});

test("[PI17] an edit reports the location of each part; a denied call has no output", () => {
  const ended = (toolCallId: string, toolName: string, text: string, more: object) => ({
    ...{ type: "tool_execution_end", toolCallId, toolName },
    ...{ result: { content: [{ type: "text", text }], ...more }, isError: toolName === "bash" },
  });
  const patch =
    "--- a.txt\n+++ a.txt\n@@ -1,2 +1,3 @@\n+-- new\n one\n--- two\n+three\n@@ -9 +10,0 @@\n-nine\n";
  const { events } = play(
    withRefusal(busy, "c2", "permission_denied"),
    ended("c1", "edit", "Replaced.", { details: { patch } }),
    ended("c2", "bash", "The user did not allow this call: Not now", {}),
  );
  const part = { type: "diff", path: "a.txt" };
  expect(events).toEqual([
    {
      ...{ type: "tool_result", callId: "c1", toolName: "edit", ok: true, result: "Replaced.", ...runRef },
      content: [
        { ...part, oldText: "one\n-- two\n", newText: "-- new\none\nthree\n", oldLine: 1, newLine: 1 },
        { ...part, oldText: "nine\n", newText: "", oldLine: 9, newLine: 10 },
      ],
    },
    {
      ...{ type: "tool_result", callId: "c2", toolName: "bash", ok: false, ...runRef },
      error: { code: "permission_denied", message: "The user did not allow this call: Not now" },
    },
  ]);
});

test("[PI4] an interrupted answer leaves no open call, and continues when it is retried", () => {
  const broken = assistant(
    [
      { type: "text", text: "Hello wo" },
      { type: "toolCall", id: "c", name: "bash" },
    ],
    {
      ...{ stopReason: "error", errorMessage: '529: {"error":{"message":"Overloaded"}}' },
    },
  );
  const retry = {
    type: "auto_retry_start",
    attempt: 1,
    maxAttempts: 3,
    delayMs: 5,
    errorMessage: "Overloaded",
  };
  const { state, events } = play(
    busy,
    ...[
      started,
      piece("text_delta", 0, { delta: "Hello" }),
      piece("toolcall_start", 1, { id: "c", toolName: "bash" }),
    ],
    ...[{ type: "message_end", message: broken }, retry, started],
    ...[piece("text_delta", 0, { delta: "Hel" }), piece("text_delta", 0, { delta: "lo world" })],
  );
  const told = events.filter(({ type }) => type !== "agent_status");
  const at = { responseId: "run-1", block: 0, ...runRef };
  const message = "The model's answer was cut off before the call was made.";
  expect(told).toEqual([
    { type: "text_delta", offset: 0, delta: "Hello", ...at },
    { type: "text_done", text: "Hello", ...at },
    { type: "tool_call_start", callId: "c", toolName: "bash", responseId: "run-1", ...runRef },
    { type: "text_delta", offset: 5, delta: " wo", ...at },
    {
      ...{ type: "tool_result", callId: "c", toolName: "bash", ok: false },
      ...{ error: { code: "tool_interrupted", message }, ...runRef },
    },
    { type: "api_retry", attempt: 1, maxAttempts: 3, delayMs: 5, message: "Overloaded", ...runRef },
    { type: "text_delta", offset: 8, delta: "rld", ...at },
  ]);
  expect(state.run?.failure).toEqual({ code: "api_error", message: "529: Overloaded" });
});

test("[PI4] if the retried answer differs, both are kept", () => {
  const broken = assistant([{ type: "text", text: "Hello" }], {
    stopReason: "error",
    errorMessage: "terminated",
  });
  const retry = { type: "auto_retry_start", attempt: 1 };
  const { events } = play(
    busy,
    ...[
      started,
      piece("text_delta", 0, { delta: "Hello" }),
      { type: "message_end", message: broken },
      retry,
      started,
    ],
    ...[piece("text_delta", 0, { delta: "He" }), piece("text_delta", 0, { delta: "re I am" })],
    { type: "message_end", message: assistant([{ type: "text", text: "Here I am" }]) },
  );
  const again = { responseId: "run-2", block: 0, ...runRef };
  expect(events.filter(({ type }) => type.startsWith("text"))).toEqual([
    { type: "text_delta", offset: 0, delta: "Hello", responseId: "run-1", block: 0, ...runRef },
    { type: "text_delta", offset: 0, delta: "Here I am", ...again },
    { type: "text_done", text: "Here I am", ...again },
  ]);
});

test("[PI5] compaction, retries, titles and notices are reported", () => {
  const { events } = play(
    busy,
    { type: "compaction_start", reason: "threshold" },
    {
      ...{ type: "compaction_end", reason: "threshold", aborted: false },
      result: { summary: "All so far", tokensBefore: 900, estimatedTokensAfter: 90 },
    },
    { type: "compaction_end", reason: "manual", errorMessage: "Too short" },
    { type: "session_info_changed", name: "Fix add" },
    { type: "extension_error", error: "oops" },
    { type: "message_end", message: { role: "custom", display: true, content: "Heads up" } },
    { type: "message_end", message: { role: "custom", display: false, content: "Unseen" } },
    { type: "extension_ui_request", id: "n", method: "notify", message: "Careful", notifyType: "warning" },
    { type: "extension_ui_request", id: "w", method: "setWidget", widgetKey: "k" },
  );
  expect(events).toEqual([
    { type: "agent_status", status: "working", ...runRef },
    {
      ...{ type: "compaction", trigger: "auto", summary: "All so far", beforeTokens: 900, afterTokens: 90 },
      ...runRef,
    },
    { type: "notice", level: "warning", text: "Compaction failed: Too short", ...runRef },
    { type: "title", title: "Fix add", source: "agent", agentId },
    { type: "notice", level: "warning", text: "A Pi extension failed: oops", agentId },
    { type: "notice", text: "Heads up", agentId },
    { type: "notice", level: "warning", text: "Careful", agentId },
  ]);
});

test("[PI6] a run ends when the program is idle, not before", () => {
  const ended = { type: "agent_end", messages: [], willRetry: false };
  const { state, events } = play(withPrompt(idle, "run"), { type: "agent_start" }, ended);
  expect({ events, atWork: state.run?.runId }).toEqual({ events: [], atWork: "run" });
  expect(play(state, { type: "agent_settled" })).toEqual({
    state: idle,
    events: [{ type: "run_ended", outcome: "completed", ...runRef }],
  });
});

test("[PI6] the older version does not report that it is idle, so its state is requested", () => {
  expect(translate(busy, lineOf({ type: "agent_end", messages: [] }))).toEqual({
    state: busy,
    events: [],
    mayBeOver: true,
  });
});

test("[PI7] unprompted work is a separate run", () => {
  const { events } = play(idle, { type: "agent_start" }, { type: "agent_settled" }, { type: "agent_start" });
  expect(events).toEqual([
    { type: "run_started", trigger: "callback", runId: "pi-process-1", agentId },
    { type: "run_ended", outcome: "completed", runId: "pi-process-1", agentId },
    { type: "run_started", trigger: "callback", runId: "pi-process-2", agentId },
  ]);
});

test("[PI8] a dialog that no person can answer is answered at once", () => {
  const dialog = { type: "extension_ui_request", id: "d", method: "confirm", title: "Sure?" };
  const strange = { ...dialog, method: "input", title: "polylog:permission", placeholder: "no JSON" };
  const answered = { id: "d", answer: { cancelled: true } };
  expect(translate(idle, lineOf(dialog))).toEqual({ state: idle, events: [], answered });
  expect(translate(busy, lineOf(strange))).toEqual({ state: busy, events: [], answered });
});
