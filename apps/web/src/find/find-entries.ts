import { type Conversation, type Entry, findRun, laneAt, MAIN, type Run } from "@polylog/core";
import { entryText } from "./entry-text.ts";

/**
 * The entries of the session's own lane that hold the words, in order. What a subagent said is found too, at the entry
 * that started it.
 */
export function findEntries(conversation: Conversation, typed: string): readonly string[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return [];
  const holders = subagentEntries(conversation, wanted);
  const keys: string[] = [];
  for (const entry of conversation.main.entries) {
    if (holders.has(callOf(entry) ?? "") || entryText(entry).includes(wanted)) keys.push(entry.key);
  }
  return keys;
}

/** The calls, or runs, of the session's own lane below which the words stand. */
function subagentEntries(conversation: Conversation, wanted: string): ReadonlySet<string> {
  const holders = new Set<string>();
  for (const run of conversation.runs) {
    if (run.lane === MAIN) continue;
    const top = topOf(conversation, run);
    const name = top.parentCallId ?? top.runId;
    if (holders.has(name)) continue;
    for (const entry of laneAt(conversation, run.lane).entries) {
      if (!entryText(entry).includes(wanted)) continue;
      holders.add(name);
      break;
    }
  }
  return holders;
}

/** The subagent right below the session's own run. */
function topOf(conversation: Conversation, run: Run): Run {
  const parent = run.parentRunId === null ? undefined : findRun(conversation, run.parentRunId);
  return parent === undefined || parent.lane === MAIN ? run : topOf(conversation, parent);
}

function callOf(entry: Entry): string | null {
  if ("callId" in entry && typeof entry.callId === "string") return entry.callId;
  return "childRunId" in entry && typeof entry.childRunId === "string" ? entry.childRunId : null;
}
