import type { EventBody, Failure, PermissionMode } from "@polylog/core";
import type { AppendedText } from "../../connection/appended-text.ts";
import type { RunRef, Translation } from "../../connection/translation.ts";
import type { UsageRecord } from "./usage.ts";

/** What the translator remembers from line to line. Small: what has ended is forgotten. */
export interface PiState {
  readonly agentId: string;
  /** In the names of runs that begin by themselves, so that no other process gives the same. */
  readonly unique: string;
  readonly mode: PermissionMode;
  /** The program's version, as our extension says it; null as long as it is not there. */
  readonly version: string | null;
  readonly windowTokens: number | null;
  readonly run: CurrentRun | null;
  /** The run whose prompt the program has been given and has not begun with. */
  readonly waiting: WaitingRun | null;
  /** How many runs began by themselves. */
  readonly ownRuns: number;
}

export interface WaitingRun {
  readonly runId: string;
  readonly isCancelling: boolean;
}

export interface CurrentRun extends WaitingRun {
  /** It will try again by itself. */
  readonly isRetrying: boolean;
  /** How many answers there were. */
  readonly responses: number;
  readonly response: Response | null;
  /** The answer that broke off: where it is asked for again, what it said is not said twice. */
  readonly broken: Response | null;
  /** Calls that have not ended, by the program's id. */
  readonly calls: ReadonlyMap<string, OpenCall>;
  /** How often each id of the program's was used: some models count theirs anew with every answer. */
  readonly usedIds: ReadonlyMap<string, number>;
  /** Calls that were not allowed, and why. */
  readonly refused: ReadonlyMap<string, string>;
  readonly used: readonly UsageRecord[];
  /** How the last answer ended. */
  readonly stopReason: string | null;
  readonly failure: Failure | null;
  readonly status: string | null;
}

export interface Response {
  readonly responseId: string;
  readonly blocks: ReadonlyMap<number, Block>;
  /** The text or thought that streams. */
  readonly open: number | null;
}

export interface Block {
  readonly kind: "text" | "thinking" | "call";
  /** What it is told as a part of: this answer, or the one that broke off and that it repeats. */
  readonly responseId: string;
  /** All that was told of it, and how much of that this answer has said; of a call only how much of its input was told. */
  readonly reported: AppendedText;
  readonly received: number;
  readonly isDone: boolean;
  /** Of a call: the program's id for it, once it is known. */
  readonly nativeId: string | null;
}

export interface OpenCall {
  readonly callId: string;
  readonly toolName: string;
  readonly hasInput: boolean;
  /** Output as it was last shown, and how much of it was told in all. */
  readonly shown: string;
  readonly offset: number;
}

export interface StateOptions {
  readonly agentId: string;
  readonly mode: PermissionMode;
  readonly unique: string;
}

export function newState({ agentId, mode, unique }: StateOptions): PiState {
  return {
    agentId,
    unique,
    mode,
    version: null,
    windowTokens: null,
    run: null,
    waiting: null,
    ownRuns: 0,
  };
}

export function newRun({ runId, isCancelling }: WaitingRun): CurrentRun {
  return {
    runId,
    isCancelling,
    isRetrying: false,
    responses: 0,
    response: null,
    broken: null,
    calls: new Map(),
    usedIds: new Map(),
    refused: new Map(),
    used: [],
    stopReason: null,
    failure: null,
    status: null,
  };
}

/** A prompt is on its way to the program. */
export function withPrompt(state: PiState, runId: string): PiState {
  return { ...state, waiting: { runId, isCancelling: false } };
}

/** A run is to stop; what the program says of its calls from now on is that they were stopped. */
export function withCancel(state: PiState, runId: string): PiState {
  const { run, waiting } = state;
  if (run?.runId === runId) return { ...state, run: { ...run, isCancelling: true } };
  return waiting?.runId === runId ? { ...state, waiting: { ...waiting, isCancelling: true } } : state;
}

/** A call was not allowed: its failure is no fault of the tool. */
export function withRefusal(state: PiState, callId: string | null, code: string): PiState {
  const { run } = state;
  if (run === null || callId === null) return state;
  return { ...state, run: { ...run, refused: new Map(run.refused).set(callId, code) } };
}

/** Who speaks: the run at work, or the one that is about to begin. */
export function runRefOf({ run, waiting, agentId }: PiState): RunRef | null {
  const runId = run?.runId ?? waiting?.runId;
  return runId === undefined ? null : { runId, agentId };
}

export interface PiTranslation extends Translation<PiState> {
  /** The run may be over: only the program's state tells. */
  readonly mayBeOver?: boolean;
}

export function withRun(state: PiState, run: CurrentRun, events: readonly EventBody[] = []): PiTranslation {
  return { state: { ...state, run }, events };
}

/** Reports a status that has changed. */
export function withStatus(
  { state, events }: PiTranslation,
  status: Extract<EventBody, { type: "agent_status" }>["status"],
  toolName?: string,
): PiTranslation {
  const { run, agentId } = state;
  const name = `${status} ${toolName ?? ""}`;
  if (run === null || run.status === name) return { state, events };
  const named = toolName === undefined ? {} : { toolName };
  const event: EventBody = { type: "agent_status", status, ...named, runId: run.runId, agentId };
  return { state: { ...state, run: { ...run, status: name } }, events: [...events, event] };
}
