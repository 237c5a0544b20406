import { type Conversation, type EventBody, findRun } from "@polylog/core";

/**
 * Events of an agent about an ended run are dropped, except for its usage. `over` contains runs that have ended or are
 * about to.
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

/** Programs report every stop as a person's cancellation. If Polylog stopped the run, the log states the reason. */
export function withReason(body: EventBody, reason: string | undefined): EventBody {
  if (reason === undefined) return body;
  return body.type === "interrupt" || body.type === "output_cancelled" ? { ...body, reason } : body;
}

export function isAsk({ type }: EventBody): boolean {
  return type === "permission_request" || type === "ask_user" || type === "plan_update";
}
