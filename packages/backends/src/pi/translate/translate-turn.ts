import { defined, type EventBody, type Outcome } from "@polylog/core";
import { countOf, type Native, nameOf, recordOf, textOf } from "../../connection/native-value.ts";
import { noEvents } from "../../connection/translation.ts";
import type { CurrentRun, PiState, PiTranslation } from "./state.ts";
import { newRun, runRefOf, withRun, withStatus } from "./state.ts";

/** The start and end of runs, and the program's own actions in them. */

/** An unprompted run is a separate run. Extensions can start one. */
export function startAgent(state: PiState): PiTranslation {
  const { run, waiting, agentId } = state;
  if (run !== null) return noEvents(state);
  if (waiting !== null) return noEvents({ ...state, waiting: null, run: newRun(waiting) });
  const ownRuns = state.ownRuns + 1;
  const runId = `pi-${state.unique}-${ownRuns}`;
  const started: EventBody = { type: "run_started", trigger: "callback", runId, agentId };
  return { state: { ...state, ownRuns, run: newRun({ runId, isCancelling: false }) }, events: [started] };
}

/** Only since 0.87 does the program report that it is idle. In older versions more work may follow the end. */
export function endAgent(state: PiState, value: Native): PiTranslation {
  return "willRetry" in value ? noEvents(state) : { ...noEvents(state), mayBeOver: true };
}

/** The program is idle: the current or the waiting run is over. */
export function settle(state: PiState): PiTranslation {
  const { run, waiting, agentId } = state;
  const next: PiState = { ...state, run: null, waiting: null };
  if (run !== null) return { state: next, events: [endOf(run, agentId)] };
  // The prompt was only a command of an extension.
  if (waiting === null) return noEvents(next);
  return {
    state: next,
    events: [{ type: "run_ended", outcome: "completed", runId: waiting.runId, agentId }],
  };
}

function endOf({ runId, stopReason, failure, used }: CurrentRun, agentId: string): EventBody {
  const outcome: Outcome =
    failure !== null ? "failed" : stopReason === "aborted" ? "interrupted" : "completed";
  return {
    ...{ type: "run_ended", outcome },
    ...defined({ error: failure }),
    ...(used.length === 0 ? {} : { usage: [...used] }),
    ...defined({ stopReason }),
    ...{ runId, agentId },
  };
}

export function startRetry(state: PiState, value: Native): PiTranslation | null {
  const attempt = countOf(value.attempt);
  if (attempt === null) return null;
  const runRef = runRefOf(state);
  if (runRef === null) return noEvents(state);
  const maxAttempts = countOf(value.maxAttempts);
  const delayMs = countOf(value.delayMs);
  const message = textOf(value.errorMessage);
  const event: EventBody = {
    ...{ type: "api_retry", attempt },
    ...defined({ maxAttempts, delayMs, message }),
    ...runRef,
  };
  const { run } = state;
  return run === null ? { state, events: [event] } : withRun(state, { ...run, isRetrying: true }, [event]);
}

export function endRetry(state: PiState, value: Native): PiTranslation {
  const { run } = state;
  const next = run === null ? state : { ...state, run: { ...run, isRetrying: false } };
  return value.success === false ? { ...noEvents(next), mayBeOver: true } : noEvents(next);
}

export function startContextCompaction(state: PiState): PiTranslation {
  return withStatus(noEvents(state), "working");
}

export function endContextCompaction(state: PiState, value: Native): PiTranslation {
  const runRef = runRefOf(state);
  if (runRef === null) return noEvents(state);
  const result = recordOf(value.result);
  const summary = nameOf(result.summary);
  const failure = nameOf(value.errorMessage);
  const events: EventBody[] = [];
  if (summary !== null) {
    const beforeTokens = countOf(result.tokensBefore);
    const afterTokens = countOf(result.estimatedTokensAfter);
    events.push({
      ...{ type: "compaction", trigger: value.reason === "manual" ? "manual" : "auto", summary },
      ...defined({ beforeTokens, afterTokens }),
      ...runRef,
    });
  } else if (failure !== null) {
    events.push({ type: "notice", level: "warning", text: `Compaction failed: ${failure}`, ...runRef });
  }
  return { state, events, mayBeOver: true };
}
