import type { EventType, KnownEvent } from "../events/all-events.ts";
import { callActivity, statusActivity } from "./activity-text.ts";

/**
 * Which frame carries which event: the single table of kinds and phases. An event without a row is sent as kind `run` with its
 * type as the phase, so that new events need no change here.
 */

type EventOfType<T extends EventType> = Extract<KnownEvent, { readonly type: T }>;

interface Carried<T extends EventType> {
  /** Replaces the row's phase. */
  readonly phase?: (event: EventOfType<T>) => string;
  readonly text?: (event: EventOfType<T>) => string | undefined;
}

export interface FrameRow {
  readonly name: string;
  readonly kind: string;
  readonly phase: string | null;
  /** Empty for frames outside the log. */
  readonly carries: { readonly [T in EventType]?: Carried<T> };
}

export const frameRows = [
  { name: "StateUpdated", kind: "run", phase: "sync", carries: {} },
  {
    name: "Outcome",
    kind: "run",
    phase: "outcome",
    carries: { run_ended: { text: (event) => event.outcome } },
  },
  { name: "Resync", kind: "run", phase: "resync", carries: {} },
  { name: "ContextUsage", kind: "run", phase: "context_usage", carries: { context_usage: {} } },
  {
    name: "SubagentSpawned",
    kind: "run",
    phase: "subagent_spawned",
    carries: { subagent_spawned: { text: (event) => event.task } },
  },
  {
    name: "SubagentResult",
    kind: "run",
    phase: "subagent_result",
    carries: { subagent_result: { text: (event) => event.result } },
  },
  {
    name: "PlanUpdate",
    kind: "run",
    phase: "plan_update",
    carries: { plan_update: { text: (event) => event.text } },
  },
  { name: "ChangeReport", kind: "run", phase: "change_report", carries: { change_report: {} } },
  {
    name: "Message",
    kind: "message",
    phase: null,
    carries: {
      user_message: { text: (event) => event.text },
      agent_message: { text: (event) => event.content },
    },
  },
  {
    name: "AgentStatus",
    kind: "activity",
    phase: "doing",
    carries: {
      agent_status: {
        // Loading a model is not work.
        phase: ({ status }) => (status === "idle" || status === "model_loading" ? "done" : "doing"),
        text: (event) => (event.status === "model_loading" ? undefined : statusActivity(event)),
      },
      // A call is a separate activity, identified by its `callId`.
      tool_call_start: { text: callActivity },
      tool_result: { phase: () => "done" },
    },
  },
  {
    name: "IdlePromptTriggered",
    kind: "activity",
    phase: "doing",
    carries: { idle_prompt_triggered: { text: (event) => event.prompt } },
  },
  { name: "QueueUpdated", kind: "queue", phase: null, carries: { queue_updated: {} } },
  {
    name: "Token",
    kind: "token",
    phase: null,
    carries: {
      text_delta: { text: (event) => event.delta },
      thinking_delta: { text: (event) => event.delta },
      // Its text is the whole thought: clients that concatenate tokens would get it twice.
      thinking_done: { phase: () => "done" },
    },
  },
  {
    name: "TextSegment",
    kind: "text_segment",
    phase: null,
    carries: { text_done: { text: (event) => event.text } },
  },
  {
    name: "AskUser",
    kind: "ask_user",
    phase: null,
    carries: { ask_user: { text: (event) => event.questions[0]?.question } },
  },
  {
    name: "ModelFallback",
    kind: "model_fallback",
    phase: null,
    carries: { model_fallback: { text: (event) => event.reason } },
  },
  {
    name: "ToolProgress",
    kind: "tool_progress",
    phase: null,
    carries: {
      tool_output_delta: { text: (event) => event.delta },
      tool_progress: { text: (event) => event.message },
    },
  },
] as const satisfies readonly FrameRow[];
