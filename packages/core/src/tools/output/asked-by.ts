import type { Conversation } from "../../conversation/conversation.ts";
import type { Entry } from "../../conversation/entry.ts";
import { laneAt } from "../../conversation/lanes.ts";
import { findRun } from "../../conversation/runs.ts";
import type { ToolCallEntry } from "../../events/tool.ts";

/** The entry that a call opened (a question or a plan); it follows the call. */
export function askedBy(
  call: ToolCallEntry,
  conversation: Conversation,
  is: (entry: Entry) => boolean,
): Entry | null {
  const run = call.runId === null ? undefined : findRun(conversation, call.runId);
  if (run === undefined) return null;
  const { entries } = laneAt(conversation, run.lane);
  for (let pos = entries.length - 1; pos >= 0; pos--) {
    const entry = entries.get(pos) as Entry;
    if (entry.key === call.key) return null;
    if (entry.runId === call.runId && is(entry)) return entry;
  }
  return null;
}
