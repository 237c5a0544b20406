import type { EventBody, Failure, PermissionMode } from "@polylog/core";
import { defined } from "@polylog/core";
import type { AppendedText } from "../../connection/appended-text.ts";
import type { RunRef, Translation } from "../../connection/translation.ts";
import type { UsageRecord } from "./usage.ts";

/** The translator's state between lines. It stays small because ended items are dropped. */
export interface PiState {
  readonly agentId: string;
  /** Part of the IDs of unprompted runs, so that no other process creates the same ones. */
  readonly unique: string;
  readonly mode: PermissionMode;
  /** The program's version, as our extension reports it; null until it is loaded. */
  readonly version: string | null;
  readonly windowTokens: number | null;
  readonly run: CurrentRun | null;
  /** The run whose prompt was sent to the program and has not started. */
  readonly waiting: WaitingRun | null;
  /** How many unprompted runs there were. */
  readonly ownRuns: number;
}

export interface WaitingRun {
  readonly runId: string;
  readonly isCancelling: boolean;
}

export interface CurrentRun extends WaitingRun {
  /** The program will retry automatically. */
  readonly isRetrying: boolean;
  /** How many answers there were. */
  readonly responses: number;
  readonly response: Response | null;
  /** The interrupted answer. If the model repeats it, its text is not reported twice. */
  readonly broken: Response | null;
  /** Open calls, by the program's ID. */
  readonly calls: ReadonlyMap<string, OpenCall>;
  /** How often each of the program's IDs was used: some models restart their numbering with every answer. */
  readonly usedIds: ReadonlyMap<string, number>;
  /** Denied calls, with the reason. */
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
  /** The index of the streaming text or thought. */
  readonly open: number | null;
}

export interface Block {
  readonly kind: "text" | "thinking" | "call";
  /** The answer it is reported in: this one, or the interrupted one that it repeats. */
  readonly responseId: string;
  /** The text reported so far, and how much of it this answer contains; for a call, only how much of its input. */
  readonly reported: AppendedText;
  readonly received: number;
  readonly isDone: boolean;
  /** For a call: the program's ID, once it is known. */
  readonly nativeId: string | null;
}

export interface OpenCall {
  readonly callId: string;
  readonly toolName: string;
  readonly hasInput: boolean;
  /** The output as last shown, and how much was reported in total. */
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

/** A run is being cancelled: later updates about its calls count as interruptions. */
export function withCancel(state: PiState, runId: string): PiState {
  const { run, waiting } = state;
  if (run?.runId === runId) return { ...state, run: { ...run, isCancelling: true } };
  return waiting?.runId === runId ? { ...state, waiting: { ...waiting, isCancelling: true } } : state;
}

/** Marks a call as denied, so that its failure does not count as an error of the tool. */
export function withRefusal(state: PiState, callId: string | null, code: string): PiState {
  const { run } = state;
  if (run === null || callId === null) return state;
  return { ...state, run: { ...run, refused: new Map(run.refused).set(callId, code) } };
}

/** The current run, or the one that is about to start. */
export function runRefOf({ run, waiting, agentId }: PiState): RunRef | null {
  const runId = run?.runId ?? waiting?.runId;
  return runId === undefined ? null : { runId, agentId };
}

export interface PiTranslation extends Translation<PiState> {
  /** The run may have ended: only the program's state shows it. */
  readonly mayBeOver?: boolean;
}

export function withRun(state: PiState, run: CurrentRun, events: readonly EventBody[] = []): PiTranslation {
  return { state: { ...state, run }, events };
}

/** Reports the status if it has changed. */
export function withStatus(
  { state, events }: PiTranslation,
  status: Extract<EventBody, { type: "agent_status" }>["status"],
  toolName?: string,
): PiTranslation {
  const { run, agentId } = state;
  const name = `${status} ${toolName ?? ""}`;
  if (run === null || run.status === name) return { state, events };
  const event: EventBody = {
    type: "agent_status",
    status,
    ...defined({ toolName }),
    runId: run.runId,
    agentId,
  };
  return { state: { ...state, run: { ...run, status: name } }, events: [...events, event] };
}
