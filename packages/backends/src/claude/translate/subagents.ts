import { callRunId, defined, type EventBody, type Outcome } from "@polylog/core";
import { type Native, nameOf, recordOf, textOf } from "../../connection/native-value.ts";
import { noEvents } from "../../connection/translation.ts";
import { limits } from "../limits.ts";
import { type ClaudeState, type ClaudeTranslation, type Subagent, withoutCalls } from "./state.ts";

/** Subagents. The program identifies each by the call that started it, and by a separate task ID. */
export const subagents = { seen, started, progressed, ended, returned };

/** A line from a subagent. It announces the subagent if no other line did. */
function seen(state: ClaudeState, callId: string | null): ClaudeTranslation {
  if (callId === null || state.children.has(callId) || !state.calls.has(callId)) return noEvents(state);
  return spawn(state, callId, null, null);
}

function started(state: ClaudeState, value: Native): ClaudeTranslation {
  const callId = nameOf(value.tool_use_id);
  if (value.task_type !== "local_agent" || callId === null || state.children.has(callId))
    return noEvents(state);
  return spawn(state, callId, nameOf(value.task_id), textOf(value.prompt) ?? textOf(value.description));
}

function spawn(
  state: ClaudeState,
  callId: string,
  taskId: string | null,
  description: string | null,
): ClaudeTranslation {
  const { agentId } = state;
  const call = state.calls.get(callId);
  const parentRunId = call?.runId ?? state.run?.runId;
  if (parentRunId === undefined) return noEvents(state);
  const runId = callRunId(parentRunId, callId);
  const task = description ?? call?.task ?? null;
  const child: Subagent = { taskId, runId, parentRunId, isMuted: false };
  const event: EventBody = {
    type: "subagent_spawned",
    childRunId: runId,
    callId,
    ...defined({ task }),
    runId: parentRunId,
    agentId,
  };
  return { state: { ...state, children: new Map(state.children).set(callId, child) }, events: [event] };
}

function progressed(state: ClaudeState, value: Native): ClaudeTranslation {
  const callId = nameOf(value.tool_use_id);
  const call = callId === null ? undefined : state.calls.get(callId);
  const message = textOf(value.description);
  if (callId === null || call === undefined || message === null) return noEvents(state);
  return {
    state,
    events: [{ type: "tool_progress", callId, message, runId: call.runId, agentId: state.agentId }],
  };
}

const outcomes: Readonly<Record<string, Outcome>> = {
  completed: "completed",
  failed: "failed",
  killed: "cancelled",
  stopped: "cancelled",
};

function ended(state: ClaudeState, value: Native): ClaudeTranslation {
  const callId = nameOf(value.tool_use_id);
  if (callId === null) return noEvents(state);
  return end(state, callId, outcomes[textOf(value.status) ?? ""] ?? "completed", textOf(value.summary));
}

/** The call of a foreground subagent returns when it ends, even if no separate line reports the end. */
function returned(
  state: ClaudeState,
  callId: string,
  value: Native,
  failure: string | null,
): ClaudeTranslation {
  const { isAsync, status } = recordOf(value.tool_use_result);
  if (isAsync === true || status === "async_launched") return noEvents(state);
  return end(state, callId, failure === null ? "completed" : "failed", failure);
}

function end(
  state: ClaudeState,
  callId: string,
  outcome: Outcome,
  summary: string | null,
): ClaudeTranslation {
  const child = state.children.get(callId);
  if (child === undefined) return noEvents(state);
  const next = withoutCalls({ ...state, children: withEnded(state.children, callId, child) }, child.runId);
  if (child.isMuted) return noEvents(next);
  const { agentId } = state;
  const error =
    outcome === "failed"
      ? { error: { code: "subagent_failed", message: summary ?? "The subagent failed." } }
      : {};
  // A background subagent outlives the run that started it, and then ends as a separate run.
  if (!isLive(state, child.parentRunId)) {
    return { state: next, events: [{ type: "run_ended", outcome, ...error, runId: child.runId, agentId }] };
  }
  const event: EventBody = {
    type: "subagent_result",
    childRunId: child.runId,
    outcome,
    ...defined({ result: summary }),
    ...error,
    runId: child.parentRunId,
    agentId,
  };
  return { state: next, events: [event] };
}

function withEnded(
  children: ClaudeState["children"],
  callId: string,
  child: Subagent,
): ClaudeState["children"] {
  const left = new Map(children);
  // Moved to the end of the map, so that it is dropped last.
  left.delete(callId);
  left.set(callId, { ...child, isMuted: true });
  const muted = [...left].filter(([, { isMuted }]) => isMuted);
  for (const [old] of muted.slice(0, -limits.endedChildren)) left.delete(old);
  return left;
}

function isLive(state: ClaudeState, runId: string): boolean {
  const isChild = [...state.children.values()].some((child) => child.runId === runId && !child.isMuted);
  return isChild || state.run?.runId === runId;
}
