import type { ModelUsage, Outcome, PolylogEvent, SearchHit, SessionStatus } from "@polylog/core";

/**
 * The log and its projections. All changes go through `commit`: one transaction, durable when it resolves. The interface
 * fits an embedded database with one writer as well as a database server with several nodes: the writer states the head it
 * saw, and a commit onto another head is rejected.
 */
export interface EventStore {
  /** All or nothing. Rejects with `StoreError`: `conflict`, `full`, `closed`, `broken`. */
  commit(work: Commit): Promise<Committed>;
  /**
   * Writes a new session of any length in batches, while other writes continue. The session is invisible until it is
   * complete; a failure or a crash leaves nothing.
   */
  writeSession(session: WholeSession): Promise<WrittenSession>;

  session(sessionId: string): Promise<SessionRow | null>;
  /**
   * Ordered by last activity, newest first. A session that changes while the pages are read moves to the front: no session
   * is returned twice, and no other one is skipped.
   */
  sessions(query: SessionQuery): Promise<Page<SessionRow>>;

  /** Up to `limit` lines of one session's log, by seq, after `after`. A damaged line rejects with `broken`. */
  events(sessionId: string, after: number, limit: number): Promise<StoredEvent[]>;
  /**
   * Up to `limit` lines of all sessions, by position, after `after`. A damaged line rejects with `broken` and the error names
   * its session; the same call without that session continues with the others.
   */
  eventsFrom(after: number, limit: number, without?: ReadonlySet<string>): Promise<StoredEvent[]>;
  /** The position of the last existing event; 0 in an empty log. A position is never reused. */
  head(): Promise<number>;

  /** Live runs, queued messages and open asks of all sessions. */
  counts(): Promise<LogCounts>;
  /** Newest first. */
  runs(query: RunQuery): Promise<RunRow[]>;
  /** If forks contain a run with the same id: the live one, or else the newest. */
  run(runId: string): Promise<RunRow | null>;
  /** Usage sums. A run that also exists in forks counts once, in its original session. */
  usage(query: UsageQuery): Promise<UsageRow[]>;
  /** Newest first. */
  asks(query: AskQuery): Promise<AskRow[]>;
  /** If several sessions have an ask with the same id: the pending one, or else the newest. */
  ask(askId: string): Promise<AskRow | null>;
  /** The previous answer to a client's message, so that repeating the message returns the same answer. */
  receipt(clientMessageId: string): Promise<Receipt | null>;
  /**
   * Messages and titles that contain every word of the query, newest first, of one project if given. The query is plain
   * text without operators.
   */
  search(query: string, limit: number, projectRoot?: string): Promise<SearchHit[]>;

  /**
   * Small documents outside the log: settings, missions, overrides, device tokens, agents' own session names. Null if it
   * does not exist.
   */
  document(kind: string, key: string): Promise<unknown>;
  documents(kind: string): Promise<{ readonly key: string; readonly value: unknown }[]>;
  /** The kinds that have documents. */
  documentKinds(): Promise<string[]>;

  /** Writes a copy that can be opened as a store, without blocking reads and writes. */
  backup(file: string): Promise<void>;
  /** Reads every event and verifies its checksum. Returns the damaged sessions. */
  verify(tell?: TellProgress): Promise<{ readonly damaged: readonly string[] }>;
  close(): Promise<void>;
}

/** Called periodically with the number of checked events and their approximate total. */
export type TellProgress = (progress: { readonly checked: number; readonly of: number }) => void;

/**
 * The changes of one transaction, in any number of sessions, applied in this order: deleted, created, rewound, archived,
 * appends, receipts, documents. A change that does not match the log (a session that exists or does not, another head, an
 * existing receipt) rejects the whole commit with `conflict`.
 */
export interface Commit {
  /** They start with rev 1 and head 0. */
  readonly created?: readonly NewSession[];
  readonly appends?: readonly Append[];
  readonly receipts?: readonly Receipt[];
  /** Null deletes a document. */
  readonly documents?: readonly {
    readonly kind: string;
    readonly key: string;
    readonly value: unknown | null;
  }[];
  /** Sessions to archive or unarchive. */
  readonly archived?: readonly { readonly sessionId: string; readonly archived: boolean }[];
  /** Sessions to delete: rows, index, receipts; their space is reclaimed. */
  readonly deleted?: readonly string[];
  /** Sessions to rewind: events after `seq` are deleted, and `rev` is set to the given, higher value. */
  readonly rewound?: readonly { readonly sessionId: string; readonly seq: number; readonly rev: number }[];
}

export interface NewSession {
  readonly sessionId: string;
  readonly projectRoot: string;
  readonly agentId: string;
  readonly createdTs: number;
  readonly forkedFrom?: string | undefined;
}

export interface Append {
  readonly sessionId: string;
  /** The log's rev, and the seq of its last event before these. */
  readonly rev: number;
  readonly head: number;
  /** Stamped events in order, with the line to store and send. If empty, only the summary changes. */
  readonly events: readonly { readonly event: PolylogEvent; readonly line: string }[];
  /** The summary for lists of sessions, after these events. */
  readonly summary: SessionSummary;
  /** Seqs that log compaction may drop now, including those of these events, but never the last one. */
  readonly drops: readonly number[];
}

/** A session that is written completely, from its first event to its last. */
export interface WholeSession {
  readonly sessionId: string;
  /** Stamped from seq 1 on, in rev 1. */
  readonly batches: AsyncIterable<Append["events"]>;
  /** Called after the last batch: returns the data to write with the session. */
  readonly finish: () => SessionFinish | Promise<SessionFinish>;
}

export interface SessionFinish {
  readonly created: NewSession;
  readonly summary: SessionSummary;
  readonly documents?: NonNullable<Commit["documents"]>;
}

export interface WrittenSession {
  readonly events: number;
  /** The position of its last event. */
  readonly position: number;
}

export interface Committed {
  /** The positions of the events of each append, in the given order. */
  readonly positions: readonly (readonly number[])[];
}

export interface SessionSummary {
  readonly title: string | null;
  readonly status: SessionStatus;
  readonly agentId: string | null;
  readonly model: string | null;
  readonly queued: number;
  readonly pendingAsks: number;
  readonly costUsd: number;
  readonly costComplete: boolean;
  readonly updatedTs: number;
}

export interface SessionRow extends SessionSummary {
  readonly sessionId: string;
  readonly projectRoot: string;
  readonly createdTs: number;
  readonly forkedFrom: string | null;
  readonly archived: boolean;
  readonly rev: number;
  readonly head: number;
  /** The order of lists: the session with the highest value was active last, whatever the clock says. */
  readonly activity: number;
}

export interface SessionQuery {
  /** Words that must all be in the title or the project's path, in any order. */
  readonly q?: string | undefined;
  readonly status?: SessionStatus | undefined;
  readonly projectRoot?: string | undefined;
  readonly archived?: boolean | undefined;
  /** Only sessions with queued messages. */
  readonly hasQueue?: true | undefined;
  readonly limit: number;
  /** Opaque; from the previous page. An invalid cursor returns an empty page. */
  readonly cursor?: string | undefined;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly cursor: string | null;
}

export interface StoredEvent {
  readonly sessionId: string;
  readonly seq: number;
  readonly rev: number;
  readonly position: number;
  readonly line: string;
}

export interface LogCounts {
  readonly liveRuns: number;
  readonly queued: number;
  readonly pendingAsks: number;
}

export interface RunRow {
  readonly runId: string;
  readonly sessionId: string;
  readonly agentId: string;
  readonly parentRunId: string | null;
  readonly startedTs: number;
  readonly endedTs: number | null;
  readonly outcome: Outcome | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly usage: readonly ModelUsage[];
}

export interface RunQuery {
  readonly sessionId?: string | undefined;
  readonly projectRoot?: string | undefined;
  readonly parentRunId?: string | undefined;
  /** Only runs that have not ended. */
  readonly live?: boolean | undefined;
  readonly limit: number;
}

/** Runs that started at or after `from` and before `to`. */
export interface UsageQuery {
  readonly from: number;
  readonly to: number;
  readonly projectRoot?: string | undefined;
}

/** Sums over the runs that started in the same quarter of an hour, at which the days of every time zone start. */
export interface UsageRow extends Omit<ModelUsage, "model"> {
  readonly slotTs: number;
  readonly projectRoot: string;
  readonly agentId: string;
  readonly subagent: boolean;
  /** Null: these runs reported no usage. */
  readonly model: string | null;
  readonly runs: number;
}

export type AskState = "pending" | "answered" | "cancelled" | "expired";

export interface AskRow {
  readonly askId: string;
  readonly sessionId: string;
  readonly runId: string;
  readonly agentId: string;
  readonly kind: "permission" | "question" | "plan";
  readonly state: AskState;
  readonly createdTs: number;
  /** The event that opened the ask, as written. */
  readonly line: string;
}

export interface AskQuery {
  readonly state?: AskState | undefined;
  readonly sessionId?: string | undefined;
  readonly limit: number;
}

export interface Receipt {
  readonly clientMessageId: string;
  /** The hash of the client's message: a different body with the same id is a conflict. */
  readonly bodyHash: string;
  readonly sessionId: string;
  /** The stored answer. */
  readonly response: string;
}

/** `unavailable`: no writes are possible at the moment; they can be retried. */
export type StoreErrorCode = "conflict" | "full" | "unavailable" | "closed" | "broken";
