import { defined, type EventBody, type Failure, type Outcome } from "@polylog/core";
import { type Native, nameOf, namesOf, roundedOf, textOf } from "../../connection/native-value.ts";
import { noEvents } from "../../connection/translation.ts";
import type { ClaudeState, ClaudeTranslation, CurrentRun } from "./state.ts";
import { withoutCalls, withoutPromptsOf } from "./state.ts";
import { brokenCall } from "./translate-stream.ts";
import { addedSince, addedTo, sumsOf, usageRecords, windowOf } from "./usage.ts";

/** The end of a turn, which ends its run. */
export function translateResult(state: ClaudeState, value: Native): ClaudeTranslation {
  const { run, agentId } = state;
  const now = sumsOf(value.modelUsage);
  const next: ClaudeState = {
    ...state,
    run: null,
    stream: null,
    abandoned: null,
    spent: now,
    windowTokens: windowOf(value.modelUsage, state.model) ?? state.windowTokens,
  };
  if (run === null) return noEvents(next);
  const runRef = { runId: run.runId, agentId };
  const outcome = outcomeOf(value);
  const durationMs = roundedOf(value.duration_ms);
  const stopReason = nameOf(value.stop_reason);
  const used = addedTo(run.used, addedIn(state, value, now));
  // A message that was too late for this turn gets the next one, so the run continues.
  const isSpokenTo = state.waiting.some(({ steers, runId }) => steers && runId === run.runId);
  if (outcome === "completed" && isSpokenTo) {
    return noEvents({ ...next, run: { ...run, used, isBetweenTurns: true } });
  }
  const usage = usageRecords(used);
  const ended: EventBody = {
    type: "run_ended",
    outcome,
    ...(outcome === "failed" ? { error: failureOf(run, value) } : {}),
    // The totals lack the usage of an interrupted answer, which its own events report.
    ...(usage.length === 0 ? {} : { usage }),
    ...defined({ durationMs, stopReason }),
    ...runRef,
  };
  return {
    state: withoutCalls(withoutPromptsOf(next, run.runId), run.runId),
    events: [...brokenCall(state, runRef), ended],
  };
}

function addedIn(state: ClaudeState, value: Native, now: ReturnType<typeof sumsOf>) {
  if ("model_usage_since_last_result" in value) return sumsOf(value.model_usage_since_last_result);
  return state.spent === null ? {} : addedSince(state.spent, now);
}

function outcomeOf(value: Native): Outcome {
  if (textOf(value.terminal_reason)?.startsWith("aborted") === true) return "interrupted";
  return value.is_error === true || value.subtype !== "success" ? "failed" : "completed";
}

function failureOf(run: CurrentRun, value: Native): Failure {
  const reason = nameOf(value.result) ?? (namesOf(value.errors).join("\n") || null);
  const code = run.failure?.code ?? nameOf(value.subtype) ?? "run_failed";
  const message = run.failure?.message ?? reason ?? "Claude Code failed without an error message.";
  return { code: code === "success" ? "api_error" : code, message };
}
