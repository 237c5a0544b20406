import { type Conversation, emptyConversation, foldAll, type PolylogEvent } from "@polylog/core";

type Body = Readonly<Record<string, unknown>> & { readonly type: string };

/** A log of one session, stamped in order. */
export function eventsOf(bodies: readonly Body[]): PolylogEvent[] {
  return bodies.map(
    (body, index) =>
      ({
        id: `event-${index + 1}`,
        sessionId: "session",
        seq: index + 1,
        rev: 0,
        ts: 1000 * (index + 1),
        agentId: "claude",
        runId: "run-1",
        ...body,
      }) as unknown as PolylogEvent,
  );
}

export function conversationOf(bodies: readonly Body[]): Conversation {
  return foldAll(emptyConversation, eventsOf(bodies));
}

const call = (callId: string, toolName: string, input: object, result: object): readonly Body[] => [
  { type: "tool_call_start", callId, toolName, input },
  { type: "tool_result", callId, toolName, ok: true, ...result },
];

export const markdown = `# A heading

Some **bold** and *slanted* words, \`code\`, ~~gone~~ and a [link](https://example.com/a/rather/long/address).

1. first
2. second, which is a good deal longer than the others so that it has to be broken
   - nested
   - [x] done

> A quote that somebody said once upon a time, at length.

| name | what it is | size |
|:--|---|--:|
| alpha | the first letter of the alphabet | 1 |
| omega | the last one, after which there is none | 24 |

\`\`\`ts
export function add(a: number, b: number): number { return a + b; } // a line that is too long
\`\`\`

---

日本語のテキストと emoji 👩‍💻 together.`;

/** One of every kind of entry. */
export const everything: readonly Body[] = [
  { type: "session_meta", modes: [], currentModeId: "ask" },
  { type: "user_message", text: "Please look at\nboth lines.", runId: undefined },
  { type: "run_started", model: "opus" },
  { type: "thinking_start", responseId: "r1" },
  { type: "thinking_done", responseId: "r1", text: "Let me think." },
  { type: "text_done", responseId: "r1", block: 1, text: markdown },
  ...call("c1", "Read", { file_path: "src/a.ts" }, { result: "x" }),
  ...call("c2", "Grep", { pattern: "add" }, { result: "a.ts:1:add" }),
  ...call(
    "c3",
    "Bash",
    { command: "npm test" },
    { result: "1\n2\n3\n4\n5\n6\n7 \u001b[31mred\u001b[0m\n", exitCode: 1 },
  ),
  ...call(
    "c4",
    "Edit",
    { file_path: "src/add.ts", old_string: "a - b", new_string: "a + b" },
    { result: "ok" },
  ),
  ...call("c5", "Write", { file_path: "new.ts", content: "one\ntwo\n" }, { result: "ok" }),
  ...call(
    "c6",
    "TodoWrite",
    {
      todos: [
        { content: "Tidy up", status: "in_progress" },
        { content: "Rest", status: "pending" },
      ],
    },
    { result: "ok" },
  ),
  ...call("c7", "mcp__github__search", { query: "bugs" }, { result: "none" }),
  ...call("c8", "WebSearch", { query: "terminals" }, { result: "found" }),
  { type: "tool_call_start", callId: "c9", toolName: "Bash", input: { command: "exit 3" } },
  {
    type: "tool_result",
    callId: "c9",
    toolName: "Bash",
    ok: false,
    error: { code: "tool_error", message: "It did not work out." },
  },
  {
    type: "tool_call_start",
    callId: "c10",
    toolName: "Task",
    input: { description: "Look around", prompt: "Look around well" },
  },
  {
    type: "run_started",
    runId: "run-2",
    agentId: "helper",
    parentRunId: "run-1",
    parentCallId: "c10",
    task: "Look around",
  },
  ...call("s1", "Read", { file_path: "b.ts" }, { result: "y" }).map((body) => ({
    ...body,
    runId: "run-2",
    agentId: "helper",
  })),
  { type: "run_ended", runId: "run-2", agentId: "helper", outcome: "completed" },
  { type: "tool_result", callId: "c10", toolName: "Task", ok: true, result: "All is well." },
  {
    type: "permission_request",
    requestId: "p1",
    toolName: "Bash",
    input: { command: "rm notes.txt" },
    options: [
      { optionId: "yes", name: "Allow once", kind: "allow_once" },
      { optionId: "no", name: "Reject", kind: "reject_once" },
    ],
  },
  {
    type: "permission_response",
    requestId: "p1",
    optionId: "no",
    note: "Keep it",
    by: { kind: "user", name: "Ada" },
  },
  {
    type: "ask_user",
    questionId: "q1",
    questions: [{ question: "Which colour?", options: [{ label: "red" }] }],
  },
  { type: "ask_user_response", questionId: "q1", answers: [{ question: "Which colour?", answer: "red" }] },
  {
    type: "plan_update",
    planId: "l1",
    entries: [
      { content: "Build", status: "completed" },
      { content: "Test", status: "pending" },
    ],
    awaitsApproval: true,
  },
  { type: "plan_response", planId: "l1", decision: "approve" },
  {
    type: "agent_message",
    exchangeId: "x1",
    fromAgentId: "claude",
    toAgentId: "codex",
    content: "Can you check this?",
    mode: "sync",
    targetSessionId: "s2",
    targetRunId: "run-9",
  },
  { type: "subagent_spawned", childRunId: "run-9", childAgentId: "codex" },
  {
    ...{ type: "tool_call_start", runId: "run-9", agentId: "codex", callId: "c9" },
    ...{ toolName: "Read", input: { file_path: "src/add.ts" } },
  },
  {
    ...{ type: "tool_result", runId: "run-9", agentId: "codex", callId: "c9" },
    ...{ toolName: "Read", ok: true, result: "…" },
  },
  { type: "subagent_result", childRunId: "run-9", outcome: "completed", result: "It is fine." },
  { type: "agent_callback_result", exchangeId: "x1", result: "It is fine." },
  {
    type: "agent_message",
    exchangeId: "x2",
    fromAgentId: "claude",
    toAgentId: "pi",
    content: "And you?",
    mode: "async",
  },
  { type: "agent_callback_result", exchangeId: "x2", result: "Also fine." },
  { type: "mode_change", modeId: "accept_edits" },
  { type: "model_change", modelId: "sonnet" },
  { type: "checkpoint_saved", hash: "abc1234567" },
  { type: "compaction", trigger: "auto", beforeTokens: 120_000, afterTokens: 9000 },
  { type: "notice", text: "Something to know.", level: "warning" },
  { type: "model_fallback", preferred: "opus", actual: "sonnet", reason: "overloaded" },
  { type: "api_retry", attempt: 1, maxAttempts: 3, message: "overloaded" },
  { type: "api_retry", attempt: 2, maxAttempts: 3, message: "overloaded" },
  { type: "idle_prompt_triggered", prompt: "Go on" },
  { type: "backend_raw", line: '{"strange":true}' },
  { type: "subagent_spawned", childRunId: "run-3", childAgentId: "helper", task: "Work alone" },
  { type: "subagent_result", childRunId: "run-3", outcome: "completed", result: "Done alone." },
  {
    type: "change_report",
    files: [
      { path: "src/add.ts", status: "modified", added: 1, removed: 1 },
      { path: "b.ts", oldPath: "a.ts", status: "renamed" },
    ],
  },
  { type: "finalize_task", summary: "Everything **works**.", ok: true },
  { type: "error", code: "overloaded", message: "The model is overloaded.", retryable: true },
  { type: "interrupt", reason: "user_cancel" },
  { type: "run_ended", outcome: "cancelled" },
  { type: "text_delta", responseId: "r9", offset: 0, delta: "too late" },
];
