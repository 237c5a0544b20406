import type { EventBody, Failure, PermissionMode } from "@polylog/core";
import { defined } from "@polylog/core";
import { noEvents, type RunRef, type Translation } from "../../connection/translation.ts";
import type { Sums } from "./usage.ts";

/** What the translator remembers from line to line. Small: what has ended is forgotten. */
export interface ClaudeState {
  readonly agentId: string;
  readonly nativeSessionId: string | null;
  readonly version: string | null;
  /** The run that the main thread is at. */
  readonly run: CurrentRun | null;
  /** Prompts that the program has been given and has not begun, oldest first. */
  readonly waiting: readonly WaitingPrompt[];
  /** Messages to runs at work that were stopped before they read them, by their uuids. */
  readonly dropped: readonly string[];
  /** Whether this version says which prompt it begins with. */
  readonly tellsStarts: boolean;
  readonly stream: Stream | null;
  /** The response that the program gave up in the middle and will ask for again. */
  readonly abandoned: string | null;
  /** Blocks of messages that come whole, by message: they are numbered in their order. */
  readonly wholeBlocks: { readonly messageId: string; readonly count: number };
  readonly calls: ReadonlyMap<string, OpenCall>;
  /** Subagents by the call that started each; of those that ended only the last, for the lines that come late. */
  readonly children: ReadonlyMap<string, Subagent>;
  /** What all runs have used so far, as the program adds it up; null where it began before us. */
  readonly spent: Sums | null;
  readonly windowTokens: number | null;
  readonly model: string | null;
  readonly mode: PermissionMode;
  readonly title: string | null;
  /** Commands and subagents that the program has in the background. */
  readonly backgroundTasks: number;
  /** Tools of Polylog's own, by the names that the program has for them. */
  readonly polylogTools: ReadonlySet<string>;
}

export interface CurrentRun {
  readonly runId: string;
  /** Began by itself: a background task came back. */
  readonly unprompted: boolean;
  /** What the program says went wrong; its `result` only repeats the words. */
  readonly failure: Failure | null;
  readonly status: string | null;
  /** Used by turns before this one, where the run goes on with what was said to it. */
  readonly used: Sums;
  /** Its turn is over, and the next one, for a message that came too late, has not begun. */
  readonly isBetweenTurns: boolean;
}

export interface WaitingPrompt {
  readonly uuid: string;
  readonly runId: string;
  /** Given to a run at work: it begins no run of its own. */
  readonly steers: boolean;
}

export interface Stream {
  readonly messageId: string;
  /** What the answer is called in the log: an answer that is given again takes the place of the first. */
  readonly responseId: string;
  readonly model: string;
  readonly open: OpenBlock | null;
}

export interface OpenBlock {
  readonly index: number;
  readonly kind: "text" | "thinking" | "tool_use" | "other";
  /** Characters told so far. */
  readonly offset: number;
  readonly callId: string;
  readonly toolName: string;
  /** The whole of it was told. */
  readonly isDone: boolean;
}

export interface OpenCall {
  readonly toolName: string;
  readonly runId: string;
  readonly task: string | null;
  /** What the program was told in place of a permission. */
  readonly denial: string | null;
}

export interface Subagent {
  readonly taskId: string | null;
  readonly runId: string;
  readonly parentRunId: string;
  /** Nothing of it is told any more: it has ended, or its run was cancelled. */
  readonly isMuted: boolean;
}

export interface StateOptions {
  readonly agentId: string;
  readonly mode: PermissionMode;
  /** The session is gone on with: what it has used before is not ours. */
  readonly resumed: boolean;
  readonly polylogTools?: ReadonlySet<string>;
}

export function newState({ agentId, mode, resumed, polylogTools = new Set() }: StateOptions): ClaudeState {
  return {
    agentId,
    nativeSessionId: null,
    version: null,
    run: null,
    waiting: [],
    dropped: [],
    tellsStarts: false,
    stream: null,
    abandoned: null,
    wholeBlocks: { messageId: "", count: 0 },
    calls: new Map(),
    children: new Map(),
    spent: resumed ? null : {},
    windowTokens: null,
    model: null,
    mode,
    title: null,
    backgroundTasks: 0,
    polylogTools,
  };
}

export function newRun(runId: string, unprompted = false): CurrentRun {
  return { runId, unprompted, failure: null, status: null, used: {}, isBetweenTurns: false };
}

/** A prompt is on its way to the program. */
export function withPrompt(state: ClaudeState, prompt: WaitingPrompt): ClaudeState {
  return { ...state, waiting: [...state.waiting, prompt] };
}

/** A cancelled run: none of its messages begins anything. */
export function withoutPromptsOf(state: ClaudeState, runId: string): ClaudeState {
  const steers = state.waiting.filter((prompt) => prompt.steers && prompt.runId === runId);
  return {
    ...state,
    waiting: state.waiting.filter((prompt) => prompt.runId !== runId),
    dropped: [...state.dropped, ...steers.map(({ uuid }) => uuid)],
  };
}

/** The program will not begin with this prompt. */
export function withoutPrompt(state: ClaudeState, uuid: string): ClaudeState {
  return { ...state, waiting: state.waiting.filter((prompt) => prompt.uuid !== uuid) };
}

/** A run was cancelled: of the subagents below it nothing is told any more. */
export function withMutedChildren(state: ClaudeState, runId: string): ClaudeState {
  const below = new Set([runId]);
  const children = new Map(state.children);
  for (const [callId, child] of children) {
    if (!below.has(child.parentRunId)) continue;
    below.add(child.runId);
    children.set(callId, { ...child, isMuted: true });
  }
  return { ...state, children };
}

/** A call was denied: older versions do not tell that from a failure. */
export function withDenial(state: ClaudeState, callId: string | null, denial: string): ClaudeState {
  const call = callId === null ? undefined : state.calls.get(callId);
  if (callId === null || call === undefined) return state;
  return { ...state, calls: new Map(state.calls).set(callId, { ...call, denial }) };
}

/** The calls of a run that is over are forgotten. */
export function withoutCalls(state: ClaudeState, runId: string): ClaudeState {
  return { ...state, calls: new Map([...state.calls].filter(([, call]) => call.runId !== runId)) };
}

export type ClaudeTranslation = Translation<ClaudeState>;

/** The run that works below a call, or the main thread's; null where there is none, or none that may speak. */
export function runRefOf(state: ClaudeState, parentCallId: string | null): RunRef | null {
  const { agentId, run } = state;
  if (parentCallId === null) return run === null ? null : { runId: run.runId, agentId };
  const child = state.children.get(parentCallId);
  return child === undefined || child.isMuted ? null : { runId: child.runId, agentId };
}

/** Reports a status that has changed. */
export function withStatus(
  state: ClaudeState,
  status: Extract<EventBody, { type: "agent_status" }>["status"],
  toolName?: string,
): ClaudeTranslation {
  const { run, agentId } = state;
  const name = `${status} ${toolName ?? ""}`;
  if (run === null || run.status === name) return noEvents(state);
  const event: EventBody = {
    type: "agent_status",
    status,
    ...defined({ toolName }),
    runId: run.runId,
    agentId,
  };
  return { state: { ...state, run: { ...run, status: name } }, events: [event] };
}
