import type { Conversation, Run } from "../conversation/conversation.ts";
import type { Entry } from "../conversation/entry.ts";
import { laneAt } from "../conversation/lanes.ts";
import { findRun, openWorkOf } from "../conversation/runs.ts";
import type { ActivityState } from "../status/state-icon.ts";
import { toolLine } from "../tools/registry.ts";

/** The state and running tool that the status bubble at the end of the conversation shows. */
export interface Activity {
  readonly state: ActivityState;
  readonly tool: string | null;
  /** The agent's own category of that tool. */
  readonly toolKind: string | null;
  /** The action as text: "Reading src/a.ts". Null if only the state is known. */
  readonly text: string | null;
}

const idle: Activity = { state: "idle", tool: null, toolKind: null, text: null };
const preparing: Activity = { ...idle, state: "executing" };
const thinking: Activity = { ...idle, state: "thinking" };

export function runActivity(conversation: Conversation, runId: string): Activity {
  const run = findRun(conversation, runId);
  if (run === undefined || run.outcome !== null) return idle;
  const step = openSteps(conversation, run).at(-1);
  if (step !== undefined)
    return step.kind === "tool_call"
      ? { state: "executing", tool: step.toolName, toolKind: step.toolKind, text: toolLine(step).text }
      : preparing;
  if (hasResponded(conversation, run)) return thinking;
  return run.status?.status === "thinking" ? thinking : preparing;
}

/** Between its messages and its calls a model is thinking; before the first of them it may still be starting. */
function hasResponded(conversation: Conversation, run: Run): boolean {
  const { current, blocks, calls } = openWorkOf(conversation, run);
  return current !== null || blocks.size > 0 || calls.size > 0;
}

/** Unfinished calls, asks, subagents and exchanges of a run, in order. */
export function openSteps(conversation: Conversation, run: Run): Entry[] {
  const { entries, settled } = laneAt(conversation, run.lane);
  return entries
    .slice(settled)
    .filter(
      (entry) =>
        entry.live && entry.runId === run.runId && entry.kind !== "message" && entry.kind !== "thought",
    );
}
