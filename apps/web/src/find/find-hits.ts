import { type Conversation, type Entry, findRun, laneAt, MAIN, type Run } from "@polylog/core";
import { entryText } from "./entry-text.ts";

/** One match. */
export interface Hit {
  readonly key: string;
  /** The index of the match within its entry. */
  readonly nth: number;
}

/**
 * Every match in the session's own lane, in order. Matches in a subagent's lane count for the entry that started it.
 */
export function findHits(conversation: Conversation, typed: string): readonly Hit[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return [];
  const below = subagentHits(conversation, wanted);
  const hits: Hit[] = [];
  for (const entry of conversation.main.entries) {
    const times = timesIn(entryText(entry), wanted) + (below.get(callOf(entry) ?? "") ?? 0);
    for (let nth = 0; nth < times; nth++) hits.push({ key: entry.key, nth });
  }
  return hits;
}

/** The number of matches below each call or run of the session's own lane. */
function subagentHits(conversation: Conversation, wanted: string): ReadonlyMap<string, number> {
  const hits = new Map<string, number>();
  for (const run of conversation.runs) {
    if (run.lane === MAIN) continue;
    const top = topOf(conversation, run);
    const name = top.parentCallId ?? top.runId;
    for (const entry of laneAt(conversation, run.lane).entries) {
      const times = timesIn(entryText(entry), wanted);
      if (times > 0) hits.set(name, (hits.get(name) ?? 0) + times);
    }
  }
  return hits;
}

function timesIn(text: string, wanted: string): number {
  let times = 0;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) times++;
  return times;
}

/** The subagent directly below the session's own run. */
function topOf(conversation: Conversation, run: Run): Run {
  const parent = run.parentRunId === null ? undefined : findRun(conversation, run.parentRunId);
  return parent === undefined || parent.lane === MAIN ? run : topOf(conversation, parent);
}

function callOf(entry: Entry): string | null {
  if ("callId" in entry && typeof entry.callId === "string") return entry.callId;
  return "childRunId" in entry && typeof entry.childRunId === "string" ? entry.childRunId : null;
}
