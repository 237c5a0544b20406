import { defined, type EventBody, type Outcome } from "@polylog/core";
import { noEvents, type RunRef } from "../../connection/translation.ts";
import { type AcpState, type AcpTranslation, runOf } from "./state.ts";
import { endStream } from "./text-stream.ts";

/**
 * Subagents of agents that report the parent call of each update, or that have child sessions, which are shown as
 * calls too (`subagent-sessions.ts`). Each subagent is a run below the run that started it.
 */

export interface TranslationInRun extends AcpTranslation {
  readonly runRef: RunRef;
}

/** The run that an update belongs to: the agent's own, or the subagent's that the call started. */
export function runRefFor(state: AcpState, parentId: string | null): TranslationInRun {
  const { runId, children, calls } = runOf(state);
  const own: RunRef = { runId, agentId: state.agentId };
  const known = parentId === null ? undefined : children.get(parentId);
  if (known !== undefined) return { ...noEvents(state), runRef: { ...own, runId: known } };
  const parent = parentId === null ? undefined : calls.get(parentId);
  if (parentId === null || parent === undefined) return { ...noEvents(state), runRef: own };
  const childRunId = `${parent.runRef.runId}/${parent.callId}`;
  const spawned: EventBody = {
    ...{ type: "subagent_spawned", childRunId, callId: parent.callId },
    ...defined({ task: parent.title }),
    ...parent.runRef,
  };
  return {
    ...withChild(state, parentId, childRunId, spawned),
    runRef: { ...own, runId: childRunId },
  };
}

/** The call that started a subagent has ended. */
export function endChild(state: AcpState, parentId: string, outcome: Outcome): AcpTranslation {
  const parent = runOf(state).calls.get(parentId);
  return parent === undefined ? noEvents(state) : endRun(state, parentId, outcome, parent.runRef);
}

function withChild(state: AcpState, key: string, childRunId: string, spawned: EventBody): AcpTranslation {
  const run = runOf(state);
  const children = new Map(run.children).set(key, childRunId);
  return { state: { ...state, run: { ...run, children } }, events: [spawned] };
}

function endRun(state: AcpState, key: string, outcome: Outcome, parent: RunRef): AcpTranslation {
  const run = runOf(state);
  const childRunId = run.children.get(key);
  if (childRunId === undefined) return noEvents(state);
  const ended = endStream(state, { runId: childRunId, agentId: state.agentId });
  const children = new Map(run.children);
  children.delete(key);
  return {
    state: { ...ended.state, run: { ...runOf(ended.state), children } },
    events: [...ended.events, { type: "subagent_result", childRunId, outcome, ...parent }],
  };
}
