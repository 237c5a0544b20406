import type { Conversation, EventBody } from "@polylog/core";
import { findRun } from "@polylog/core";

/**
 * What an agent says of a run that is over is not written any more, but for what it used. `over` are runs that are over,
 * or about to be.
 */
export function isWelcome(conversation: Conversation, over: ReadonlySet<string>, body: EventBody): boolean {
  if (!("runId" in body) || body.runId === undefined || body.type === "usage") return true;
  for (let run = findRun(conversation, body.runId); run !== undefined; ) {
    if (run.outcome !== null) return run.runId !== body.runId && run.outcome === "completed";
    if (over.has(run.runId)) return false;
    run = run.parentRunId === null ? undefined : findRun(conversation, run.parentRunId);
  }
  return !over.has(body.runId);
}
