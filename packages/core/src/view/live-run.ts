import { type Conversation, MAIN, type Run } from "../conversation/conversation.ts";

/** The session's own run while it is running, as opposed to subagents' runs. */
export function liveRun(conversation: Conversation): Run | null {
  let found: Run | null = null;
  for (const [, index] of conversation.liveRuns) {
    const run = conversation.runs.get(index);
    if (run !== undefined && run.lane === MAIN && (found === null || run.index > found.index)) found = run;
  }
  return found;
}
