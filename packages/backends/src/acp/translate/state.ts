import type { EventBody, Failure, PermissionMode, ToolContent, ToolLocation } from "@polylog/core";
import type { AppendedText } from "../../connection/appended-text.ts";
import type { Native } from "../../connection/native-value.ts";
import type { RunRef, Translation } from "../../connection/translation.ts";
import { knownTraits, type Traits, unknownAgent } from "../known-agents.ts";
import type { GrowingText, TextMode } from "./cumulative-text.ts";
import type { SessionSettings } from "./session-settings.ts";
import { noSettings } from "./session-settings.ts";
import type { UsageRecord } from "./usage.ts";

/** What the translator remembers from line to line. */
export interface AcpState {
  readonly agentId: string;
  /** The agent's name for the session; what it says of others is no part of this one. */
  readonly sessionId: string | null;
  /** How its text comes. */
  readonly textMode: TextMode;
  readonly mode: PermissionMode;
  /** The mode to go back to from planning. */
  readonly usualMode: PermissionMode;
  readonly settings: SessionSettings;
  /** What the session has cost so far, as the agent counts it; null where it does not. */
  readonly cost: number | null;
  /** The history that the agent says again when it loads a session; null while it does not. */
  readonly replay: string | null;
  /** The commands as they were last reported. */
  readonly commands: string;
  /** The names of the tools that Polylog itself has given the agent. */
  readonly polylogTools: ReadonlySet<string>;
  /** What is known of the agent by its handshake. */
  readonly traits: Traits;
  readonly run: CurrentRun | null;
  /** What the runs are named by that the agent begins without a prompt, and how many there were. */
  readonly unprompted: { readonly name: string; readonly count: number };
  /** There was a run: before the first, an agent only greets. */
  readonly hasWorked: boolean;
  /** The last run was cancelled: what still comes of it is of use to nobody. */
  readonly isAfterCancel: boolean;
  /** Calls that the last run left open. Their end may come after the next run has begun. */
  readonly leftOpen: readonly string[];
}

export interface CurrentRun {
  readonly runId: string;
  readonly isCancelling: boolean;
  /** Whether the agent has shown anything. */
  readonly hasSpoken: boolean;
  /** What it said last, if that is most likely its word for an error that is about to come. */
  readonly held: HeldText | null;
  /** What streams, by the run that it belongs to: the run itself, and each subagent. */
  readonly streams: ReadonlyMap<string, TextStream>;
  /** What broke off and will be said again, by the run that it belongs to. */
  readonly cuts: ReadonlyMap<string, TextStream>;
  /** How many texts and thoughts there were. */
  readonly blocks: number;
  /** Calls that have not ended, by the agent's id. */
  readonly calls: ReadonlyMap<string, Call>;
  /** Calls that have, and how often the id was used. */
  readonly ended: ReadonlyMap<string, number>;
  /** Calls that were denied before the agent announced them: what it says of them later is about the denied call. */
  readonly deniedEarly: ReadonlySet<string>;
  /** The run of each subagent, by the call that started it or by its own session. */
  readonly children: ReadonlyMap<string, string>;
  /** The call whose growing input is not reported yet. */
  readonly pendingCall: string | null;
  readonly plan: string;
  readonly plans: number;
  readonly costBefore: number | null;
  /** What the calls of the model used, where the agent tells it so and not at the end of its turn. */
  readonly used: UsageRecord | null;
  /** How many of them there were. */
  readonly requests: number;
  /** How often the agent has said that it asks its model again. */
  readonly retries: number;
  /** The agent began it by itself: nobody waits for an answer, and no answer says that it has ended. */
  readonly isUnprompted: boolean;
  readonly status: string | null;
  /** How its turn ended, in the draft of the next protocol, where the answer to a prompt does not say so. */
  readonly idle: Native | null;
}

export interface HeldText {
  readonly runRef: RunRef;
  readonly messageId: string | null;
  readonly words: string;
}

/** A text or a thought that streams. */
export interface TextStream {
  readonly kind: "text" | "thinking";
  readonly messageId: string | null;
  readonly responseId: string;
  readonly block: number;
  /** What was left out before its first words. */
  readonly head: string;
  readonly text: GrowingText;
  /** What was reported of it before it broke off; it says that again. Null where it says nothing again. */
  readonly repeats: string | null;
}

export interface Call {
  readonly callId: string;
  readonly runRef: RunRef;
  /** The agent itself told of it; else it is known only because it was asked for. */
  readonly isAnnounced: boolean;
  readonly toolName: string;
  readonly title: string | null;
  readonly kind: string | null;
  readonly input: unknown;
  readonly locations: readonly ToolLocation[];
  readonly content: readonly ToolContent[];
  /** The text among the content, and whether the agent has begun to work: before that it is a remark. */
  readonly shownText: string | null;
  readonly hasBegun: boolean;
  /** Output as it was last reported, and how much of it was reported in all. */
  readonly shown: AppendedText;
  readonly offset: number;
  /** Output came in pieces: it is the result. */
  readonly isAppended: boolean;
  /** Our terminals that show in it. */
  readonly terminals: readonly string[];
  readonly rawOutput: unknown;
  readonly exitCode: number | null;
  /** Why it was not allowed. */
  readonly refusal: "permission_denied" | null;
  /** How it was last reported, and how long its input was then. */
  readonly reported: string;
  readonly reportedInput: number;
  /** Its content as it was last reported. */
  readonly reportedContent: string;
}

export interface StateOptions {
  readonly agentId: string;
  readonly polylogTools?: readonly string[];
  readonly textMode: TextMode;
  readonly mode: PermissionMode;
  /** A name for the connection that no other one of the session has. */
  readonly unique: string;
}

export function newState({ agentId, textMode, mode, unique, polylogTools = [] }: StateOptions): AcpState {
  return {
    ...{ agentId, sessionId: null, textMode, mode, usualMode: mode === "plan" ? "ask" : mode },
    ...{
      settings: noSettings,
      cost: null,
      replay: null,
      run: null,
      isAfterCancel: false,
      leftOpen: [],
      hasWorked: false,
    },
    ...{ commands: "", traits: unknownAgent, polylogTools: new Set(polylogTools) },
    unprompted: { name: unique, count: 0 },
  };
}

/** The agent has said who it is. What is declared of its text goes before what is known. */
export function withHandshake(state: AcpState, agent: Native): AcpState {
  const traits = knownTraits(agent) ?? unknownAgent;
  return { ...state, traits, textMode: state.textMode === "unknown" ? traits.textMode : state.textMode };
}

export function withRun(state: AcpState, runId: string): AcpState {
  return {
    ...state,
    hasWorked: true,
    isAfterCancel: false,
    run: {
      ...{ runId, isCancelling: false, hasSpoken: false, held: null, streams: new Map(), blocks: 0 },
      cuts: new Map(),
      ...{ calls: new Map(), ended: new Map(state.leftOpen.map((id) => [id, 1])), deniedEarly: new Set() },
      ...{ children: new Map(), pendingCall: null },
      ...{ plan: "", plans: 0, costBefore: state.cost, status: null, idle: null },
      ...{ used: null, requests: 0, retries: 0, isUnprompted: false },
    },
  };
}

/** A run is to stop; what the agent says of its calls from now on is that they were stopped. */
export function withCancel(state: AcpState): AcpState {
  return state.run === null ? state : { ...state, run: { ...state.run, isCancelling: true } };
}

/** A call was not allowed: its failure is no fault of the tool. */
export function withRefusal(state: AcpState, nativeId: string | null): AcpState {
  const call = nativeId === null ? undefined : state.run?.calls.get(nativeId);
  if (state.run === null || nativeId === null || call === undefined) return state;
  const calls = new Map(state.run.calls).set(nativeId, { ...call, refusal: "permission_denied" });
  return { ...state, run: { ...state.run, calls } };
}

/** The run at work. Asked for only where there is one. */
export function runOf({ run }: AcpState): CurrentRun {
  if (run === null) throw new Error("There is no run.");
  return run;
}

export type AcpTranslation = Translation<AcpState>;

/** One step after the other. */
export function andThen(
  { state, events }: AcpTranslation,
  next: (state: AcpState) => AcpTranslation,
): AcpTranslation {
  const after = next(state);
  return { state: after.state, events: [...events, ...after.events] };
}

/** Reports a status that has changed. */
export function withStatus(
  translation: AcpTranslation,
  status: Extract<EventBody, { type: "agent_status" }>["status"],
  toolName?: string,
): AcpTranslation {
  const { run, agentId } = translation.state;
  const name = `${status} ${toolName ?? ""}`;
  if (run === null || run.status === name) return translation;
  const named = toolName === undefined ? {} : { toolName };
  const event: EventBody = { type: "agent_status", status, ...named, runId: run.runId, agentId };
  return {
    state: { ...translation.state, run: { ...run, status: name } },
    events: [...translation.events, event],
  };
}

export interface RunEnd {
  readonly outcome: "completed" | "failed" | "cancelled";
  readonly error?: Failure;
  readonly stopReason?: string;
}
