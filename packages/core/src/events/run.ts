import { z } from "zod";
import { addRemark, addStep } from "../conversation/add.ts";
import { endShownChild, findRunOf } from "../conversation/children.ts";
import type { Draft, Run } from "../conversation/conversation.ts";
import { baseOf, type EntryBase } from "../conversation/entry.ts";
import { report } from "../conversation/fault.ts";
import { addEntry } from "../conversation/lanes.ts";
import { endRun, putRun, type RunEnd, withUsage } from "../conversation/runs.ts";
import { endCurrent } from "../conversation/stream.ts";
import { joinIds } from "../data/join-ids.ts";
import { defineEntry, defineEvent, eventGroup, outcomes } from "./define.ts";
import type { Envelope } from "./envelope.ts";
import { count, type Failure, failure, id, oneOf, optional, runTriggers, text } from "./fields.ts";
import { showEarlyCalls } from "./tool.ts";
import { addUsage, modelUsage, usageRecord } from "./usage.ts";

/** Runs: an agent's activations, from the prompt to the outcome. */

export interface InterruptEntry extends EntryBase {
  readonly kind: "interrupt";
  readonly reason: string;
}

export interface ErrorEntry extends EntryBase {
  readonly kind: "error";
  readonly error: Failure;
  readonly retryable: boolean;
}

declare module "../conversation/entry.ts" {
  interface EntryKinds {
    interrupt: InterruptEntry;
    error: ErrorEntry;
  }
}

const runStarted = defineEvent({
  type: "run_started",
  scope: "run",
  payload: {
    parentRunId: optional(id),
    parentCallId: optional(id),
    task: optional(text),
    model: optional(text),
    /** Its cause: a message, the queue, an idle mission, or another agent's answer. */
    trigger: optional(oneOf(runTriggers)),
  },
  afterEnd: "apply",
  fold: (draft, event, run) => {
    if (run.announced || run.outcome !== null) return report(draft, "run_exists", event.seq, event.runId);
    putRun(draft, {
      ...run,
      announced: true,
      parentCallId: run.parentCallId ?? event.parentCallId ?? null,
      task: event.task ?? run.task,
      model: event.model ?? run.model,
    });
  },
});

const runEnded = defineEvent({
  type: "run_ended",
  scope: "run",
  payload: {
    outcome: oneOf(outcomes),
    error: optional(failure),
    /** The run's own usage in total, without its subagents; replaces its `usage` events. */
    usage: optional(z.array(usageRecord)),
    durationMs: optional(count),
    stopReason: optional(text),
  },
  afterEnd: "apply",
  supersedes: (event, runId) =>
    event.usage === undefined
      ? [joinIds("status", runId)]
      : [joinIds("status", runId), joinIds("usage", runId)],
  fold: (draft, event, run) => {
    if (run.outcome !== null) return report(draft, "run_ended_already", event.seq, event.runId);
    if (event.usage !== undefined) {
      const own = addUsage([], event.usage.map(modelUsage));
      draft.usage = addUsage(addUsage(draft.usage, run.usage, -1), own);
      putRun(draft, withUsage(draft, run, own));
    }
    endTree(draft, event, run.index, event);
  },
});

/**
 * Ends a run, once. If it was cancelled or interrupted, its subagents end with it; otherwise they may continue in the
 * background.
 */
export function endTree(draft: Draft, event: Envelope, index: number, ending: RunEnd): void {
  const dying = [index];
  for (let next = dying.pop(); next !== undefined; next = dying.pop()) {
    const before = draft.runs.get(next) as Run;
    if (before.outcome !== null) continue;
    showEarlyCalls(draft, before, event);
    const { outcome, error } = ending;
    const run = endRun(draft, before, { outcome, error, seq: event.seq, ts: event.ts });
    endShownChild(draft, run, event.seq);
    showEnd(draft, event, run);
    if (run.outcome === "cancelled" || run.outcome === "interrupted") {
      for (const childId of run.childRunIds) dying.push(draft.runIndex.get(childId) as number);
    }
  }
}

/** Shows in the lane that a run failed, unless an entry there already does. */
function showEnd(draft: Draft, event: Envelope, run: Run): void {
  const { agentId, runId, outcome, error, lane } = run;
  if (outcome === "failed" && !run.errorShown) {
    const shown = error ?? { code: "run_failed", message: "The run failed and gave no reason." };
    const base = {
      ...baseOf({ ...event, agentId, runId }, "error"),
      key: joinIds("error", event.seq, runId),
    };
    addEntry(draft, lane, { ...base, error: shown, retryable: false });
  } else if ((outcome === "cancelled" || outcome === "interrupted") && !run.interruptShown) {
    const base = {
      ...baseOf({ ...event, agentId, runId }, "interrupt"),
      key: joinIds("interrupt", event.seq, runId),
    };
    addEntry(draft, lane, { ...base, reason: error?.message ?? outcome });
  }
}

const agentStatus = defineEvent({
  type: "agent_status",
  scope: "run",
  payload: {
    status: oneOf([
      "model_loading",
      "thinking",
      "calling_tool",
      "working",
      "idle",
      "waiting_permission",
      "waiting_input",
    ]),
    detail: optional(text),
    toolName: optional(text),
  },
  supersededKey: (_, runId) => joinIds("status", runId),
  afterEnd: "ignore",
  fold: (draft, event, run) => {
    const { status, detail = null, toolName = null } = event;
    const same = run.status !== null && run.status.status === status;
    const since = same && run.status !== null ? run.status : { sinceTs: event.ts, sinceSeq: event.seq };
    putRun(draft, {
      ...run,
      status: { status, detail, toolName, seq: event.seq, sinceTs: since.sinceTs, sinceSeq: since.sinceSeq },
    });
  },
});

const interrupt = defineEvent({
  type: "interrupt",
  scope: "run",
  payload: { reason: text },
  fold: (draft, event, run) => {
    endCurrent(draft, run, event.seq, "cancelled");
    markInterrupted(draft, event, run, event.reason);
  },
});

const outputCancelled = defineEvent({
  type: "output_cancelled",
  scope: "run",
  payload: { reason: optional(text), audioTruncatedAtMs: optional(count) },
  // The run's end already shows it.
  afterEnd: "ignore",
  fold: (draft, event, run) => {
    endCurrent(draft, run, event.seq, "cancelled");
    markInterrupted(draft, event, run, event.reason ?? "user_cancel");
  },
});

function markInterrupted(draft: Draft, event: Envelope, run: Run, reason: string): void {
  if (run.interruptShown) return;
  addStep(draft, run, { ...baseOf(event, "interrupt"), reason });
  putRun(draft, { ...run, interruptShown: true });
}

const error = defineEvent({
  type: "error",
  scope: "session",
  payload: { code: id, message: text, retryable: optional(z.boolean()), details: optional(z.unknown()) },
  fold: (draft, event) => {
    addRemark(draft, event, {
      ...baseOf(event, "error"),
      error: { code: event.code, message: event.message },
      retryable: event.retryable ?? false,
    });
    const run = findRunOf(draft, event);
    if (run !== undefined && run.outcome === null && event.retryable !== true)
      putRun(draft, { ...run, errorShown: true });
  },
});

export const runs = eventGroup(
  [runStarted, runEnded, agentStatus, interrupt, outputCancelled, error],
  [
    defineEntry("interrupt", () => ({ icon: "interrupted", tone: "waiting", text: "Interrupted" })),
    defineEntry("error", (entry) => ({ icon: "error", tone: "failed", text: entry.error.message })),
  ],
);
