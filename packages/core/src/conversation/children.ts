import { callRunId, joinIds } from "../data/join-ids.ts";
import type { Envelope } from "../events/envelope.ts";
import { type Conversation, type Draft, MAIN, type Run } from "./conversation.ts";
import { baseOf } from "./entry.ts";
import { report } from "./fault.ts";
import { addEntry, entryAt, putEntry } from "./lanes.ts";
import { findRun, openWorkOf, type RunStart, startRun } from "./runs.ts";
import { exchangeRunKey } from "./seen-entry-keys.ts";

/** Subagents: finding an event's run, and attaching a run to its parent. */

interface RunSpeaker extends Envelope {
  readonly agentId: string;
  readonly runId: string;
  readonly parentRunId?: string | undefined;
}

/** The run that an event belongs to, if it has started. */
export function findRunOf(conversation: Conversation, event: Envelope): Run | undefined {
  const run = event.runId === undefined ? undefined : findRun(conversation, event.runId);
  return run !== undefined && knownByCall(run, event)
    ? findRun(conversation, callRunId(event.runId as string, event.parentCallId as string))
    : run;
}

/** Like `findRunOf`; a run without `run_started` starts here. */
export function runOf(draft: Draft, event: RunSpeaker): Run {
  const { parentCallId } = event;
  let run = findRun(draft, event.runId);
  if (parentCallId !== undefined && run !== undefined && knownByCall(run, event)) {
    const runId = callRunId(event.runId, parentCallId);
    run =
      findRun(draft, runId) ??
      startChild(draft, { ...event, runId }, { parentRunId: event.runId, parentCallId });
  }
  run ??= startChild(draft, event, { parentRunId: event.parentRunId, parentCallId });
  draft.recentRun = run.index;
  return run;
}

/**
 * A backend that identifies a subagent only by the call that started it sends the parent's run id with `parentCallId`. The
 * subagent's run is then named after that call.
 */
function knownByCall(run: Run, event: Envelope & { readonly parentRunId?: string | undefined }): boolean {
  return (
    event.parentCallId !== undefined &&
    event.parentCallId !== run.parentCallId &&
    event.parentRunId === undefined
  );
}

/** Starts a run. A subagent's run is shown by the call that started it, or else by a separate entry. */
export function startChild(draft: Draft, event: RunSpeaker, start: RunStart): Run {
  const parentIndex = start.parentRunId === undefined ? undefined : draft.runIndex.get(start.parentRunId);
  const run = startRun(draft, event, start);
  if (run.lane === MAIN) return run;
  const parent = parentIndex === undefined ? undefined : draft.runs.get(parentIndex);
  if (parent === undefined) report(draft, "unknown_parent", event.seq, run.runId);
  const pos =
    run.parentCallId === null ? undefined : parent && openWorkOf(draft, parent).calls.get(run.parentCallId);
  const place = parent !== undefined && pos !== undefined ? { lane: parent.lane, pos } : null;
  const call = place === null ? undefined : entryAt(draft, place);
  if (place !== null && call?.kind === "tool_call" && call.live) {
    putEntry(draft, place.lane, place.pos, {
      ...call,
      seq: event.seq,
      childRunIds: call.childRunIds.push(run.runId),
    });
    return run;
  }
  if (draft.seen.has(exchangeRunKey(run.runId))) return run;
  const shown = addEntry(draft, parent?.lane ?? MAIN, {
    ...baseOf({ ...event, runId: parent?.runId }, "subagent", true),
    key: joinIds("subagent", run.runId),
    childRunId: run.runId,
    task: run.task,
  });
  draft.seen = draft.seen.set(`subagent/${run.runId}`, shown);
  return run;
}

/** Ends the entry that shows a subagent together with its run. */
export function endShownChild(draft: Draft, run: Run, seq: number): void {
  const place = draft.seen.get(`subagent/${run.runId}`);
  if (place === undefined) return;
  const entry = entryAt(draft, place);
  if (entry.live)
    putEntry(draft, place.lane, place.pos, { ...entry, seq, live: false, endedBy: run.outcome });
}
