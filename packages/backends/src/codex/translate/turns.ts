import { defined, type EventBody, type Failure } from "@polylog/core";
import { countOf, type Native, nameOf, recordOf } from "../../connection/native-value.ts";
import { noEvents, type RunRef } from "../../connection/translation.ts";
import { leaveRunning } from "./call-items.ts";
import { changesIn } from "./change-report.ts";
import type { CodexState, CodexTranslation, CurrentRun, Thread } from "./state.ts";
import { newRun, runRefOf, withRun, withStatus, withThreadState } from "./state.ts";
import { adoptTurn, beginChildTurn, endChildTurn, type TurnEnding } from "./subagents.ts";
import { cutStream } from "./text-items.ts";
import { usageOf } from "./usage.ts";

/** Turns: which of our runs the program works on, and how each ends. */

/** A run requests its first or another turn. */
export function withPrompt(state: CodexState, runId: string): CodexState {
  return { ...state, waiting: [...state.waiting, runId] };
}

export function withoutPrompt(state: CodexState, runId: string): CodexState {
  return { ...state, waiting: state.waiting.filter((waiting) => waiting !== runId) };
}

/** The program has named the turn that a run requested. */
export function withTurn(state: CodexState, runId: string, turnId: string): CodexState {
  const thread = state.threads.get(state.threadId ?? "");
  const next = withoutPrompt(state, runId);
  const known = thread?.run?.turnId === turnId;
  if (thread === undefined || known || !state.waiting.includes(runId)) return next;
  const used = thread.run?.runId === runId ? thread.run.used : {};
  return withThreadState(next, { ...thread, run: { ...newRun(runId, turnId), used } });
}

export function beginTurn(given: CodexState, params: Native): CodexTranslation | null {
  const threadId = nameOf(params.threadId);
  const turn = recordOf(params.turn);
  const turnId = nameOf(turn.id);
  if (threadId === null || turnId === null) return null;
  const adopted = given.threads.has(threadId)
    ? noEvents(given)
    : adoptTurn(given, threadId, nameOf(turn.rootTurnId));
  const { state } = adopted;
  const thread = state.threads.get(threadId);
  if (thread === undefined) return null;
  const begun =
    threadId === state.threadId
      ? beginOwn(state, thread, turnId)
      : beginChildTurn(state, thread, turnId, { isNew: !given.threads.has(threadId) });
  const at = begun.state.threads.get(threadId) as Thread;
  if (at.run?.isReported === false) return begun;
  const status = withStatus(begun.state, at, "thinking");
  return {
    state: withThreadState(begun.state, status.thread),
    events: [...adopted.events, ...begun.events, ...status.events],
  };
}

function beginOwn(state: CodexState, thread: Thread, turnId: string): CodexTranslation {
  if (thread.run?.turnId === turnId) return noEvents(state);
  const [runId] = state.waiting;
  if (runId !== undefined) return noEvents(withTurn(state, runId, turnId));
  // An unprompted turn is a separate run.
  const own = `codex-${turnId}`;
  const started: EventBody = { type: "run_started", trigger: "callback", runId: own, agentId: state.agentId };
  return { state: withThreadState(state, { ...thread, run: newRun(own, turnId) }), events: [started] };
}

/** The result of a turn's end. A plan that waits for approval keeps the run open. */
export interface TurnEnd extends CodexTranslation {
  readonly plan?: { readonly planId: string; readonly runId: string };
}

export function endTurn(given: CodexState, params: Native): TurnEnd | null {
  const thread = given.threads.get(nameOf(params.threadId) ?? "");
  const turn = recordOf(params.turn);
  if (thread === undefined || nameOf(turn.id) === null) return null;
  if (thread.run === null || thread.run.turnId !== turn.id) return noEvents(given);
  const runRef = runRefOf(given, thread);
  const ending = readEnding(turn, thread.run);
  const state = ending.outcome === "completed" ? withLeft(given, thread) : given;
  const before = runRef === null ? [] : lastWords(thread, thread.run, runRef, ending);
  if (thread.threadId !== state.threadId) {
    const translation = endChildTurn(state, thread, ending);
    return { state: translation.state, events: [...before, ...translation.events] };
  }
  if (thread.run.plan !== null && ending.outcome === "completed") {
    return awaitApproval(state, thread, thread.run, before);
  }
  const over = withThreadState(state, { ...thread, run: null, items: new Map(), cut: null });
  const durationMs = countOf(turn.durationMs);
  const ended: EventBody = {
    type: "run_ended",
    ...ending,
    ...usageOf(state, thread.run.used),
    ...defined({ durationMs }),
    runId: thread.run.runId,
    agentId: state.agentId,
  };
  return { state: over, events: [...before, ended] };
}

function withLeft(state: CodexState, { items }: Thread): CodexState {
  const left = [...items].flatMap(([id, item]) => (item.kind === "call" && item.isCommand ? [id] : []));
  return left.length === 0 ? state : { ...state, leftRunning: new Set([...state.leftRunning, ...left]) };
}

function lastWords(thread: Thread, run: CurrentRun, runRef: RunRef, { outcome }: TurnEnding): EventBody[] {
  const left = outcome === "completed" ? leaveRunning(thread, runRef) : [];
  const report = changesIn(run.diff);
  if (report === null) return left;
  const { files, truncatedCount } = report;
  const cut = truncatedCount === 0 ? {} : { truncatedCount };
  return [...left, { type: "change_report", files, ...cut, ...runRef }];
}

/** Codex ends its turn with a plan. In the run, the plan is an ask. */
function awaitApproval(state: CodexState, thread: Thread, run: CurrentRun, before: EventBody[]): TurnEnd {
  const { runId } = run;
  const planId = `${run.turnId}/plan`;
  const { agentId } = state;
  const waits = { ...newRun(runId, null), used: run.used, status: "waiting_input" };
  return {
    state: withThreadState(state, { ...thread, run: waits, items: new Map(), cut: null }),
    events: [
      ...before,
      {
        type: "plan_update",
        planId,
        entries: [],
        text: run.plan ?? "",
        awaitsApproval: true,
        runId,
        agentId,
      },
    ],
    plan: { planId, runId },
  };
}

function readEnding(turn: Native, run: CurrentRun): TurnEnding {
  switch (turn.status) {
    case "completed":
      return { outcome: "completed" };
    case "interrupted":
      return { outcome: "cancelled" };
    default:
      return { outcome: "failed", error: readFailure(turn.error) ?? run.failure ?? unknownFailure };
  }
}

const unknownFailure: Failure = { code: "turn_failed", message: "Codex ended its turn without a reason." };

/** An error as a message, with its code in snake case. */
function readFailure(value: unknown): Failure | null {
  const error = recordOf(value);
  const message = nameOf(error.message);
  if (message === null) return null;
  const info = error.codexErrorInfo;
  const status = countOf(recordOf(Object.values(recordOf(info))[0]).httpStatusCode);
  if (status === 401 || info === "unauthorized") {
    return { code: "unauthorized", message: `${message} Log in with: codex login` };
  }
  // Codex writes `"other"` and `{"sandboxError": {…}}`.
  const code = (nameOf(info) ?? nameOf(Object.keys(recordOf(info))[0]) ?? "other").replace(
    /[A-Z]/g,
    (letter) => `_${letter.toLowerCase()}`,
  );
  return { code: code === "other" ? "turn_failed" : code, message };
}

/** A model error. Codex retries, or the turn's end follows. */
export function translateError(state: CodexState, params: Native): CodexTranslation | null {
  const thread = state.threads.get(nameOf(params.threadId) ?? "");
  const error = recordOf(params.error);
  const message = nameOf(error.message);
  if (thread === undefined || message === null) return null;
  if (params.willRetry !== true) {
    return noEvents(withThreadState(state, withRun(thread, { failure: readFailure(error) })));
  }
  const next = withThreadState(state, cutStream(thread));
  const runRef = runRefOf(state, thread);
  if (runRef === null) return noEvents(next);
  const [, attempt, most] = /(\d{1,6})\/(\d{1,6})/.exec(message) ?? [];
  const retry: EventBody = {
    type: "api_retry",
    attempt: Number(attempt ?? 1),
    ...(most === undefined ? {} : { maxAttempts: Number(most) }),
    message: nameOf(error.additionalDetails) ?? message,
    ...runRef,
  };
  return { state: next, events: [retry] };
}
