import { Dict } from "../data/dict.ts";
import type { Text } from "../data/text.ts";
import { Vector } from "../data/vector.ts";
import type { BlockKind, Outcome } from "../events/define.ts";
import type { Failure } from "../events/fields.ts";
import type { AgentState } from "../events/session.ts";
import type { ModelUsage } from "../events/usage.ts";
import type { Entry } from "./entry.ts";
import type { Fault } from "./fault.ts";
import type { RequestRecord } from "./requests.ts";

/** The folded state of a session's log. Immutable: every event creates a new conversation that shares all unchanged parts. */
export interface Conversation {
  /** Taken from the first event; events of another session are rejected. */
  readonly sessionId: string | null;
  readonly rev: number;
  readonly seq: number;
  readonly title: string | null;
  /** The entries of the session itself. */
  readonly main: Lane;
  /** One lane for each subagent's run. */
  readonly lanes: Vector<Lane>;
  readonly runs: Vector<Run>;
  /** The open work of each run, by the run's index; absent once the run has ended. */
  readonly openWork: Vector<OpenWork>;
  readonly runIndex: Dict<number>;
  /** The run of the last event, which is nearly always the run of the next. */
  readonly recentRun: number;
  /** Runs that have not ended, by id. */
  readonly liveRuns: Dict<number>;
  /** The session's own run (not a subagent's) that ended last. */
  readonly lastEnded: number | null;
  /** Every ask, and those that are still open. */
  readonly asks: Dict<Place>;
  readonly pendingAsks: Dict<Place>;
  /** Exchanges, checkpoints and client messages already seen, each under a separate prefix. */
  readonly seen: Dict<Place>;
  readonly agents: Dict<AgentState>;
  /** The place of the latest plan; older ones stay in the lanes. */
  readonly plan: Place | null;
  /** The usage of all runs, by model. */
  readonly usage: readonly ModelUsage[];
  /** The number of runs that reported usage, by agent; 0 for an agent that ran and has reported none. */
  readonly reporting: Dict<number>;
  readonly faults: Faults;
}

export interface Lane {
  /** The run that this lane shows; null for the session's own. */
  readonly runId: string | null;
  readonly entries: Vector<Entry>;
  /** The number of leading entries that are complete and will never change. Only increases. */
  readonly settled: number;
}

export const MAIN = -1;

/** An entry's place: its lane (`MAIN` or an index into `lanes`) and its position in that lane. */
export interface Place {
  readonly lane: number;
  readonly pos: number;
}

export interface Run {
  readonly index: number;
  readonly runId: string;
  readonly agentId: string;
  /** False if it started with the first event that named it, without `run_started`. */
  readonly announced: boolean;
  readonly lane: number;
  readonly depth: number;
  readonly parentRunId: string | null;
  readonly parentCallId: string | null;
  readonly childRunIds: Vector<string>;
  readonly task: string | null;
  readonly model: string | null;
  readonly startedTs: number;
  readonly endedTs: number | null;
  readonly outcome: Outcome | null;
  readonly error: Failure | null;
  /** A subagent's answer to its parent. */
  readonly result: string | null;
  readonly status: RunStatus | null;
  readonly usage: readonly ModelUsage[];
  /** The model requests that its program reported, in order. */
  readonly requests: Vector<RequestRecord>;
  readonly request: OpenRequest;
  /** Its lane already shows that it was interrupted, or why it failed. */
  readonly interruptShown: boolean;
  readonly errorShown: boolean;
}

/** The model request that has not been reported yet. */
export interface OpenRequest {
  /**
   * The start time: the run's start, a retry, or the report of the previous request. Null if it starts with the results of the
   * previous request's calls.
   */
  readonly sinceTs: number | null;
  /** The event that started it. A result after this event starts the request. */
  readonly sinceSeq: number;
  /** The positions in the lane of the previous request's first call and of this request's first call. */
  readonly callsFrom: number;
  readonly entriesBefore: number;
}

export interface RunStatus {
  readonly status: string;
  readonly detail: string | null;
  readonly toolName: string | null;
  /** The event that reported it last. */
  readonly seq: number;
  /** When this status began, and the event that began it. A repeat of the status keeps both. */
  readonly sinceTs: number;
  readonly sinceSeq: number;
}

export interface OpenWork {
  /** The text or thought that is streaming. At most one: any other entry of the run ends it. */
  readonly current: Current | null;
  /** Earlier streamed blocks. */
  readonly blocks: Dict<BlockEnd>;
  /** Calls by id. */
  readonly calls: Dict<number>;
  /** The call that was added last, which is usually the one that the next event is about; -1 for none. */
  readonly recentCall: number;
  /** Input and output that arrived before their call. */
  readonly early: Dict<EarlyCall>;
  /** Positions of entries that were live when they were added. */
  readonly opened: Vector<number>;
}

export interface Current {
  readonly kind: BlockKind;
  readonly responseId: string;
  readonly block: number;
  /** The block's name among the run's blocks. */
  readonly name: string;
  readonly pos: number;
  readonly segment: number;
  /** It began with an event that is never superseded, so its start time survives log compaction. */
  readonly announced: boolean;
}

/** The end offset that the block has reached, and its number of entries. */
export interface BlockEnd {
  readonly end: number;
  readonly segments: number;
}

export interface EarlyCall {
  readonly toolName: string | null;
  readonly inputText: Text;
  readonly output: Text;
}

export interface Faults {
  readonly count: number;
  readonly recent: readonly Fault[];
}

/** A conversation to which one event or one batch is being applied. */
export type Draft = { -readonly [K in keyof Conversation]: Conversation[K] };

export const noOpenWork: OpenWork = {
  current: null,
  blocks: Dict.empty,
  calls: Dict.empty,
  recentCall: -1,
  early: Dict.empty,
  opened: Vector.empty,
};
