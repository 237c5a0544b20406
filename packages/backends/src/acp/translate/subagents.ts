import type { EventBody, Outcome } from "@polylog/core";
import type { AcpState, Speaker, Told } from "./state.ts";
import { nothing, runOf } from "./state.ts";
import { endTalk } from "./text-stream.ts";

/**
 * Subagents, where an agent says which call a thing belongs to, or has sessions below its own, which show as calls
 * too (`sessions-below.ts`). Each is a run below the run that started it.
 */

export interface Spoken extends Told {
  readonly speaker: Speaker;
}

/** Who speaks: the run, or the subagent that the call has started. */
export function speakerFor(state: AcpState, parentId: string | null): Spoken {
  const { runId, children, calls } = runOf(state);
  const own: Speaker = { runId, agentId: state.agentId };
  const known = parentId === null ? undefined : children.get(parentId);
  if (known !== undefined) return { ...nothing(state), speaker: { ...own, runId: known } };
  const parent = parentId === null ? undefined : calls.get(parentId);
  if (parentId === null || parent === undefined) return { ...nothing(state), speaker: own };
  const childRunId = `${parent.speaker.runId}/${parent.callId}`;
  const spawned: EventBody = {
    ...{ type: "subagent_spawned", childRunId, callId: parent.callId },
    ...(parent.title === null ? {} : { task: parent.title }),
    ...parent.speaker,
  };
  return {
    ...withChild(state, parentId, childRunId, spawned),
    speaker: { ...own, runId: childRunId },
  };
}

/** The call has ended that a subagent belongs to. */
export function endChild(state: AcpState, parentId: string, outcome: Outcome): Told {
  const parent = runOf(state).calls.get(parentId);
  return parent === undefined ? nothing(state) : endRun(state, parentId, outcome, parent.speaker);
}

function withChild(state: AcpState, key: string, childRunId: string, spawned: EventBody): Told {
  const run = runOf(state);
  const children = new Map(run.children).set(key, childRunId);
  return { state: { ...state, run: { ...run, children } }, events: [spawned] };
}

function endRun(state: AcpState, key: string, outcome: Outcome, parent: Speaker): Told {
  const run = runOf(state);
  const childRunId = run.children.get(key);
  if (childRunId === undefined) return nothing(state);
  const ended = endTalk(state, { runId: childRunId, agentId: state.agentId });
  const children = new Map(run.children);
  children.delete(key);
  return {
    state: { ...ended.state, run: { ...runOf(ended.state), children } },
    events: [...ended.events, { type: "subagent_result", childRunId, outcome, ...parent }],
  };
}
