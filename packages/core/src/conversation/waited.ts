import type { Conversation, Run } from "./conversation.ts";
import { entryAt } from "./lanes.ts";
import { findRun } from "./runs.ts";

/** How long runs, including their subagents, waited for a person between two moments. Overlapping times count once. */
export function waitedMs(
  conversation: Conversation,
  runIds: readonly string[],
  from: number,
  to: number,
): number {
  const waits: (readonly [number, number])[] = [];
  for (const [, place] of conversation.asks) {
    const entry = entryAt(conversation, place);
    if (!("askId" in entry) || entry.runId === null || entry.ts >= to) continue;
    // An ask without an answer ended with its run.
    const until = entry.answer?.ts ?? (entry.live ? to : (findRun(conversation, entry.runId)?.endedTs ?? to));
    if (until > from && isBelow(conversation, entry.runId, runIds))
      waits.push([Math.max(from, entry.ts), Math.min(to, until)]);
  }
  let waited = 0;
  let reached = from;
  for (const [begin, end] of waits.sort(([a], [b]) => a - b)) {
    waited += Math.max(0, end - Math.max(begin, reached));
    reached = Math.max(reached, end);
  }
  return waited;
}

/** How long a run has worked so far: its clock stops while it waits for a person. */
export function workedMs(
  conversation: Conversation,
  { runId, startedTs, endedTs }: Pick<Run, "runId" | "startedTs" | "endedTs">,
  now: number,
): number {
  const to = Math.max(startedTs, endedTs ?? now);
  return to - startedTs - waitedMs(conversation, [runId], startedTs, to);
}

/** Since when one of the runs or their subagents has been waiting for a person; null if none is. */
export function waitingSince(conversation: Conversation, runIds: readonly string[]): number | null {
  let since: number | null = null;
  for (const place of conversation.pendingAsks.values()) {
    const { runId, ts } = entryAt(conversation, place);
    if (runId !== null && isBelow(conversation, runId, runIds)) since = Math.min(since ?? ts, ts);
  }
  return since;
}

function isBelow(conversation: Conversation, runId: string, rootIds: readonly string[]): boolean {
  for (let at: string | null = runId; at !== null; at = findRun(conversation, at)?.parentRunId ?? null) {
    if (rootIds.includes(at)) return true;
  }
  return false;
}
