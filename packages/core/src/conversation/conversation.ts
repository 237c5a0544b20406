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

/** What a session's log folds to. Immutable: every event gives a new one that shares all that did not change. */
export interface Conversation {
  /** Taken from the first event; events of another session are refused. */
  readonly sessionId: string | null;
  readonly rev: number;
  readonly seq: number;
  readonly title: string | null;
  /** What the session itself shows. */
  readonly main: Lane;
  /** One lane for each subagent's run. */
  readonly lanes: Vector<Lane>;
  readonly runs: Vector<Run>;
  /** What is still open in each run, by the run's index; nothing once it has ended. */
  readonly openWork: Vector<OpenWork>;
  readonly runIndex: Dict<number>;
  /** The run that spoke last, which is nearly always the one that speaks next. */
  readonly recentRun: number;
  /** Runs that have not ended, by id. */
  readonly liveRuns: Dict<number>;
  /** The run of the session itself (not a subagent's) that ended last. */
  readonly lastEnded: number | null;
  /** Every ask there ever was, and those that still wait for a person. */
  readonly asks: Dict<Place>;
  readonly pendingAsks: Dict<Place>;
  /** Exchanges, checkpoints and client messages already seen, each under its own prefix. */
  readonly seen: Dict<Place>;
  readonly agents: Dict<AgentState>;
  /** The latest plan's place; older ones stay in the lanes. */
  readonly plan: Place | null;
  /** All runs together, each model apart. */
  readonly usage: readonly ModelUsage[];
  readonly faults: Faults;
}

export interface Lane {
  /** The run that this lane shows; null for the session's own. */
  readonly runId: string | null;
  readonly entries: Vector<Entry>;
  /** How many leading entries are complete and will never change. Only ever grows. */
  readonly settled: number;
}

export const MAIN = -1;

/** Where an entry stands: lane (`MAIN` or an index into `lanes`) and position in it. */
export interface Place {
  readonly lane: number;
  readonly pos: number;
}

export interface Run {
  readonly index: number;
  readonly runId: string;
  readonly agentId: string;
  /** Its `run_started` was seen; else it began with the first event that named it. */
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
  /** The single model requests that its program reported, in order. */
  readonly requests: Vector<RequestRecord>;
  readonly request: OpenRequest;
  /** Its lane already says that it was interrupted, or why it failed. */
  readonly interruptShown: boolean;
  readonly errorShown: boolean;
}

/** The model request that was not reported yet. */
export interface OpenRequest {
  /** When it began: at the run's start, a retry or the report of the one before. Null where results of that one's calls begin it. */
  readonly sinceTs: number | null;
  /** The event that said so. A result after it begins the request. */
  readonly sinceSeq: number;
  /** Where the calls of the request before it begin in the lane, and where its own do. */
  readonly callsFrom: number;
  readonly entriesBefore: number;
}

export interface RunStatus {
  readonly status: string;
  readonly detail: string | null;
  readonly toolName: string | null;
  /** The event that told it last. */
  readonly seq: number;
  /** When this status began, and the event that began it: the same status keeps both. */
  readonly sinceTs: number;
  readonly sinceSeq: number;
}

export interface OpenWork {
  /** The text or thought that streams now. At most one: any other entry of the run ends it. */
  readonly current: Current | null;
  /** Blocks that streamed before. */
  readonly blocks: Dict<BlockEnd>;
  /** Calls by their id. */
  readonly calls: Dict<number>;
  /** The call that was added last, which is nearly always the one that is spoken of next; -1 for none. */
  readonly recentCall: number;
  /** Input and output that came before their call. */
  readonly early: Dict<EarlyCall>;
  /** Positions of entries that were live when they were added. */
  readonly opened: Vector<number>;
}

export interface Current {
  readonly kind: BlockKind;
  readonly responseId: string;
  readonly block: number;
  /** What the block is called among the run's blocks. */
  readonly name: string;
  readonly pos: number;
  readonly segment: number;
  /** It began with an event that is never superseded, so its beginning is known after log compaction too. */
  readonly announced: boolean;
}

/** How far a block was delivered, in how many entries. */
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

/** A conversation while one event, or one batch, is being applied to it. */
export type Draft = { -readonly [K in keyof Conversation]: Conversation[K] };

export const noOpenWork: OpenWork = {
  current: null,
  blocks: Dict.empty,
  calls: Dict.empty,
  recentCall: -1,
  early: Dict.empty,
  opened: Vector.empty,
};
