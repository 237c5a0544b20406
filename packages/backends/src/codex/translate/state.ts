import type { EventBody, Failure } from "@polylog/core";
import type { AppendedText } from "../../connection/appended-text.ts";
import type { RunRef, Translation } from "../../connection/translation.ts";
import type { Totals } from "./usage.ts";

/** The translator's state between lines. It stays small because ended items are dropped. */
export interface CodexState {
  readonly agentId: string;
  /** The session's own thread; null until it is open. */
  readonly threadId: string | null;
  readonly model: string | null;
  /** The session's thread and those of its subagents. */
  readonly threads: ReadonlyMap<string, Thread>;
  /** Runs whose turn has been requested but not named by the program yet. */
  readonly waiting: readonly string[];
  /** Messages to its turns since the last prompt that the program has read. */
  readonly readMessages: readonly string[];
  /** Commands that keep running after their turn. */
  readonly leftRunning: ReadonlySet<string>;
  /** MCP servers that are starting. */
  readonly startingServers: ReadonlySet<string>;
}

/** One of the program's threads: the session's own, or a subagent's. */
export interface Thread {
  readonly threadId: string;
  /** The thread that started it; null for the session's own. */
  readonly parentThreadId: string | null;
  /** Its current run. */
  readonly run: CurrentRun | null;
  /** Its events are dropped because the run above it was cancelled. */
  readonly isMuted: boolean;
  readonly items: ReadonlyMap<string, OpenItem>;
  /** A text whose stream was interrupted: the program will repeat it from its start. */
  readonly cut: CutText | null;
  /** Its total usage so far, as the program counts it; null if the thread started earlier. */
  readonly spent: Totals | null;
}

export interface CurrentRun {
  readonly runId: string;
  /** The parent run; null for a run of the session's own thread. */
  readonly parentRunId: string | null;
  /** Null between two turns of one run, while a plan waits for approval. */
  readonly turnId: string | null;
  readonly failure: Failure | null;
  /** All changes of the turn so far, as one diff. */
  readonly diff: string;
  /** The plan that the turn has proposed. */
  readonly plan: string | null;
  readonly lastText: string | null;
  readonly used: Totals;
  readonly status: string | null;
  /** False for a subagent's run that is not reported yet: the call that started it may still appear. */
  readonly isReported: boolean;
}

export type OpenItem =
  | {
      readonly kind: "message";
      readonly responseId: string;
      /** The text reported so far. */
      readonly text: AppendedText;
      /** Set while it repeats reported text. */
      readonly repeats: CutText | null;
    }
  /** The number of reported characters per part. */
  | { readonly kind: "reasoning"; readonly offsets: Readonly<Record<number, number>> }
  | {
      readonly kind: "call";
      readonly toolName: string;
      readonly input: unknown;
      readonly offset: number;
      readonly isCommand: boolean;
    }
  | { readonly kind: "quiet" };

export interface CutText {
  readonly responseId: string;
  readonly text: string;
}

export function newState(agentId: string): CodexState {
  return {
    agentId,
    threadId: null,
    model: null,
    threads: new Map(),
    waiting: [],
    readMessages: [],
    leftRunning: new Set(),
    startingServers: new Set(),
  };
}

/** The session's thread is open. A resumed thread has earlier usage. */
export function withThread(
  state: CodexState,
  threadId: string,
  model: string | null,
  resumed: boolean,
): CodexState {
  const thread = newThread(threadId, null, resumed ? null : {});
  return { ...withThreadState(state, thread), threadId, model };
}

export function newThread(threadId: string, parentThreadId: string | null, spent: Totals | null): Thread {
  return { threadId, parentThreadId, run: null, isMuted: false, items: new Map(), cut: null, spent };
}

export function withThreadState(state: CodexState, thread: Thread): CodexState {
  return { ...state, threads: new Map(state.threads).set(thread.threadId, thread) };
}

export function mainThread(state: CodexState): Thread | null {
  return state.threadId === null ? null : (state.threads.get(state.threadId) ?? null);
}

export function newRun(runId: string, turnId: string | null, parentRunId: string | null = null): CurrentRun {
  return {
    runId,
    parentRunId,
    turnId,
    failure: null,
    diff: "",
    plan: null,
    lastText: null,
    used: {},
    status: null,
    isReported: true,
  };
}

export type CodexTranslation = Translation<CodexState>;

/** The run that a thread's updates belong to; null if no run is active, or if its events are dropped. */
export function runRefOf({ agentId }: CodexState, { run, isMuted }: Thread): RunRef | null {
  return run === null || isMuted ? null : { runId: run.runId, agentId };
}

export function withItem(thread: Thread, itemId: string, item: OpenItem): Thread {
  return { ...thread, items: new Map(thread.items).set(itemId, item) };
}

export function withoutItem(thread: Thread, itemId: string): Thread {
  if (!thread.items.has(itemId)) return thread;
  const items = new Map(thread.items);
  items.delete(itemId);
  return { ...thread, items };
}

export function withRun(thread: Thread, change: Partial<CurrentRun>): Thread {
  return thread.run === null ? thread : { ...thread, run: { ...thread.run, ...change } };
}

type Status = Extract<EventBody, { type: "agent_status" }>["status"];

/** Reports the status if it has changed. */
export function withStatus(
  state: CodexState,
  thread: Thread,
  status: Status,
  about: { readonly toolName?: string; readonly detail?: string } = {},
): { thread: Thread; events: readonly EventBody[] } {
  const runRef = runRefOf(state, thread);
  const name = `${status} ${about.toolName ?? ""} ${about.detail ?? ""}`;
  if (runRef === null || thread.run?.status === name) return { thread, events: [] };
  return {
    thread: withRun(thread, { status: name }),
    events: [{ type: "agent_status", status, ...about, ...runRef }],
  };
}
