import type { ModelUsage } from "../events/usage.ts";
import type { Draft, Run } from "./conversation.ts";
import { laneAt } from "./lanes.ts";
import { workOf } from "./runs.ts";

/**
 * Single model requests, from what every program reports: what a request used, that one is retried, and the results of its
 * calls. Some programs report a request before its calls are done, some after; both come to the same.
 */

export interface RequestRecord {
  /** The event that reported it. */
  readonly seq: number;
  readonly state: "completed" | "retried" | "cancelled";
  readonly startedTs: number | null;
  readonly endedTs: number;
  /** Null where it failed. */
  readonly usage: ModelUsage | null;
  /** Calls that its answer made. */
  readonly toolCount: number;
  /** Why it was retried. */
  readonly message: string | null;
}

interface Reported {
  readonly seq: number;
  readonly ts: number;
}

/** A request that was answered. Reported after its run was stopped, it is the one that the stop cut off. */
export function withRequest(draft: Draft, run: Run, { seq, ts }: Reported, usage: ModelUsage): Run {
  const { outcome, requests, request } = run;
  const { sinceTs, answeredTs, callsBefore } = request;
  const calls = Math.max(callsBefore, workOf(draft, run).calls.size);
  const record: RequestRecord = {
    seq,
    state: outcome === "cancelled" || outcome === "interrupted" ? "cancelled" : "completed",
    startedTs: sinceTs ?? requests.get(requests.length - 1)?.endedTs ?? null,
    endedTs: answeredTs ?? ts,
    usage,
    toolCount: calls - callsBefore,
    message: null,
  };
  return {
    ...run,
    requests: requests.push(record),
    request: {
      // Its calls are done already: the next request has begun. Else it begins with their results.
      sinceTs: answeredTs === null ? null : ts,
      answeredTs: null,
      callsBefore: calls,
      entriesBefore: laneAt(draft, run.lane).entries.length,
    },
  };
}

/** A request that failed and is made again. */
export function withRetry(
  run: Run,
  event: Reported & { readonly delayMs?: number | undefined; readonly message?: string | undefined },
): Run {
  const { seq, ts, delayMs = 0, message = null } = event;
  const { sinceTs, ...request } = run.request;
  const record: RequestRecord = {
    ...{ seq, state: "retried", startedTs: sinceTs, endedTs: ts, usage: null, toolCount: 0, message },
  };
  return {
    ...run,
    requests: run.requests.push(record),
    request: { ...request, sinceTs: ts + delayMs },
  };
}

/** The result of a call: of the open request, which was answered when the call began, or of the one before, after which the open one begins. */
export function withResult(run: Run, pos: number | null, call: { readonly ts: number }, ts: number): Run {
  const { request } = run;
  if (pos === null || pos >= request.entriesBefore) {
    const answeredTs = Math.max(request.answeredTs ?? 0, call.ts);
    return { ...run, request: { ...request, answeredTs } };
  }
  return { ...run, request: { ...request, sinceTs: ts } };
}
