import type { Conversation, Lane, Run } from "../conversation/conversation.ts";
import type { Entry } from "../conversation/entry.ts";
import { type RequestRecord, requestSince } from "../conversation/requests.ts";
import { findRun, openWorkOf } from "../conversation/runs.ts";
import { addUsage, type ModelUsage } from "../events/usage.ts";
import { cost, count, duration, elapsed, plural } from "../format/quantities.ts";
import { openSteps } from "./activity.ts";
import type { RequestState } from "./classic-completion.ts";
import { isSteer, responseEntries } from "./response.ts";
import { type ModelTotal, rollUpUsage, usageTotal } from "./usage-total.ts";

/** The model requests of one response: the usage, cost, duration and result of each. */

export type ModelRequestState = RequestState | "retried";

export interface ModelRequest {
  readonly state: ModelRequestState;
  readonly model: string | null;
  /** Null if it is unknown or the request has not ended. */
  readonly startedTs: number | null;
  readonly endedTs: number | null;
  /** Null if no usage was reported. */
  readonly usage: RequestUsage | null;
  readonly toolCount: number;
  /** Why it failed or was retried. */
  readonly message: string | null;
}

export interface RequestUsage extends Tokens {
  /** Null if its price is unknown. */
  readonly costUsd: number | null;
}

export interface ResponseRequests {
  readonly requests: readonly ModelRequest[];
  /** The totals of each model, including subagents, if the requests do not add up to them. */
  readonly totals: readonly ModelTotal[];
}

const none: ResponseRequests = { requests: [], totals: [] };

export function modelRequests(conversation: Conversation, lane: Lane, from: number): ResponseRequests {
  const runId = lane.entries.get(from)?.runId ?? null;
  const run = runId === null ? undefined : findRun(conversation, runId);
  if (run === undefined) return none;
  const { entries, next } = responseEntries(lane, from, run.runId);
  const steer = lane.entries.get(from - 1);
  const after = isSteer(steer, run.runId) && steer.steered ? steer.seq : 0;
  const isLast = !isSteer(next, run.runId);
  const records = run.requests.slice().filter(({ seq }) => seq > after && (isLast || seq < next.seq));
  const open = isLast ? openRequest(conversation, run, entries) : null;
  const totals = isLast ? rollUpUsage(conversation, run.runId).models : [];
  return {
    requests: [...records.map((record) => reported(run, record)), ...(open === null ? [] : [open])],
    totals: addsUp(totals, run) ? [] : totals,
  };
}

function reported(
  run: Run,
  { state, startedTs, endedTs, usage, toolCount, message }: RequestRecord,
): ModelRequest {
  return {
    ...{ state, startedTs, endedTs, toolCount, message },
    model: usage?.model ?? run.model,
    usage: usage === null ? null : requestUsage(usage),
  };
}

function requestUsage({ costNanos, unpriced, ...used }: ModelUsage): RequestUsage {
  const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = used;
  const costUsd = unpriced === 0 ? costNanos / 1e9 : null;
  return { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens, costUsd };
}

/** The request that is running, or that the run's end interrupted; none while a call or an ask is open. */
function openRequest(conversation: Conversation, run: Run, entries: readonly Entry[]): ModelRequest | null {
  const { outcome, error, requests, endedTs, model } = run;
  const startedTs = requestSince(conversation, run);
  const isBusy = entries.some(
    (entry) => (entry.kind === "tool_call" || "askId" in entry) && (entry.live || entry.endedBy !== null),
  );
  if (outcome === "completed" || startedTs === null || isBusy) return null;
  // If a program reports no requests, showing only its last request would be misleading.
  const hasCalled =
    entries.some(({ kind }) => kind === "tool_call") || openWorkOf(conversation, run).calls.size > 0;
  if (requests.length === 0 && hasCalled) return null;
  const state = outcome === null ? "started" : outcome === "failed" ? "failed" : "cancelled";
  const message = state === "failed" ? (error?.message ?? null) : null;
  return { state, model, startedTs, endedTs, usage: null, toolCount: 0, message };
}

/** Whether a run's requests cover all usage of the run and its subagents. */
function addsUp(totals: readonly ModelTotal[], run: Run): boolean {
  const single = run.requests.slice().flatMap(({ usage }) => (usage === null ? [] : [usage]));
  const sums = usageTotal(addUsage([], single)).models;
  return (
    sums.length === totals.length &&
    sums.every((sum, at) => compared.every((field) => sum[field] === totals[at]?.[field]))
  );
}

const compared = [
  ...(["model", "inputTokens", "outputTokens", "cacheReadTokens", "cacheWriteTokens"] as const),
  ...(["costUsd", "costComplete"] as const),
];

export const requestMarks: Readonly<Record<ModelRequestState, string>> = {
  started: "⟳",
  completed: "✓",
  failed: "✖",
  retried: "⚠",
  cancelled: "⚠",
};

export const requestWords: Readonly<Record<Exclude<ModelRequestState, "completed">, string>> = {
  started: "In progress",
  failed: "Failed",
  retried: "Retried",
  cancelled: "Cancelled",
};

/** All requests of a running run, and the one in progress. */
export function liveRequests(conversation: Conversation, run: Run): readonly ModelRequest[] {
  const open = openRequest(conversation, run, openSteps(conversation, run));
  const records = run.requests.slice().map((record) => reported(run, record));
  return open === null ? records : [...records, open];
}

/** "✓ opus · 8k in · 5k cached · 200 out · $0.12 · 2.1 s · 2 tool calls", followed by the totals of each model. */
export function requestLines({ requests, totals }: ResponseRequests, now: number): readonly string[] {
  return [
    ...requests.map((request) => `${requestMarks[request.state]} ${requestParts(request, now).join(" · ")}`),
    ...totals.map((total) =>
      [`Total ${total.model}`, ...tokenParts(total), cost(total.costUsd, total.costComplete)].join(" · "),
    ),
  ];
}

function requestParts(request: ModelRequest, now: number): readonly string[] {
  const { state, model, usage, toolCount, message } = request;
  const time = requestTime(request, now);
  return [
    ...(state === "completed" ? [] : [requestWords[state]]),
    ...(model === null ? [] : [model]),
    ...(usage === null ? [] : tokenParts(usage)),
    ...(usage === null || usage.costUsd === null ? [] : [cost(usage.costUsd, true)]),
    ...(time === null ? [] : [time]),
    ...(toolCount === 0 ? [] : [plural(toolCount, "tool call")]),
    ...(message === null ? [] : [message]),
  ];
}

function tokenParts(used: Tokens): readonly string[] {
  const { input, cached, output } = requestTokens(used);
  return [`${input} in`, ...(cached === null ? [] : [`${cached} cached`]), `${output} out`];
}

type Tokens = Pick<ModelUsage, "inputTokens" | "cacheReadTokens" | "cacheWriteTokens" | "outputTokens">;

/** Tokens as they are displayed. Tokens written to a cache count as input. */
export function requestTokens(used: Tokens): Readonly<Record<"input" | "output", string>> & {
  readonly cached: string | null;
} {
  return {
    input: count(used.inputTokens + used.cacheWriteTokens),
    cached: used.cacheReadTokens === 0 ? null : count(used.cacheReadTokens),
    output: count(used.outputTokens),
  };
}

/** The duration of a request, or its time so far. */
export function requestTime({ startedTs, endedTs }: ModelRequest, now: number): string | null {
  if (startedTs === null) return null;
  return endedTs === null
    ? elapsed(Math.max(0, now - startedTs))
    : duration(Math.max(0, endedTs - startedTs));
}
