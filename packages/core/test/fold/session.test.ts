import { defined } from "@polylog/core";
import { expect, test } from "vitest";
import type { PermissionMode } from "../../src/backend/backend.ts";
import { fromSnapshot, toSnapshot } from "../../src/fold/snapshot.ts";
import { entry, userMessage } from "../expected.ts";
import type { Body } from "../log.ts";
import { agentId, conversationOf, entriesOf } from "../log.ts";

const modes = [
  { id: "agent", name: "Agent" },
  { id: "plan", name: "Plan" },
];
const meta: Body = { type: "session_meta", modes, currentModeId: "agent", currentModelId: "opus" };
const metaEntry = (given: { seq: number; [field: string]: unknown }) =>
  entry("meta", {
    modes,
    models: [],
    commands: [],
    currentModeId: "agent",
    currentModelId: "opus",
    ...given,
  });

test("[F12] each change of a session's capabilities is kept; a repeat is not", () => {
  const models = [{ id: "opus", name: "Opus" }];
  const conversation = conversationOf(meta, meta, { type: "session_meta", models });
  expect(entriesOf(conversation)).toEqual([metaEntry({ seq: 1 }), metaEntry({ seq: 3, models })]);
});

test("[F13] a person's message is an entry, complete at once", () => {
  const conversation = conversationOf({ type: "user_message", text: "Hello", clientMessageId: "m1" });
  expect(entriesOf(conversation)).toEqual([userMessage("Hello", { seq: 1, clientMessageId: "m1" })]);
  expect(conversation.main.settled).toBe(1);
});

test("[F13] a message that was sent again is shown once", () => {
  const said: Body = { type: "user_message", text: "Hello", clientMessageId: "m1" };
  const conversation = conversationOf(said, said, { type: "user_message", text: "Hello" });
  expect(entriesOf(conversation)).toEqual([
    userMessage("Hello", { seq: 1, clientMessageId: "m1" }),
    userMessage("Hello", { seq: 3 }),
  ]);
  expect(conversation.faults.recent).toEqual([{ code: "duplicate_message", seq: 2, about: "m1" }]);
});

test("[F16] a mode change is shown only if the mode changes", () => {
  const change = (modeId: string): Body => ({ type: "mode_change", modeId });
  const conversation = conversationOf(meta, change("agent"), change("plan"), change("plan"), change("agent"));
  expect(entriesOf(conversation)).toEqual([
    metaEntry({ seq: 1 }),
    entry("mode_change", { seq: 3, previousModeId: "agent", newModeId: "plan", by: null }),
    entry("mode_change", { seq: 5, previousModeId: "plan", newModeId: "agent", by: null }),
  ]);
  expect(conversation.agents.get(agentId)?.currentModeId).toBe("agent");
});

test("[F16] an agent's permission mode is unchanged when it switches to its program's own mode", () => {
  const after = (...bodies: Body[]) => {
    const { currentModeId, permissionMode } = conversationOf(...bodies).agents.get(agentId) ?? {};
    return { currentModeId, permissionMode };
  };
  const change = (modeId: string, permissionMode?: PermissionMode): Body => ({
    ...{ type: "mode_change", modeId },
    ...defined({ permissionMode }),
  });
  expect([
    after(change("code")),
    after(change("full"), change("debug")),
    after(change("full"), change("architect", "plan"), change("code", "full")),
    after(change("full"), change("ask", "full")),
    after(change("full"), change("architect"), change("architect", "plan")),
    after(change("full"), meta),
    after(change("full"), { type: "session_meta", currentModeId: "ask" }),
    after(change("plan"), { type: "session_meta", currentModeId: "ask", permissionMode: "accept_edits" }),
  ]).toEqual([
    { currentModeId: "code", permissionMode: null },
    { currentModeId: "debug", permissionMode: "full" },
    { currentModeId: "code", permissionMode: "full" },
    { currentModeId: "ask", permissionMode: "full" },
    { currentModeId: "architect", permissionMode: "plan" },
    { currentModeId: "agent", permissionMode: "full" },
    { currentModeId: "ask", permissionMode: "ask" },
    { currentModeId: "ask", permissionMode: "accept_edits" },
  ]);
});

test("[F16] a model change is shown only if the model changes, for each agent", () => {
  const conversation = conversationOf(
    meta,
    { type: "model_change", modelId: "opus" },
    { type: "model_change", modelId: "sonnet" },
    { type: "model_change", modelId: "o9", agentId: "codex" },
  );
  expect(entriesOf(conversation).slice(1)).toEqual([
    entry("model_change", { seq: 3, previousModelId: "opus", newModelId: "sonnet", by: null }),
    entry("model_change", { seq: 4, agentId: "codex", previousModelId: null, newModelId: "o9", by: null }),
  ]);
});

test.each([
  { type: "mode_change", modeId: "plan" },
  { type: "model_change", modelId: "sonnet" },
] as const)("[F16] a $type in the middle of a message is placed where it happened", (change) => {
  const delta = (offset: number, text: string): Body => ({
    ...{ type: "text_delta", responseId: "r1", offset, delta: text },
  });
  const text = (...bodies: Body[]) =>
    conversationOf(...bodies)
      .main.entries.slice()
      .map((shown) => (shown.kind === "message" ? shown.body.toString() : shown.kind));
  const done: Body = { type: "text_done", responseId: "r1", text: "One two three" };
  expect([
    text(delta(0, "One"), change, delta(3, " two"), done),
    text(delta(0, "One"), { ...change, agentId: "codex" }, delta(3, " two"), done),
  ]).toEqual([
    ["One", change.type, " two three"],
    ["One two three", change.type],
  ]);
});

test("[F17] commands, titles, to-dos and context are state, not entries", () => {
  const commands = [{ name: "compact", description: "Make room" }];
  const items = [{ content: "Test", status: "in_progress" as const }];
  const conversation = conversationOf(
    { type: "commands_update", commands },
    { type: "title", title: "Fix the parser" },
    { type: "todo_update", items },
    { type: "context_usage", usedTokens: 1200, windowTokens: 200_000 },
  );
  expect(entriesOf(conversation)).toEqual([]);
  expect(conversation.title).toBe("Fix the parser");
  expect(conversation.agents.get(agentId)).toEqual({
    modes: [],
    models: [],
    commands,
    currentModeId: null,
    permissionMode: null,
    currentModelId: null,
    capabilities: null,
    context: { usedTokens: 1200, windowTokens: 200_000, messageCount: null, compressed: false },
    todos: items,
    queue: { items: [], paused: null },
  });
});

test("[F22] a queued message is in the queue and not in the conversation before it runs", () => {
  const items = [{ itemId: "i1", text: "And then this" }];
  const waiting = conversationOf({ type: "queue_updated", items });
  expect(entriesOf(waiting)).toEqual([]);
  expect(waiting.agents.get(agentId)?.queue).toEqual({ items, paused: null });
  const ran = conversationOf(
    { type: "queue_updated", items },
    { type: "queue_updated", items: [] },
    { type: "user_message", text: "And then this" },
  );
  expect(entriesOf(ran)).toEqual([userMessage("And then this", { seq: 3 })]);
  expect(ran.agents.get(agentId)?.queue).toEqual({ items: [], paused: null });
});

test("[F22] a cancel does not clear the queue; a paused queue states why; each agent has its own", () => {
  const items = [{ itemId: "i1", text: "Next" }];
  const conversation = conversationOf(
    { type: "run_started" },
    { type: "queue_updated", items },
    { type: "queue_updated", agentId: "codex", items: [], paused: { reason: "The last run failed." } },
    { type: "run_ended", outcome: "cancelled" },
  );
  expect(conversation.agents.get(agentId)?.queue).toEqual({ items, paused: null });
  expect(conversation.agents.get("codex")?.queue).toEqual({
    items: [],
    paused: { reason: "The last run failed." },
  });
});

test("[F27] a checkpoint with the same hash is shown once in a session", () => {
  const saved = (hash: string): Body => ({ type: "checkpoint_saved", hash });
  const conversation = conversationOf(
    saved("abc123"),
    { type: "notice", text: "Some text" },
    saved(" abc123\n"),
    saved("def"),
    saved(""),
    saved(""),
  );
  expect(entriesOf(conversation)).toEqual([
    entry("checkpoint", { seq: 1, hash: "abc123", label: null }),
    entry("notice", { seq: 2, level: "info", text: "Some text", by: null }),
    entry("checkpoint", { seq: 4, hash: "def", label: null }),
    entry("checkpoint", { seq: 5, hash: "", label: null }),
    entry("checkpoint", { seq: 6, hash: "", label: null }),
  ]);
});

test("[F26] a message to another agent waits for the answer if its sender does", () => {
  const sent: Body = {
    type: "agent_message",
    exchangeId: "x1",
    fromAgentId: "claude",
    toAgentId: "codex",
    content: "Review this",
    mode: "sync",
    callId: "c1",
  };
  const exchange = (given: { seq: number; [field: string]: unknown }) =>
    entry("exchange", {
      exchangeId: "x1",
      fromAgentId: "claude",
      toAgentId: "codex",
      content: "Review this",
      mode: "sync",
      queued: false,
      targetSessionId: null,
      targetRunId: null,
      callId: "c1",
      status: null,
      result: null,
      error: null,
      ...given,
    });
  expect(entriesOf(conversationOf(sent))).toEqual([exchange({ seq: 1, live: true })]);
  const answered = conversationOf(sent, { type: "agent_callback_result", exchangeId: "x1", result: "Fine" });
  expect(entriesOf(answered)).toEqual([
    exchange({ key: "exchange/1", seq: 2, ts: 1001, status: "complete", result: "Fine" }),
  ]);
  const unanswered = conversationOf(sent, { type: "run_ended", outcome: "completed" });
  expect(entriesOf(unanswered)).toEqual([
    exchange({ key: "exchange/1", seq: 2, ts: 1001, endedBy: "completed" }),
  ]);
});

test("[F26] the receiving run has a lane, and the exchange shows it, also after a snapshot", () => {
  const sent: Body = {
    ...{ type: "agent_message", exchangeId: "x1", fromAgentId: "claude", toAgentId: "codex" },
    ...{ content: "Review this", mode: "sync", targetSessionId: "s2", targetRunId: "run-2" },
  };
  const conversation = conversationOf(
    sent,
    { type: "subagent_spawned", childRunId: "run-2", childAgentId: "codex" },
    { type: "tool_call_start", callId: "c9", toolName: "Read", runId: "run-2", agentId: "codex" },
  );
  expect([
    [...conversation.main.entries].map(({ kind }) => kind),
    conversation.lanes.slice().map((lane) => lane.entries.slice().map(({ kind }) => kind)),
  ]).toEqual([["exchange"], [["tool_call"]]]);
  const again = fromSnapshot(toSnapshot(conversationOf(sent)));
  expect(again?.seen.has("exchange-run/run-2")).toBe(true);
});

test("[F26] a sender that does not wait gets a callback later, even for a failed or empty answer", () => {
  const sent: Body = {
    type: "agent_message",
    exchangeId: "x1",
    fromAgentId: "claude",
    toAgentId: "codex",
    content: "Review this",
    mode: "async",
    state: "queued",
  };
  const error = { code: "target_failed", message: "Codex stopped." };
  const conversation = conversationOf(
    sent,
    { type: "run_ended", outcome: "completed" },
    { type: "agent_callback_result", exchangeId: "x1", result: "", status: "failed", error },
    sent,
    { type: "agent_callback_result", exchangeId: "x9", result: "" },
  );
  expect(entriesOf(conversation).slice(1)).toEqual([
    entry("callback", {
      ...{ seq: 3, exchangeId: "x1", fromAgentId: "codex", sessionId: null },
      ...{ status: "failed", result: "", error },
    }),
    entry("late", { seq: 4, eventType: "agent_message", event: expect.anything() }),
  ]);
  expect(conversation.faults.recent).toEqual([{ code: "unknown_exchange", seq: 5, about: "x9" }]);
});

test("[F33] remarks are kept: fallback, retry, compaction, changes, finish, mission, notice, raw line", () => {
  const files = [{ path: "a.ts", status: "modified" as const, added: 3, removed: 1 }];
  const untold = { added: null, removed: null, before: null, after: null };
  const conversation = conversationOf(
    { type: "model_fallback", preferred: "opus", actual: "haiku", reason: "rate limit" },
    { type: "api_retry", attempt: 2, maxAttempts: 10, delayMs: 500, message: "529" },
    { type: "compaction", trigger: "auto", beforeTokens: 9000, afterTokens: 900 },
    { type: "change_report", files, truncatedCount: 2 },
    { type: "change_report", files, added: 40, removed: 2, before: "a1", after: "b2" },
    { type: "finalize_task", summary: "All green" },
    { type: "idle_prompt_triggered", missionId: "m1", prompt: "Go on" },
    { type: "notice", text: "Careful", level: "warning" },
    { type: "backend_raw", line: "Segmentation fault", truncated: false },
  );
  expect(entriesOf(conversation)).toEqual([
    entry("fallback", { seq: 1, preferred: "opus", actual: "haiku", reason: "rate limit" }),
    entry("retry", { seq: 2, attempt: 2, maxAttempts: 10, delayMs: 500, message: "529" }),
    entry("compaction", { seq: 3, trigger: "auto", beforeTokens: 9000, afterTokens: 900, summary: null }),
    entry("change_report", { ...{ seq: 4, files, truncatedCount: 2 }, ...untold }),
    entry("change_report", {
      ...{ seq: 5, files, truncatedCount: 0, added: 40, removed: 2, before: "a1", after: "b2" },
    }),
    entry("finalize", { seq: 6, summary: "All green", ok: true }),
    entry("idle_prompt", { seq: 7, missionId: "m1", prompt: "Go on" }),
    entry("notice", { seq: 8, level: "warning", text: "Careful", by: null }),
    entry("raw", { seq: 9, line: "Segmentation fault", truncated: false }),
  ]);
});

test("[F52] a person's action names their device and role", () => {
  const by = { kind: "user" as const, id: "d1", name: "Pixel 9", role: "prompter" as const };
  const conversation = conversationOf(
    { type: "user_message", text: "Hello", by },
    { type: "mode_change", modeId: "plan", by },
    { type: "model_change", modelId: "opus", by },
    { type: "notice", text: "Rewound to event 3.", by },
    { type: "queue_updated", agentId: "a", items: [{ itemId: "i1", text: "Later", by }] },
  );
  expect(entriesOf(conversation)).toEqual([
    userMessage("Hello", { seq: 1, by }),
    entry("mode_change", { seq: 2, previousModeId: null, newModeId: "plan", by }),
    entry("model_change", { seq: 3, previousModelId: null, newModelId: "opus", by }),
    entry("notice", { seq: 4, level: "info", text: "Rewound to event 3.", by }),
  ]);
  expect(conversation.agents.get("a")?.queue.items).toEqual([{ itemId: "i1", text: "Later", by }]);
});
