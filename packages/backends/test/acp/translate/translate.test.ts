import { expect, test } from "vitest";
import { endRun } from "../../../src/acp/translate/run-end.ts";
import { withRun } from "../../../src/acp/translate/state.ts";
import { endStreams } from "../../../src/acp/translate/text-stream.ts";
import { endsUnprompted, endUnprompted } from "../../../src/acp/translate/unprompted-runs.ts";
import {
  agentId,
  busy,
  call,
  chunk,
  idle,
  more,
  runRef,
  thought,
  told,
  type Update,
  words,
} from "./updates.ts";

const delta = (type: string, responseId: string, block: number, offset: number, text: string) => ({
  ...{ type, responseId, block, offset, delta: text },
  ...runRef,
});
const done = (type: string, responseId: string, block: number, text: string) => ({
  ...{ type, responseId, block, text },
  ...runRef,
});

test("[AC1] [AC3] text and thoughts are grouped by message, and end when something else starts", () => {
  const { events } = told(
    busy,
    thought("\n\nLet me ", "m1"),
    thought("see.", "m1"),
    chunk("Hel", "m1"),
    chunk("lo", "m1"),
    chunk("Again", "m2"),
  );
  expect(events).toEqual([
    delta("thinking_delta", "m1", 0, 0, "Let me "),
    delta("thinking_delta", "m1", 0, 7, "see."),
    done("thinking_done", "m1", 0, "Let me see."),
    delta("text_delta", "m1", 1, 0, "Hel"),
    delta("text_delta", "m1", 1, 3, "lo"),
    done("text_done", "m1", 1, "Hello"),
    delta("text_delta", "m2", 2, 0, "Again"),
  ]);
});

test("[AC1] content other than text is described in words; the person's messages are already in the log", () => {
  const said = (content: object): Update => ({ sessionUpdate: "agent_message_chunk", content });
  const { events } = told(
    busy,
    said({ type: "resource_link", uri: "file:///p/a.js", name: "a.js" }),
    said({ type: "resource", resource: { uri: "file:///p/b", text: "b" } }),
    said({ type: "image", mimeType: "image/png", data: "AAAA" }),
    { sessionUpdate: "user_message_chunk", content: words("Hello") },
  );
  expect(events).toEqual([
    delta("text_delta", "answer-0", 0, 0, "[a.js](file:///p/a.js)"),
    delta("text_delta", "answer-0", 0, 22, "b"),
    delta("text_delta", "answer-0", 0, 23, "[image image/png]"),
  ]);
});

test("[AC1] a whole message replaces its chunks", () => {
  const whole = { sessionUpdate: "agent_message", messageId: "m", content: [words("Hello all.")] };
  expect(told(busy, chunk("Hullo", "m"), whole).events).toEqual([
    delta("text_delta", "m", 0, 0, "Hullo"),
    done("text_done", "m", 0, "Hello all."),
  ]);
});

test("[AC16] a plan is reported whole, and again only if it changed", () => {
  const plan = (status: string): Update => ({
    sessionUpdate: "plan",
    entries: [{ content: "Fix it", priority: "high", status }, { content: "Test it" }],
  });
  const entries = (status: string) => [
    { content: "Fix it", priority: "high", status },
    { content: "Test it", status: "pending" },
  ];
  const items = (status: string) =>
    entries(status).map(({ content, status: own }) => ({ content, status: own }));
  const planned = (at: number, status: string) => [
    { type: "plan_update", planId: `run/plan-${at}`, entries: entries(status), ...runRef },
    { type: "todo_update", items: items(status), ...runRef },
  ];
  const draft = { sessionUpdate: "plan_update", plan: { type: "markdown", planId: "p", content: "# Plan" } };
  const gone = { sessionUpdate: "plan_removed", planId: "p" };
  expect(told(busy, plan("pending"), plan("pending"), plan("in_progress"), draft, gone).events).toEqual([
    ...planned(0, "pending"),
    ...planned(1, "in_progress"),
    { type: "plan_update", planId: "run/plan-2", entries: [], text: "# Plan", ...runRef },
  ]);
});

test("[AC16] titles, commands, notices, summaries and context usage are reported when they change", () => {
  const commands: Update = {
    sessionUpdate: "available_commands_update",
    availableCommands: [
      { name: "init", description: "Begin", input: { hint: "what" } },
      { name: "quit" },
      { description: "without a name" },
    ],
  };
  const usage = {
    sessionUpdate: "usage_update",
    used: 2686,
    size: 100_000,
    cost: { amount: 0.01, currency: "USD" },
  };
  const compacted = {
    sessionUpdate: "compaction_update",
    status: "completed",
    summary: [words("All of it.")],
  };
  const { state, events } = told(
    busy,
    { sessionUpdate: "session_info_update", title: "A title" },
    { sessionUpdate: "session_info_update", updatedAt: "now" },
    commands,
    commands,
    { sessionUpdate: "notice", severity: "warning", title: "Slow", description: "The net is slow." },
    usage,
    { ...compacted, status: "in_progress" },
    compacted,
    { sessionUpdate: "session_message", messageId: "m", content: [words("From below.")] },
  );
  expect(events).toEqual([
    { type: "title", title: "A title", source: "agent", agentId },
    {
      type: "commands_update",
      commands: [{ name: "init", description: "Begin", input: { hint: "what" } }, { name: "quit" }],
      agentId,
    },
    { type: "notice", level: "warning", text: "Slow: The net is slow.", agentId },
    { type: "context_usage", usedTokens: 2686, windowTokens: 100_000, ...runRef },
    { type: "compaction", trigger: "auto", summary: "All of it.", ...runRef },
    { type: "notice", level: "info", text: "From below.", agentId },
  ]);
  expect(state.cost).toBe(0.01);
});

test("[AC18] a short cumulative answer is shown and ends with its text, even if it is interrupted", () => {
  const words = ["I ", "looked ", "at ", "the ", "old ", "parser."];
  const said = words.map((_, index) => chunk(words.slice(0, index + 1).join("")));
  const done = { type: "text_done", responseId: "answer-0", block: 0, text: words.join(""), ...runRef };
  const ended = told(busy, ...said, call({ title: "ls" }));
  expect(ended.events.filter((event) => event !== "not understood" && event.type === "text_done")).toEqual([
    done,
  ]);
  const broken = told(busy, ...said);
  const shown = broken.events.map((event) =>
    event !== "not understood" && "delta" in event ? event.delta : "",
  );
  expect([shown.join(""), endStreams(broken.state, true).events]).toEqual([words.join(""), []]);
  const undecided = told(busy, ...said.slice(0, 2));
  expect(endStreams(undecided.state, true).events).toEqual([{ ...done, text: "I looked " }]);
  expect(told(ended.state, chunk("Now"), chunk("Now this.")).events.slice(-1)).toMatchObject([
    { offset: 3, delta: " this." },
  ]);
});

test("[AC18] a cumulative thought repeats its leading empty lines, too, and is shown without them", () => {
  const said = ["I think", "I think so", "I think so too."].map((text) => thought(`\n\n${text}`));
  const thoughts = told(busy, ...said, chunk("Yes.")).events;
  expect(thoughts).toEqual([
    delta("thinking_delta", "answer-0", 0, 0, "I think"),
    delta("thinking_delta", "answer-0", 0, 7, " so too."),
    done("thinking_done", "answer-0", 0, "I think so too."),
    delta("text_delta", "answer-1", 1, 0, "Yes."),
  ]);
  const apart = told(busy, thought("\n\nHm."), thought("\n\nSo."), chunk("Yes.")).events;
  expect(apart[2]).toEqual(done("thinking_done", "answer-0", 0, "Hm.\n\nSo."));
});

test("[AC8] updates after a cancel are dropped; text before the first run is a notice", () => {
  expect(told({ ...idle, isAfterCancel: true }, chunk("Late."), call({ title: "ls" })).events).toEqual([]);
  expect(told(idle, chunk(" Update available. ")).events).toEqual([
    { type: "notice", level: "info", text: "Update available.", agentId },
  ]);
});

const own = { runId: "own-1", agentId };
const answered = { ...idle, hasWorked: true };

test("[AC20] unprompted work is one run, with all its texts, calls and cost", () => {
  const usage = (amount: number, meta: object): Update => ({
    sessionUpdate: "usage_update",
    ...{ used: 10, size: 100, cost: { amount, currency: "USD" }, _meta: meta },
  });
  const { state, events } = told(
    answered,
    more({ _meta: { terminal_exit: { exit_code: null } } }),
    chunk("The build", "m1"),
    chunk(" is done.", "m1"),
    call({ title: "ls", kind: "execute", status: "in_progress" }),
    more({ status: "completed" }),
    usage(0.5, {}),
    chunk("All well.", "m2"),
    usage(0.75, { "_claude/origin": { kind: "task-notification" } }),
  );
  expect(endsUnprompted(state, usage(0.75, { "_claude/origin": {} }))).toBe(true);
  const types = [...events, ...endUnprompted(state, "completed").events].flatMap((event) =>
    event === "not understood" ? [event] : [event.type],
  );
  expect(types).toEqual([
    ...["run_started", "text_delta", "text_delta", "text_done", "tool_call_start", "tool_result"],
    ...["context_usage", "text_delta", "context_usage", "text_done", "run_ended"],
  ]);
  expect(events[0]).toEqual({ type: "run_started", trigger: "callback", ...own });
  expect(endUnprompted(state, "completed").events.at(-1)).toEqual({
    ...{ type: "run_ended", outcome: "completed", ...own },
    usage: [{ model: "unknown", inputTokens: 0, outputTokens: 0, costUsd: 0.75 }],
  });
  const next = told(endUnprompted(state, "completed").state, thought("Again."));
  expect(next.events[0]).toEqual({ type: "run_started", trigger: "callback", ...own, runId: "own-2" });
});

test("[AC8] the end of a cancelled call that arrives during the next run is dropped", () => {
  const turn = { name: "Agent", command: "agent", agent: {}, text: "go", used: [] };
  const stopped = told(busy, call({ title: "sleep 61", kind: "execute", status: "in_progress" })).state;
  const { state } = endRun(stopped, { ok: true, result: { stopReason: "cancelled" } }, turn);
  const next = withRun(state, "next");
  const late = told(next, more({ status: "failed" }), call({ status: "failed" }));
  expect(late.events).toEqual([]);
  const again = told(late.state, call({ title: "ls", kind: "execute" }));
  expect(again.events).toMatchObject([{ type: "tool_call_start", callId: "t~2", runId: "next" }]);
});

test("[AC7] a replayed history is dropped, and the person's messages in it are kept for comparison", () => {
  const { state, events } = told(
    { ...idle, replay: "" },
    { sessionUpdate: "user_message_chunk", content: words("My word ") },
    { sessionUpdate: "user_message_chunk", content: words("is marzipan.") },
    chunk("I keep it."),
    call({ title: "ls", status: "completed" }),
    { sessionUpdate: "session_info_update", title: "Sweets" },
  );
  expect(events).toEqual([{ type: "title", title: "Sweets", source: "agent", agentId }]);
  expect(state.replay).toBe("My word is marzipan.");
});

test("[AC9] pi-acp's remarks about retries are not part of the answer", () => {
  const retry = (attempt: number) => ({ type: "api_retry", attempt, maxAttempts: 3, ...runRef });
  const { state, events } = told(
    busy,
    chunk("Retrying (attempt 1/3, waiting 1s)..."),
    chunk("Retry finished, resuming."),
  );
  expect({ events, hasSpoken: state.run?.hasSpoken }).toEqual({ events: [retry(1)], hasSpoken: false });
  expect(
    told(busy, chunk("Half"), chunk("Retrying (attempt 2/3, waiting 1s)..."), chunk("Whole.")).events,
  ).toEqual([
    delta("text_delta", "answer-0", 0, 0, "Half"),
    done("text_done", "answer-0", 0, "Half"),
    retry(2),
    delta("text_delta", "answer-1", 1, 0, "Whole."),
  ]);
});
