import { defined, type EventBody, type Failure, type Outcome } from "@polylog/core";
import { type Native, nameOf, textOf, textsOf } from "../../connection/native-value.ts";
import { noEvents, type RunRef } from "../../connection/translation.ts";
import type { CodexState, CodexTranslation, Thread } from "./state.ts";
import {
  newRun,
  newThread,
  runRefOf,
  withItem,
  withoutItem,
  withRun,
  withStatus,
  withThreadState,
} from "./state.ts";

/**
 * Subagents have their own threads. The call that starts one ends at once, and the subagent keeps working. Its parent
 * may wait for it in another call.
 */

export interface TurnEnding {
  readonly outcome: Outcome;
  readonly error?: Failure;
}

const SPAWN = "spawn_agent";

const toolNames: ReadonlyMap<unknown, string> = new Map([
  ["spawnAgent", SPAWN],
  ["sendInput", "send_input"],
  ["sendMessage", "send_message"],
  ["followupTask", "followup_task"],
  ["resumeAgent", "resume_agent"],
  ["closeAgent", "close_agent"],
  ["interruptAgent", "interrupt_agent"],
]);

/** A call of a subagent tool. Waiting and listing are shown as a status. */
export function startCollab(
  state: CodexState,
  given: Thread,
  runRef: RunRef,
  item: Native,
): CodexTranslation {
  const itemId = nameOf(item.id) ?? "";
  const toolName = toolNames.get(item.tool);
  if (toolName === undefined) {
    const waiting = item.tool === "wait" ? { detail: "Waiting for subagents" } : {};
    const { thread, events } = withStatus(state, given, "working", waiting);
    return { state: withThreadState(state, withItem(thread, itemId, { kind: "quiet" })), events };
  }
  const prompt = textOf(item.prompt);
  const model = nameOf(item.model);
  const { thread, events } = withStatus(state, given, "calling_tool", { toolName });
  const input = { ...defined({ prompt, model }) };
  const start: EventBody = { type: "tool_call_start", callId: itemId, toolName, input, ...runRef };
  const call = { kind: "call", toolName, input, offset: 0, isCommand: false } as const;
  return { state: withThreadState(state, withItem(thread, itemId, call)), events: [...events, start] };
}

export function endCollab(given: CodexState, thread: Thread, runRef: RunRef, item: Native): CodexTranslation {
  const itemId = nameOf(item.id) ?? "";
  const started = thread.items.has(itemId) ? noEvents(given) : startCollab(given, thread, runRef, item);
  const at = started.state.threads.get(thread.threadId) ?? thread;
  const open = at.items.get(itemId);
  const closed = withThreadState(started.state, withoutItem(at, itemId));
  if (open?.kind !== "call") return { state: closed, events: started.events };
  const receivers = item.tool === "spawnAgent" ? textsOf(item.receiverThreadIds) : [];
  const spawned = receivers.reduce<CodexTranslation>(
    (translation, threadId) => {
      const next = spawn(translation.state, at, runRef, threadId, itemId, textOf(item.prompt));
      return { state: next.state, events: [...translation.events, ...next.events] };
    },
    { state: closed, events: started.events },
  );
  const ok = item.status === "completed";
  const error = ok ? {} : { error: { code: "tool_error", message: "The subagent could not be reached." } };
  const result: EventBody = {
    type: "tool_result",
    callId: itemId,
    toolName: open.toolName,
    ok,
    ...error,
    ...runRef,
  };
  return { state: spawned.state, events: [...spawned.events, result] };
}

/**
 * Newer versions of Codex do not report the call that starts a subagent, only its start. The subagent's name is its
 * path in the tree of agents.
 */
export function subagentActivity(
  state: CodexState,
  thread: Thread,
  runRef: RunRef,
  item: Native,
): CodexTranslation {
  const threadId = nameOf(item.agentThreadId);
  const callId = nameOf(item.id);
  if (item.kind !== "started" || threadId === null || callId === null) return noEvents(state);
  const task = (nameOf(item.agentPath) ?? "").split("/").at(-1) ?? "";
  const call = { callId, toolName: SPAWN };
  const spawned = spawn(state, thread, runRef, threadId, callId, task);
  return {
    state: spawned.state,
    events: [
      { type: "tool_call_start", ...call, input: { task }, ...runRef },
      ...spawned.events,
      { type: "tool_result", ...call, ok: true, ...runRef },
    ],
  };
}

/**
 * A subagent's turn that starts before the call that started it has ended. If only one such call is open, it is that
 * one; otherwise the turn still names the parent's work.
 */
export function adoptTurn(state: CodexState, threadId: string, rootTurnId: string | null): CodexTranslation {
  const threads = [...state.threads.values()];
  const calls = threads.flatMap((thread) =>
    [...thread.items].flatMap(([callId, item]) =>
      item.kind === "call" && item.toolName === SPAWN ? [{ thread, callId }] : [],
    ),
  );
  const [only] = calls.length === 1 ? calls : [];
  const runRef = only === undefined ? null : runRefOf(state, only.thread);
  if (only !== undefined && runRef !== null) {
    return spawn(state, only.thread, runRef, threadId, only.callId, null);
  }
  const parent = threads.find(({ run }) => run !== null && run.turnId === rootTurnId);
  return noEvents(parent === undefined ? state : withThreadState(state, childThread(parent, threadId)));
}

function childThread(parent: Thread, threadId: string): Thread {
  return { ...newThread(threadId, parent.threadId, {}), isMuted: parent.isMuted };
}

/** Starts the subagent's run while its call is still open to show it. Its turn follows. */
function spawn(
  state: CodexState,
  parent: Thread,
  runRef: RunRef,
  threadId: string,
  callId: string,
  task: string | null,
): CodexTranslation {
  const known = state.threads.get(threadId);
  if (known?.run?.isReported) return noEvents(state);
  const run = known?.run ?? newRun(`${runRef.runId}/${threadId}`, null, runRef.runId);
  const { runId } = run;
  const child = { ...(known ?? childThread(parent, threadId)), run: { ...run, isReported: true } };
  const event: EventBody = {
    type: "subagent_spawned",
    childRunId: runId,
    callId,
    ...(task === null || task === "" ? {} : { task }),
    ...runRef,
  };
  return { state: withThreadState(state, child), events: child.isMuted ? [] : [event] };
}

/** A subagent's turn starts: its first or a later one. The call for a new subagent may arrive after it. */
export function beginChildTurn(
  state: CodexState,
  thread: Thread,
  turnId: string,
  { isNew }: { readonly isNew: boolean },
): CodexTranslation {
  if (thread.run !== null) return noEvents(withThreadState(state, withRun(thread, { turnId })));
  const above = state.threads.get(thread.parentThreadId ?? "");
  const runRef = above === undefined ? null : runRefOf(state, above);
  const runId = `${runRef?.runId ?? "codex"}/${turnId}`;
  const waits = isNew && runRef !== null;
  const run = { ...newRun(runId, turnId, runRef?.runId ?? null), isReported: !waits };
  const next = withThreadState(state, { ...thread, run });
  if (thread.isMuted || waits) return noEvents(next);
  // A child of its parent's current run; a separate run if the parent has none.
  const event: EventBody =
    runRef === null
      ? { type: "run_started", trigger: "subagent", runId, agentId: state.agentId }
      : { type: "subagent_spawned", childRunId: runId, ...runRef };
  return { state: next, events: [event] };
}

/** A subagent with updates before its call is reported as its own entry below its parent's run. */
export function reportStartedRuns(before: CodexState, translation: CodexTranslation): CodexTranslation {
  let { state, events } = translation;
  for (const [threadId, { run }] of before.threads) {
    if (run === null || run.isReported || run.parentRunId === null) continue;
    const childRunId = run.runId;
    const isMentioned = events.some(
      (event) =>
        event.runId === childRunId || (event.type === "subagent_result" && event.childRunId === childRunId),
    );
    const after = state.threads.get(threadId);
    if (!isMentioned || after?.run?.isReported) continue;
    const { agentId } = state;
    events = [{ type: "subagent_spawned", childRunId, runId: run.parentRunId, agentId }, ...events];
    if (after !== undefined) state = withThreadState(state, withRun(after, { isReported: true }));
  }
  return { state, events };
}

/** A subagent's turn has ended. A subagent that outlived its parent's run ends as a separate run. */
export function endChildTurn(state: CodexState, thread: Thread, ending: TurnEnding): CodexTranslation {
  const { run, parentThreadId, isMuted } = thread;
  const over = { ...thread, run: null, isMuted: false, items: new Map(), cut: null };
  const next = withThreadState(state, over);
  if (run === null || isMuted) return noEvents(next);
  const { agentId } = state;
  const above = state.threads.get(parentThreadId ?? "")?.run ?? null;
  const result = run.lastText === null ? {} : { result: run.lastText };
  const event: EventBody =
    above === null || above.runId !== run.parentRunId
      ? { type: "run_ended", ...ending, runId: run.runId, agentId }
      : { type: "subagent_result", childRunId: run.runId, ...ending, ...result, runId: above.runId, agentId };
  return { state: next, events: [event] };
}

/** A run was cancelled: events of its subagents are dropped. */
export function withMutedChildren(state: CodexState, runId: string): CodexState {
  const below = new Set([runId]);
  const threads = new Map(state.threads);
  for (const [threadId, thread] of threads) {
    const { run } = thread;
    if (run === null || run.parentRunId === null || !below.has(run.parentRunId)) continue;
    below.add(run.runId);
    threads.set(threadId, { ...thread, isMuted: true });
  }
  return { ...state, threads };
}

export function isSubagentRun({ threads, threadId: own }: CodexState, runId: string): boolean {
  return [...threads.values()].some(({ threadId, run }) => threadId !== own && run?.runId === runId);
}

/** The turns of subagents whose events are dropped. */
export function mutedTurns(state: CodexState): { threadId: string; turnId: string }[] {
  return [...state.threads.values()].flatMap(({ threadId, isMuted, run }) =>
    isMuted && run?.turnId != null ? [{ threadId, turnId: run.turnId }] : [],
  );
}
