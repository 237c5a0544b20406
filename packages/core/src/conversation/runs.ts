import { Vector } from "../data/vector.ts";
import type { Outcome } from "../events/define.ts";
import type { Failure } from "../events/fields.ts";
import type { ModelUsage } from "../events/usage.ts";
import { type Conversation, type Draft, MAIN, noOpenWork, type OpenWork, type Run } from "./conversation.ts";
import type { Entry } from "./entry.ts";
import { addLane, laneAt, putEntry } from "./lanes.ts";

/** Runs: finding, starting, changing and ending them. */

export interface Speaker {
  readonly agentId: string;
  readonly runId: string;
  readonly seq: number;
  readonly ts: number;
}

export interface RunStart {
  readonly parentRunId?: string | undefined;
  readonly parentCallId?: string | undefined;
  readonly task?: string | undefined;
  readonly model?: string | undefined;
}

export function findRun(conversation: Conversation, runId: string): Run | undefined {
  const recent = conversation.runs.get(conversation.recentRun);
  if (recent !== undefined && recent.runId === runId) return recent;
  const index = conversation.runIndex.get(runId);
  return index === undefined ? undefined : conversation.runs.get(index);
}

/** Adds a run that does not exist yet; a subagent's run gets its own lane. */
export function startRun(draft: Draft, speaker: Speaker, start: RunStart): Run {
  const { parentRunId, parentCallId } = start;
  const parent = parentRunId === undefined ? undefined : findRun(draft, parentRunId);
  const isChild = parentRunId !== undefined || parentCallId !== undefined;
  const entriesBefore = isChild ? 0 : draft.main.entries.length;
  const run: Run = {
    index: draft.runs.length,
    runId: speaker.runId,
    agentId: speaker.agentId,
    announced: false,
    lane: isChild ? addLane(draft, speaker.runId) : MAIN,
    depth: isChild ? (parent?.depth ?? 0) + 1 : 0,
    parentRunId: parentRunId ?? null,
    parentCallId: parentCallId ?? null,
    childRunIds: Vector.empty,
    task: start.task ?? null,
    model: start.model ?? null,
    startedTs: speaker.ts,
    endedTs: null,
    outcome: null,
    error: null,
    result: null,
    status: null,
    usage: [],
    requests: Vector.empty,
    request: { sinceTs: speaker.ts, sinceSeq: 0, callsFrom: entriesBefore, entriesBefore },
    interruptShown: false,
    errorShown: false,
  };
  draft.runs = draft.runs.push(run);
  draft.openWork = draft.openWork.push(noOpenWork);
  draft.runIndex = draft.runIndex.set(run.runId, run.index);
  draft.liveRuns = draft.liveRuns.set(run.runId, run.index);
  if (!draft.reporting.has(run.agentId)) draft.reporting = draft.reporting.set(run.agentId, 0);
  if (parent !== undefined) putRun(draft, { ...parent, childRunIds: parent.childRunIds.push(run.runId) });
  return run;
}

export function putRun(draft: Draft, run: Run): Run {
  draft.runs = draft.runs.set(run.index, run);
  return run;
}

/** The run with the given usage. The caller puts it into the conversation. */
export function withUsage(draft: Draft, run: Run, usage: readonly ModelUsage[]): Run {
  const change = Number(usage.length > 0) - Number(run.usage.length > 0);
  if (change !== 0) {
    const before = draft.reporting.get(run.agentId) as number;
    draft.reporting = draft.reporting.set(run.agentId, before + change);
  }
  return { ...run, usage };
}

export function openWorkOf(conversation: Conversation, run: Run): OpenWork {
  return conversation.openWork.get(run.index) as OpenWork;
}

export function putOpenWork(draft: Draft, run: Run, work: OpenWork): void {
  draft.openWork = draft.openWork.set(run.index, work);
}

export interface RunEnd {
  readonly outcome: Outcome;
  readonly error?: Failure | undefined;
}

/** Ends a run that has not ended, with everything still open in it. */
export function endRun(draft: Draft, run: Run, ending: RunEnd & { seq: number; ts: number }): Run {
  endOpenEntries(draft, run, ending);
  putOpenWork(draft, run, noOpenWork);
  draft.liveRuns = draft.liveRuns.delete(run.runId);
  if (run.lane === MAIN) draft.lastEnded = run.index;
  return putRun(draft, {
    ...run,
    outcome: ending.outcome,
    error: ending.error ?? null,
    endedTs: ending.ts,
    status: null,
  });
}

function endOpenEntries(draft: Draft, run: Run, { outcome, seq }: RunEnd & { seq: number }): void {
  for (const pos of openWorkOf(draft, run).opened.slice()) {
    const entry = laneAt(draft, run.lane).entries.get(pos) as Entry;
    if (!entry.live) continue;
    putEntry(draft, run.lane, pos, { ...entry, seq, live: false, endedBy: outcome });
    if ("askId" in entry) draft.pendingAsks = draft.pendingAsks.delete(entry.askId);
  }
}
