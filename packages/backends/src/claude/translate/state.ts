import { defined, type EventBody, type Failure, type PermissionMode } from "@polylog/core";
import { noEvents, type RunRef, type Translation } from "../../connection/translation.ts";
import type { Sums } from "./usage.ts";

/** The translator's state between lines. It stays small because ended items are dropped. */
export interface ClaudeState {
  readonly agentId: string;
  readonly nativeSessionId: string | null;
  readonly version: string | null;
  /** The main thread's current run. */
  readonly run: CurrentRun | null;
  /** Prompts that were sent to the program and have not started, oldest first. */
  readonly waiting: readonly WaitingPrompt[];
  /** UUIDs of messages to runs that were stopped before they read them. */
  readonly dropped: readonly string[];
  /** Whether this version reports which prompt a turn starts with. */
  readonly namesPrompts: boolean;
  readonly stream: Stream | null;
  /** The response that the program abandoned and will request again. */
  readonly abandoned: string | null;
  /** The number of blocks in the current message that arrives whole: they are numbered in order. */
  readonly wholeBlocks: { readonly messageId: string; readonly count: number };
  readonly calls: ReadonlyMap<string, OpenCall>;
  /** Subagents by the call that started each. Of ended ones only the most recent are kept, for late lines. */
  readonly children: ReadonlyMap<string, Subagent>;
  /** The total usage of all runs so far, as the program counts it; null if it started earlier. */
  readonly spent: Sums | null;
  readonly windowTokens: number | null;
  readonly model: string | null;
  readonly mode: PermissionMode;
  readonly title: string | null;
  /** The program's background commands and subagents. */
  readonly backgroundTasks: number;
  /** Polylog's own tools, by the program's names for them. */
  readonly polylogTools: ReadonlySet<string>;
}

export interface CurrentRun {
  readonly runId: string;
  /** The program started it because a background task returned. */
  readonly unprompted: boolean;
  /** The program's reported error; its `result` only repeats the message. */
  readonly failure: Failure | null;
  readonly status: string | null;
  /** The usage of earlier turns, if a message to the run started another one. */
  readonly used: Sums;
  /** Its turn has ended, and the next one, for a late message, has not started. */
  readonly isBetweenTurns: boolean;
}

export interface WaitingPrompt {
  readonly uuid: string;
  readonly runId: string;
  /** It was sent to an active run and starts no run. */
  readonly steers: boolean;
}

export interface Stream {
  readonly messageId: string;
  /** The answer's ID in the log. A retried answer replaces the first one. */
  readonly responseId: string;
  readonly model: string;
  readonly open: OpenBlock | null;
}

export interface OpenBlock {
  readonly index: number;
  readonly kind: "text" | "thinking" | "tool_use" | "other";
  /** The number of reported characters. */
  readonly offset: number;
  readonly callId: string;
  readonly toolName: string;
  /** All of it has been reported. */
  readonly isDone: boolean;
}

export interface OpenCall {
  readonly toolName: string;
  readonly runId: string;
  readonly task: string | null;
  /** The message that the program received with the denial. */
  readonly denial: string | null;
}

export interface Subagent {
  readonly taskId: string | null;
  readonly runId: string;
  readonly parentRunId: string;
  /** Its events are dropped because it has ended, or its run was cancelled. */
  readonly isMuted: boolean;
}

export interface StateOptions {
  readonly agentId: string;
  readonly mode: PermissionMode;
  /** The session is resumed, so its earlier usage is not ours. */
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
    namesPrompts: false,
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

/** A cancelled run: its messages no longer start anything. */
export function withoutPromptsOf(state: ClaudeState, runId: string): ClaudeState {
  const steers = state.waiting.filter((prompt) => prompt.steers && prompt.runId === runId);
  return {
    ...state,
    waiting: state.waiting.filter((prompt) => prompt.runId !== runId),
    dropped: [...state.dropped, ...steers.map(({ uuid }) => uuid)],
  };
}

/** The program will not start this prompt. */
export function withoutPrompt(state: ClaudeState, uuid: string): ClaudeState {
  return { ...state, waiting: state.waiting.filter((prompt) => prompt.uuid !== uuid) };
}

/** A run was cancelled: events of its subagents are dropped. */
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

/** A call was denied. Older versions do not distinguish that from a failure. */
export function withDenial(state: ClaudeState, callId: string | null, denial: string): ClaudeState {
  const call = callId === null ? undefined : state.calls.get(callId);
  if (callId === null || call === undefined) return state;
  return { ...state, calls: new Map(state.calls).set(callId, { ...call, denial }) };
}

/** Drops the calls of an ended run. */
export function withoutCalls(state: ClaudeState, runId: string): ClaudeState {
  return { ...state, calls: new Map([...state.calls].filter(([, call]) => call.runId !== runId)) };
}

export type ClaudeTranslation = Translation<ClaudeState>;

/** The run below a call, or the main thread's; null if no run is active, or if its events are dropped. */
export function runRefOf(state: ClaudeState, parentCallId: string | null): RunRef | null {
  const { agentId, run } = state;
  if (parentCallId === null) return run === null ? null : { runId: run.runId, agentId };
  const child = state.children.get(parentCallId);
  return child === undefined || child.isMuted ? null : { runId: child.runId, agentId };
}

/** Reports the status if it has changed. */
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
