import type { Conversation, EventBody } from "@polylog/core";
import { findRun } from "@polylog/core";

/**
 * What an agent says of a run that is over is not written any more, but for what it used. `over` are runs that are over,
 * or about to be.
 */
export function acceptsEvent(
  conversation: Conversation,
  over: ReadonlySet<string>,
  body: EventBody,
): boolean {
  if (!("runId" in body) || body.runId === undefined || body.type === "usage") return true;
  for (let run = findRun(conversation, body.runId); run !== undefined; ) {
    if (run.outcome !== null) return run.runId !== body.runId && run.outcome === "completed";
    if (over.has(run.runId)) return false;
    run = run.parentRunId === null ? undefined : findRun(conversation, run.parentRunId);
  }
  return !over.has(body.runId);
}

/** A program that is told to stop takes it for a person's wish; where it was none, the log says why. */
export function withReason(body: EventBody, reason: string | undefined): EventBody {
  if (reason === undefined) return body;
  return body.type === "interrupt" || body.type === "output_cancelled" ? { ...body, reason } : body;
}

export function isAsk({ type }: EventBody): boolean {
  return type === "permission_request" || type === "ask_user" || type === "plan_update";
}
