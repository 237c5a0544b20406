import type { EventType, KnownEvent, PolylogEvent } from "../../src/index.ts";
import { checkEvent } from "../../src/index.ts";
import { type Body, log } from "../log.ts";

/** One event of every type, with all its fields. A type without a sample does not compile. */
type Sample<T extends EventType> = Omit<Extract<Body, { readonly type: T }>, "type">;

const bodies: { readonly [T in EventType]: Sample<T> } = {
  run_started: { task: "Fix it", model: "opus", trigger: "message" },
  session_meta: {
    modes: [{ id: "ask", name: "Ask", description: "Ask first" }],
    models: [{ id: "opus", name: "Opus" }],
    commands: [{ name: "compact", description: "Compact", input: { hint: "what" } }],
    currentModeId: "ask",
    currentModelId: "opus",
    capabilities: { images: true },
  },
  user_message: {
    text: 'Fix "it", please\n🙂',
    images: [{ mediaType: "image/png", blobId: "b1", name: "a.png" }],
    clientMessageId: "m1",
    delivery: "run",
    sender: { kind: "user", name: "Ada" },
    hidden: false,
  },
  thinking_start: { responseId: "r1" },
  thinking_delta: { responseId: "r1", block: 0, offset: 0, delta: "Hm" },
  thinking_done: {
    responseId: "r1",
    block: 0,
    text: "Hm.",
    startedTs: 1000,
    redacted: false,
    signature: "s",
  },
  text_delta: { responseId: "r1", block: 1, offset: 0, delta: "Hel" },
  text_done: { responseId: "r1", block: 1, text: "Hello", startedTs: 1000 },
  agent_status: { status: "calling_tool", detail: "Reading file.ts", toolName: "Read" },
  tool_input_delta: { callId: "c1", toolName: "Bash", offset: 0, delta: '{"a":1}' },
  tool_call_start: {
    callId: "c1",
    toolName: "Bash",
    kind: "execute",
    title: "ls",
    input: { command: "ls" },
    locations: [{ path: "a.ts", line: 1 }],
    content: [{ type: "text", text: "x" }],
  },
  permission_request: {
    requestId: "p1",
    callId: "c1",
    toolName: "Bash",
    description: "List files",
    input: { command: "ls" },
    options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
  },
  permission_response: {
    requestId: "p1",
    optionId: "yes",
    outcome: "answered",
    note: "ok",
    by: { kind: "user" },
  },
  tool_output_delta: {
    callId: "c1",
    toolName: "Bash",
    offset: 0,
    delta: "a.ts\n",
    stream: "stdout",
    reset: false,
  },
  tool_progress: { callId: "c1", toolName: "Bash", elapsedMs: 5000, message: "Listing" },
  tool_result: {
    callId: "c1",
    toolName: "Bash",
    ok: false,
    result: "a.ts",
    error: { code: "tool_error", message: "no" },
    content: [{ type: "diff", path: "a.ts", oldText: "a", newText: "b" }],
    truncated: { totalChars: 9, blobId: "b2" },
    exitCode: 1,
    durationMs: 12,
  },
  ask_user: {
    questionId: "q1",
    callId: "c2",
    questions: [
      { question: "Which?", header: "Pick", options: [{ label: "A", description: "a" }], multiSelect: false },
    ],
  },
  ask_user_response: {
    questionId: "q1",
    answers: [{ question: "Which?", answer: ["A"] }],
    outcome: "answered",
  },
  plan_update: {
    planId: "plan-1",
    entries: [{ content: "Look", priority: "high", status: "pending" }],
    text: "Look first",
    awaitsApproval: true,
  },
  plan_response: { planId: "plan-1", decision: "edit", plan: "Look twice", note: "twice" },
  mode_change: { modeId: "plan" },
  model_change: { modelId: "haiku" },
  commands_update: { commands: [{ name: "compact", input: null }] },
  title: { title: "Fix it", source: "auto" },
  subagent_spawned: { childRunId: "run-2", childAgentId: "codex", task: "Look around" },
  subagent_result: { childRunId: "run-2", outcome: "completed", result: "Found it" },
  change_report: {
    files: [{ path: "a.ts", status: "modified", oldPath: "b.ts", added: 1, removed: 2, diff: "-a\n+b" }],
    truncatedCount: 3,
  },
  finalize_task: { summary: "Done", ok: true },
  todo_update: { items: [{ content: "Look", status: "in_progress", activeForm: "Looking" }], callId: "c3" },
  checkpoint_saved: { hash: "abc123", label: "before" },
  agent_message: {
    exchangeId: "x1",
    fromAgentId: "claude",
    toAgentId: "codex",
    content: "Review this",
    mode: "async",
    state: "queued",
    targetSessionId: "session-2",
  },
  agent_callback_result: { exchangeId: "x1", result: "Looks good", status: "complete" },
  queue_updated: {
    items: [
      {
        itemId: "i1",
        text: "next",
        clientMessageId: "m2",
        images: [{ mediaType: "image/png" }],
        addedTs: 1000,
      },
    ],
    paused: { reason: "failed" },
  },
  idle_prompt_triggered: { missionId: "mission-1", prompt: "Go on" },
  usage: { model: "opus", inputTokens: 1, outputTokens: 2, costUsd: 0.5 },
  context_usage: { usedTokens: 10, windowTokens: 100, messageCount: 3, compressed: false },
  compaction: { trigger: "auto", beforeTokens: 100, afterTokens: 10, summary: "short" },
  model_fallback: { preferred: "opus", actual: "haiku", reason: "rate limit" },
  api_retry: { attempt: 1, maxAttempts: 3, delayMs: 1000, message: "overloaded" },
  notice: { text: "By the way", level: "warning", code: "fyi" },
  backend_raw: { line: "?", stream: "stderr", truncated: false },
  error: { code: "oops", message: "Oops", retryable: true, details: { a: 1 } },
  interrupt: { reason: "user_cancel" },
  output_cancelled: { reason: "user_cancel", audioTruncatedAtMs: 100 },
  run_ended: {
    outcome: "cancelled",
    error: { code: "cancelled", message: "Cancelled" },
    usage: [{ model: "opus", inputTokens: 1, outputTokens: 2, costUsd: null }],
    durationMs: 100,
    stopReason: "cancel",
  },
};

const known = log(...Object.entries(bodies).map(([type, body]) => ({ type, ...body }) as unknown as Body));

/** A line of an unknown type, formatted differently from Polylog's own JSON. */
export const futureLine =
  '{ "type":"hologram", "id":"f1","sessionId":"session-1","seq":900,"rev":1,"ts":1.9e3, "agentId":"claude","runId":"run-1","data":{"x":1.50,"é":"\\u00e9"} ,"n":1e2}';

export function futureEvent(line = futureLine): PolylogEvent {
  const result = checkEvent(JSON.parse(line), line);
  if (!result.ok) throw new Error(result.error.reason);
  return result.event;
}

/** Every type in a plausible order, including one unknown event and one that arrives too late. */
export const samples: readonly PolylogEvent[] = [
  ...known,
  futureEvent(),
  ...log({ type: "text_delta", responseId: "r9", offset: 0, delta: "late" }),
];

export function sampleOf<T extends EventType>(type: T): Extract<KnownEvent, { readonly type: T }> {
  return known.find((event) => event.type === type) as Extract<KnownEvent, { readonly type: T }>;
}
