import { expect, test } from "vitest";
import { translate } from "../../src/codex/translate/translate.ts";
import { withPrompt, withTurn } from "../../src/codex/translate/turns.ts";
import { addedSince } from "../../src/codex/translate/usage.ts";
import { versionIn, versionNotice } from "../../src/codex/version.ts";
import {
  agentId,
  busy,
  completed,
  idle,
  lineOf,
  notified,
  play,
  runRef,
  started,
  threadId,
  told,
  turnCompleted,
  turnStarted,
} from "./lines.ts";

test.each([
  "no JSON",
  "7",
  '{"method":"from/the/future","params":{}}',
  '{"method":"item/started","params":{"item":{"type":"news","id":"i"},"threadId":"thread","turnId":"turn"}}',
  '{"method":"item/started","params":{"threadId":"thread"}}',
  '{"method":"turn/completed","params":{"threadId":"nobody","turn":{"id":"t"}}}',
  '{"id":7}',
  "{}",
])("[CX2] an unknown line is kept verbatim: %s", (text) => {
  expect(translate(busy, lineOf(text))).toEqual({
    state: busy,
    events: [{ type: "backend_raw", line: text, agentId }],
  });
});

const message = (id: string) => started({ type: "agentMessage", id, text: "" });
const says = (itemId: string, delta: string) => notified("item/agentMessage/delta", { itemId, delta });
const said = (id: string, text: string) => completed({ type: "agentMessage", id, text });
const delta = (responseId: string, offset: number, text: string) => ({
  type: "text_delta",
  responseId,
  offset,
  delta: text,
  ...runRef,
});
const done = (responseId: string, text: string) => ({ type: "text_done", responseId, text, ...runRef });

const broken = notified("error", {
  error: { message: "Reconnecting... 1/2", additionalDetails: "stream disconnected" },
  willRetry: true,
});
const retry = { type: "api_retry", attempt: 1, maxAttempts: 2, message: "stream disconnected", ...runRef };

test("[CX3] text and thoughts are reported in pieces with offsets, then whole", () => {
  const thinks = (text: string, more: object) =>
    notified("item/reasoning/summaryTextDelta", { itemId: "r", delta: text, ...more });
  expect(
    told(
      busy,
      started({ type: "reasoning", id: "r", summary: [], content: [] }),
      thinks("Let ", { summaryIndex: 0 }),
      thinks("me.", { summaryIndex: 0 }),
      thinks("Yes.", { summaryIndex: 1 }),
      completed({ type: "reasoning", id: "r", summary: ["Let me.", "Yes."], content: [] }),
      message("m"),
      says("m", "Hel"),
      says("m", "lo"),
      said("m", "Hello"),
    ),
  ).toEqual([
    { type: "thinking_delta", responseId: "r", block: 0, offset: 0, delta: "Let ", ...runRef },
    { type: "thinking_delta", responseId: "r", block: 0, offset: 4, delta: "me.", ...runRef },
    { type: "thinking_delta", responseId: "r", block: 2, offset: 0, delta: "Yes.", ...runRef },
    { type: "thinking_done", responseId: "r", block: 0, text: "Let me.", ...runRef },
    { type: "thinking_done", responseId: "r", block: 2, text: "Yes.", ...runRef },
    delta("m", 0, "Hel"),
    delta("m", 3, "lo"),
    done("m", "Hello"),
  ]);
});

test("[CX3] a text that is repeated after its stream was interrupted continues where it stopped", () => {
  expect(
    told(
      busy,
      message("a"),
      says("a", "One two"),
      broken,
      message("b"),
      says("b", "One"),
      says("b", " two three"),
      said("b", "One two three"),
    ),
  ).toEqual([delta("a", 0, "One two"), retry, delta("a", 7, " three"), done("a", "One two three")]);
});

test("[CX3] a text that is interrupted twice is still one text", () => {
  expect(
    told(
      busy,
      message("a"),
      says("a", "One two"),
      broken,
      message("b"),
      says("b", "One"),
      broken,
      message("c"),
      says("c", "One two."),
      said("c", "One two."),
    ),
  ).toEqual([delta("a", 0, "One two"), retry, retry, delta("a", 7, "."), done("a", "One two.")]);
});

test("[CX3] a retried text that differs is reported as a new text", () => {
  expect(
    told(
      busy,
      message("a"),
      says("a", "One two"),
      broken,
      message("b"),
      says("b", "On"),
      says("b", " the"),
      said("b", "On the"),
    ),
  ).toEqual([delta("a", 0, "One two"), retry, delta("b", 0, "On the"), done("b", "On the")]);
});

test("[CX3] a text that did not stream is reported whole; empty texts and hidden thoughts are not reported", () => {
  const hidden = completed({ type: "reasoning", id: "r", summary: [], content: [] });
  expect(told(busy, hidden, said("m", "At once"), said("n", ""))).toEqual([done("m", "At once")]);
});

const turn = { status: "completed" };
const over = { type: "run_ended", outcome: "completed", ...runRef };

test("[CX6] a turn that starts before the program names it still belongs to its run", () => {
  const waiting = withPrompt(idle, "run");
  const early = play(waiting, turnStarted("turn")).state;
  const named = withTurn(early, "run", "turn");
  const late = play(withTurn(waiting, "run", "turn"), turnStarted("turn")).state;
  expect([told(named, turnCompleted(turn)), told(late, turnCompleted(turn))]).toEqual([[over], [over]]);
});

test("[CX6] an unprompted turn is a separate run", () => {
  const own = { runId: "codex-t9", agentId };
  expect(told(idle, turnStarted("t9"), turnCompleted({ id: "t9", ...turn }))).toEqual([
    { type: "run_started", trigger: "callback", ...own },
    { type: "run_ended", outcome: "completed", ...own },
  ]);
});

test("[CX6] events of an ended turn are dropped", () => {
  const { state } = play(busy, turnCompleted(turn));
  expect(play(state, message("m"), says("m", "late"), said("m", "late"), turnCompleted(turn)).events).toEqual(
    [],
  );
});

test.each([
  ["other", "turn_failed", "It broke."],
  ["contextWindowExceeded", "context_window_exceeded", "It broke."],
  [
    { responseTooManyFailedAttempts: { httpStatusCode: 500 } },
    "response_too_many_failed_attempts",
    "It broke.",
  ],
  [{ httpConnectionFailed: { httpStatusCode: 401 } }, "unauthorized", "It broke. Log in with: codex login"],
])("[CX6] a failed turn reports its reason: %j", (codexErrorInfo, code, text) => {
  const error = { message: "It broke.", codexErrorInfo };
  expect(told(busy, turnCompleted({ status: "failed", error }))).toEqual([
    { type: "run_ended", outcome: "failed", error: { code, message: text }, ...runRef },
  ]);
});

test("[CX6] a failure that only an earlier error explains is reported with that error", () => {
  const error = notified("error", { error: { message: "The model is gone." }, willRetry: false });
  expect(told(busy, error, turnCompleted({ status: "failed", error: null, durationMs: 5 }))).toEqual([
    {
      type: "run_ended",
      outcome: "failed",
      error: { code: "turn_failed", message: "The model is gone." },
      durationMs: 5,
      ...runRef,
    },
  ]);
});

test("[CX7] a plan at the end of a turn waits for approval, and keeps its run open", () => {
  const { events, last } = play(
    busy,
    completed({ type: "plan", id: "p", text: "# Do it" }),
    turnCompleted({ status: "completed" }),
  );
  const askId = "turn/plan";
  expect({ events, ask: last.ask }).toEqual({
    events: [
      { type: "plan_update", planId: askId, entries: [], text: "# Do it", awaitsApproval: true, ...runRef },
    ],
    ask: { askId, runId: "run", kind: "plan", rpcId: null, method: "plan", params: {} },
  });
});

test("[CX10] a thread's usage is reported once, without usage from before it was resumed", () => {
  const used = (input: number, cached: number, output: number) => ({
    inputTokens: input,
    cachedInputTokens: cached,
    outputTokens: output,
  });
  const tokens = (total: object, last: object) =>
    notified("thread/tokenUsage/updated", { tokenUsage: { total, last, modelContextWindow: 1000 } });
  const first = tokens(used(100, 40, 10), used(100, 40, 10));
  const second = tokens(used(250, 140, 30), used(150, 100, 20));
  const record = { model: "model", cacheWriteTokens: 0 };
  const one = { ...record, inputTokens: 60, outputTokens: 10, cacheReadTokens: 40 };
  const two = { ...record, inputTokens: 50, outputTokens: 20, cacheReadTokens: 100 };
  const context = (usedTokens: number) => ({
    type: "context_usage",
    usedTokens,
    windowTokens: 1000,
    ...runRef,
  });
  expect(told(busy, first, first, second, turnCompleted(turn))).toEqual([
    { type: "usage", ...one, responseId: "run-110", ...runRef },
    context(110),
    context(110),
    { type: "usage", ...two, responseId: "run-280", ...runRef },
    context(170),
    {
      ...over,
      usage: [{ ...record, inputTokens: 110, outputTokens: 30, cacheReadTokens: 140 }],
    },
  ]);
  const resumed = { ...idle, threads: new Map([[threadId, { ...idle.threads.get(threadId), spent: null }]]) };
  const before = play(resumed as typeof idle, first);
  const later = play(withPrompt(before.state, "run"), turnStarted("turn"), second);
  expect([before.events, later.events.filter(({ type }) => type === "usage")]).toEqual([
    [],
    [{ type: "usage", ...two, responseId: "run-170", ...runRef }],
  ]);
  expect(addedSince({ inputTokens: 9 }, { inputTokens: 4 })).toEqual({ inputTokens: 4 });
});

test("[CX11] changes, to-dos, titles, model switches, compactions and warnings are reported", () => {
  const diff =
    "diff --git a/new.txt b/new.txt\nnew file mode 100644\n--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n";
  expect(
    told(
      busy,
      notified("turn/diff/updated", { diff: "an older one" }),
      notified("turn/diff/updated", { diff }),
      notified("turn/plan/updated", {
        plan: [
          { step: "Look", status: "completed" },
          { step: "Do", status: "inProgress" },
        ],
      }),
      notified("thread/name/updated", { threadName: "Fix it" }),
      notified("model/rerouted", { fromModel: "a", toModel: "b", reason: "busy" }),
      completed({ type: "contextCompaction", id: "c" }),
      notified("warning", { message: "Careful." }),
      { method: "configWarning", params: { summary: "Odd.", details: "Line 3" } },
      notified("mcpServer/startupStatus/updated", { name: "box", status: "failed", error: "no program" }),
      notified("mcpServer/startupStatus/updated", { name: "box", status: "ready" }),
      turnCompleted(turn),
    ),
  ).toEqual([
    {
      type: "todo_update",
      items: [
        { content: "Look", status: "completed" },
        { content: "Do", status: "in_progress" },
      ],
      ...runRef,
    },
    { type: "title", title: "Fix it", source: "agent", agentId },
    { type: "model_fallback", preferred: "a", actual: "b", reason: "busy", ...runRef },
    { type: "compaction", trigger: "auto", ...runRef },
    { type: "notice", level: "warning", text: "Careful.", agentId },
    { type: "notice", level: "warning", text: "Odd. Line 3", agentId },
    { type: "notice", level: "warning", text: "The MCP server box did not start: no program", agentId },
    {
      type: "change_report",
      files: [{ path: "new.txt", status: "added", added: 2, removed: 0, diff }],
      ...runRef,
    },
    over,
  ]);
});

test("[CX13] the version is read from the user agent, and an untested one yields a notice", () => {
  const named = versionIn("polylog/0.166.0 (Debian 12.0.0; x86_64) unknown (polylog; 0)");
  expect([named, versionIn("something"), versionNotice("0.166.3"), versionNotice("0.99.0")]).toEqual([
    "0.166.0",
    null,
    null,
    "Codex 0.99.0 is not among the versions Polylog is tested with (0.166); most should work.",
  ]);
});
