import type { ToolCallEntry } from "../events/tool.ts";
import type { ModelUsage } from "../events/usage.ts";
import type { Conversation, Draft, Run } from "./conversation.ts";
import { laneAt } from "./lanes.ts";

/**
 * Model requests, derived from the reports of every program: a request's usage, its retries, and the results of its calls. Some
 * programs report a request before its calls finish, some after; the result is the same.
 */

export interface RequestRecord {
  /** The event that reported it. */
  readonly seq: number;
  readonly state: "completed" | "retried" | "cancelled";
  readonly startedTs: number | null;
  readonly endedTs: number;
  /** Null if it failed. */
  readonly usage: ModelUsage | null;
  /** The calls that its response contains. */
  readonly toolCount: number;
  /** Why it was retried. */
  readonly message: string | null;
}

interface Reported {
  readonly seq: number;
  readonly ts: number;
}

/** A request that got a response. If it is reported after its run was stopped, it is the one that the stop interrupted. */
export function withRequest(draft: Draft, run: Run, { seq, ts }: Reported, usage: ModelUsage): Run {
  const { outcome, requests, request } = run;
  const { length } = laneAt(draft, run.lane).entries;
  const calls = callsBetween(draft, run, request.entriesBefore, length);
  // If calls finish before their request is reported, the response was complete when the last of them began.
  const begun = calls.filter(({ ok }) => ok !== null).map((call) => call.ts);
  const record: RequestRecord = {
    seq,
    state: outcome === "cancelled" || outcome === "interrupted" ? "cancelled" : "completed",
    startedTs: requestSince(draft, run) ?? requests.get(requests.length - 1)?.endedTs ?? null,
    endedTs: begun.length === 0 ? ts : Math.max(...begun),
    usage,
    toolCount: calls.length,
    message: null,
  };
  // Its calls have already finished, so the next request has started. Otherwise that one starts with their results.
  const sinceTs = begun.length === 0 ? null : ts;
  return {
    ...run,
    requests: requests.push(record),
    request: { sinceTs, sinceSeq: seq, callsFrom: request.entriesBefore, entriesBefore: length },
  };
}

/** A request that failed and is retried. */
export function withRetry(
  draft: Draft,
  run: Run,
  event: Reported & { readonly delayMs?: number | undefined; readonly message?: string | undefined },
): Run {
  const { seq, ts, delayMs = 0, message = null } = event;
  const startedTs = requestSince(draft, run);
  const record: RequestRecord = {
    ...{ seq, state: "retried", startedTs, endedTs: ts, usage: null, toolCount: 0, message },
  };
  return {
    ...run,
    requests: run.requests.push(record),
    request: { ...run.request, sinceTs: ts + delayMs, sinceSeq: seq },
  };
}

/**
 * When the open request started: with the last result of the previous request's calls, if it waited for them. Null while it
 * waits.
 */
export function requestSince(conversation: Lanes, run: Run): number | null {
  const { sinceTs, sinceSeq, callsFrom, entriesBefore } = run.request;
  let [since, last] = [sinceTs, sinceSeq];
  for (const { ok, seq, endedTs } of callsBetween(conversation, run, callsFrom, entriesBefore)) {
    if (ok !== null && seq > last) [since, last] = [endedTs, seq];
  }
  return since;
}

/** The calls of a run among its lane's entries. Each entry is read twice: for its own request and for the next one. */
function callsBetween(conversation: Lanes, run: Run, from: number, to: number): readonly ToolCallEntry[] {
  const { entries } = laneAt(conversation, run.lane);
  const calls: ToolCallEntry[] = [];
  for (let pos = from; pos < to; pos++) {
    const entry = entries.get(pos);
    if (entry?.kind === "tool_call" && entry.runId === run.runId) calls.push(entry);
  }
  return calls;
}

type Lanes = Pick<Conversation, "main" | "lanes">;
