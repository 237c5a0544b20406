import type { EventBody, Failure, PermissionMode, ToolContent, ToolLocation } from "@polylog/core";
import { defined } from "@polylog/core";
import type { AppendedText } from "../../connection/appended-text.ts";
import type { Native } from "../../connection/native-value.ts";
import type { RunRef, Translation } from "../../connection/translation.ts";
import { knownTraits, type Traits, unknownAgent } from "../agent-traits.ts";
import type { GrowingText, TextMode } from "./cumulative-text.ts";
import { noSettings, type SessionSettings } from "./session-settings.ts";
import type { UsageRecord } from "./usage.ts";

/** The translator's state between lines. */
export interface AcpState {
  readonly agentId: string;
  /** The agent's ID of the session. Updates of other sessions are not part of this one. */
  readonly sessionId: string | null;
  /** How the agent's chunks are read. */
  readonly textMode: TextMode;
  readonly mode: PermissionMode;
  /** The mode to return to after planning. */
  readonly usualMode: PermissionMode;
  readonly settings: SessionSettings;
  /** The session's cost so far, as the agent counts it; null if it does not. */
  readonly cost: number | null;
  /** The history that the agent replays while it loads a session; otherwise null. */
  readonly replay: string | null;
  /** The slash commands as last reported. */
  readonly commands: string;
  /** The names of Polylog's own tools that the agent has. */
  readonly polylogTools: ReadonlySet<string>;
  /** The agent's known behavior, by its handshake. */
  readonly traits: Traits;
  readonly run: CurrentRun | null;
  /** The prefix of the IDs of unprompted runs, and how many there were. */
  readonly unprompted: { readonly name: string; readonly count: number };
  /** There was a run. Before the first run, an agent only sends a greeting. */
  readonly hasWorked: boolean;
  /** The last run was cancelled: late updates from it are dropped. */
  readonly isAfterCancel: boolean;
  /** Calls that the last run left open. They may end after the next run has started. */
  readonly leftOpen: readonly string[];
}

export interface CurrentRun {
  readonly runId: string;
  readonly isCancelling: boolean;
  /** Whether the agent has produced any output. */
  readonly hasSpoken: boolean;
  /** The last message, if it probably announces an error that will end the turn. */
  readonly held: HeldText | null;
  /** The open streams, by run: the run itself, and each subagent's. */
  readonly streams: ReadonlyMap<string, TextStream>;
  /** Interrupted streams that the model will repeat, by run. */
  readonly cuts: ReadonlyMap<string, TextStream>;
  /** How many texts and thoughts there were. */
  readonly blocks: number;
  /** Open calls, by the agent's ID. */
  readonly calls: ReadonlyMap<string, Call>;
  /** Ended calls, with how often the ID was used. */
  readonly ended: ReadonlyMap<string, number>;
  /** Calls that were denied before the agent announced them: later updates with their IDs are about the denied call. */
  readonly deniedEarly: ReadonlySet<string>;
  /** The run of each subagent, by the call that started it or by the subagent's session. */
  readonly children: ReadonlyMap<string, string>;
  /** The call whose growing input is not reported yet. */
  readonly pendingCall: string | null;
  readonly plan: string;
  readonly plans: number;
  readonly costBefore: number | null;
  /** The usage of the model requests, if the agent reports it per request instead of at the end of its turn. */
  readonly used: UsageRecord | null;
  /** How many requests that includes. */
  readonly requests: number;
  /** How often the agent has reported a retry. */
  readonly retries: number;
  /** The agent started the run itself: no prompt waits for a response, and no response ends it. */
  readonly isUnprompted: boolean;
  readonly status: string | null;
  /** How the turn ended, in the draft of the next protocol version, where the response to a prompt does not report it. */
  readonly idle: Native | null;
}

export interface HeldText {
  readonly runRef: RunRef;
  readonly messageId: string | null;
  readonly words: string;
}

/** A streaming text or thought. */
export interface TextStream {
  readonly kind: "text" | "thinking";
  readonly messageId: string | null;
  readonly responseId: string;
  readonly block: number;
  /** The prefix that was left out before the first words. */
  readonly head: string;
  readonly text: GrowingText;
  /** The text that was reported before an interruption and will be repeated; null if nothing is repeated. */
  readonly repeats: string | null;
}

export interface Call {
  readonly callId: string;
  readonly runRef: RunRef;
  /** The agent announced the call itself; otherwise it is known only from a permission request. */
  readonly isAnnounced: boolean;
  readonly toolName: string;
  readonly title: string | null;
  readonly kind: string | null;
  readonly input: unknown;
  readonly locations: readonly ToolLocation[];
  readonly content: readonly ToolContent[];
  /** The text in the content, and whether the agent has started the call: before that, the text is a remark. */
  readonly shownText: string | null;
  readonly hasBegun: boolean;
  /** The output as last reported, and how much has been reported in total. */
  readonly shown: AppendedText;
  readonly offset: number;
  /** The output arrived in pieces, which together are the result. */
  readonly isAppended: boolean;
  /** The IDs of our terminals that the call shows. */
  readonly terminals: readonly string[];
  readonly rawOutput: unknown;
  readonly exitCode: number | null;
  /** Why the call was not allowed. */
  readonly refusal: "permission_denied" | null;
  /** The call as last reported, and the length of its input then. */
  readonly reported: string;
  readonly reportedInput: number;
  /** The content as last reported. */
  readonly reportedContent: string;
}

export interface StateOptions {
  readonly agentId: string;
  readonly polylogTools?: readonly string[];
  readonly textMode: TextMode;
  readonly mode: PermissionMode;
  /** Unique among the session's connections. */
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

/** Applies the agent's handshake. A configured text mode takes precedence over the known one. */
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

/** The run is being cancelled: later updates about its calls count as interruptions. */
export function withCancel(state: AcpState): AcpState {
  return state.run === null ? state : { ...state, run: { ...state.run, isCancelling: true } };
}

/** Marks a call as denied, so that its failure does not count as an error of the tool. */
export function withRefusal(state: AcpState, nativeId: string | null): AcpState {
  const call = nativeId === null ? undefined : state.run?.calls.get(nativeId);
  if (state.run === null || nativeId === null || call === undefined) return state;
  const calls = new Map(state.run.calls).set(nativeId, { ...call, refusal: "permission_denied" });
  return { ...state, run: { ...state.run, calls } };
}

/** The current run. Only called during one. */
export function runOf({ run }: AcpState): CurrentRun {
  if (run === null) throw new Error("No run is active.");
  return run;
}

export type AcpTranslation = Translation<AcpState>;

/** Applies a second step to the first one's state and joins their events. */
export function andThen(
  { state, events }: AcpTranslation,
  next: (state: AcpState) => AcpTranslation,
): AcpTranslation {
  const after = next(state);
  return { state: after.state, events: [...events, ...after.events] };
}

/** Reports the status if it has changed. */
export function withStatus(
  translation: AcpTranslation,
  status: Extract<EventBody, { type: "agent_status" }>["status"],
  toolName?: string,
): AcpTranslation {
  const { run, agentId } = translation.state;
  const name = `${status} ${toolName ?? ""}`;
  if (run === null || run.status === name) return translation;
  const event: EventBody = {
    type: "agent_status",
    status,
    ...defined({ toolName }),
    runId: run.runId,
    agentId,
  };
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
