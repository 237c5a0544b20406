import type { Conversation, Run } from "../fold/conversation.ts";
import { entryAt } from "../fold/lanes.ts";
import { findRun } from "../fold/runs.ts";

/** How long a run, or a run below it, waited for a person between two moments. Times that overlap count once. */
export function waitedMs(conversation: Conversation, runId: string, from: number, to: number): number {
  const waits: (readonly [number, number])[] = [];
  for (const [, place] of conversation.asks) {
    const entry = entryAt(conversation, place);
    if (!("askId" in entry) || entry.runId === null || entry.ts >= to) continue;
    const until = entry.answer?.ts ?? to;
    if (until > from && isBelow(conversation, entry.runId, runId))
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

/** How long a run has worked so far: its clock stands still while it waits for a person. */
export function workedMs(
  conversation: Conversation,
  { runId, startedTs, endedTs }: Pick<Run, "runId" | "startedTs" | "endedTs">,
  now: number,
): number {
  const to = Math.max(startedTs, endedTs ?? now);
  return to - startedTs - waitedMs(conversation, runId, startedTs, to);
}

function isBelow(conversation: Conversation, runId: string, rootId: string): boolean {
  let at: string | null = runId;
  for (let run = findRun(conversation, at); at !== rootId; run = findRun(conversation, at)) {
    at = run?.parentRunId ?? null;
    if (at === null) return false;
  }
  return true;
}
