import type { ModelUsage, Outcome, PolylogEvent, SessionStatus } from "@polylog/core";

/**
 * The log and what is projected from it. Everything that changes goes through `commit`: one transaction, durable
 * when it resolves. The interface fits an embedded database with one writer and a database server with several
 * nodes: the writer says which head it saw, and a commit onto another head is refused.
 */
export interface EventStore {
  /** All or nothing. Rejects with `StoreError`: `conflict`, `full`, `closed`, `broken`. */
  commit(work: Commit): Promise<Committed>;
  /**
   * Writes a new session of any length, a batch at a time, while others go on writing. Nobody sees any of it before all of
   * it is there; what fails or is killed leaves nothing.
   */
  writeSession(session: WholeSession): Promise<WrittenSession>;

  session(sessionId: string): Promise<SessionRow | null>;
  /**
   * The session that something was written to last comes first. One that is written to while the pages are read
   * moves to the front: it is never given twice, and no other is left out.
   */
  sessions(query: SessionQuery): Promise<Page<SessionRow>>;

  /**
   * Lines of one session's log, by seq, from just after `after`. At most `limit`. A damaged line rejects with
   * `broken`.
   */
  events(sessionId: string, after: number, limit: number): Promise<StoredEvent[]>;
  /**
   * Lines of all sessions, by position, from just after `after`. At most `limit`. A damaged line rejects with
   * `broken` and the error names its session; the same read without that session goes on with all the others.
   */
  eventsFrom(after: number, limit: number, without?: ReadonlySet<string>): Promise<StoredEvent[]>;
  /** The position of the last event that is there; 0 in an empty log. A position is never given twice. */
  head(): Promise<number>;

  /** What is open, in all sessions together. */
  counts(): Promise<LogCounts>;
  /** Newest first. */
  runs(query: RunQuery): Promise<RunRow[]>;
  /** Where a fork holds a run of the same id: the one that is live, or else the newest. */
  run(runId: string): Promise<RunRow | null>;
  /** What was used, summed up. A run that forks hold too counts once: where it was first. */
  usage(query: UsageQuery): Promise<UsageRow[]>;
  /** Newest first. */
  asks(query: AskQuery): Promise<AskRow[]>;
  /** Where several sessions have an ask of the same id: the one that is pending, or else the newest. */
  ask(askId: string): Promise<AskRow | null>;
  /** What was answered to a client's message before, so that the same one again is answered alike. */
  receipt(clientMessageId: string): Promise<Receipt | null>;
  /**
   * Messages and titles that hold every word of the query, newest first; of one project, where one is given. The query
   * is text, not a language.
   */
  search(query: string, limit: number, projectRoot?: string): Promise<SearchHit[]>;

  /**
   * Small documents beside the log: settings, missions, overrides, device tokens, agents' own session names. Null
   * where there is none.
   */
  document(kind: string, key: string): Promise<unknown>;
  documents(kind: string): Promise<{ readonly key: string; readonly value: unknown }[]>;
  /** The kinds of which there are documents. */
  documentKinds(): Promise<string[]>;

  /** Writes a copy that can be opened as a store, while others go on reading and writing. */
  backup(file: string): Promise<void>;
  /** Reads every event and compares its checksum; names the sessions that are damaged. */
  verify(tell?: TellProgress): Promise<{ readonly damaged: readonly string[] }>;
  close(): Promise<void>;
}

/** Called now and then with how many events were looked at, of about how many. */
export type TellProgress = (progress: { readonly checked: number; readonly of: number }) => void;

/**
 * One transaction's worth of change, from any number of sessions. Done in this order: deleted, created, rewound,
 * archived, appends, receipts, documents. What does not fit the log as it is (a session that exists or
 * does not, another head, a receipt that was given already) refuses the whole commit with `conflict`.
 */
export interface Commit {
  /** They begin with rev 1 and head 0. */
  readonly created?: readonly NewSession[];
  readonly appends?: readonly Append[];
  readonly receipts?: readonly Receipt[];
  /** Null removes a document. */
  readonly documents?: readonly {
    readonly kind: string;
    readonly key: string;
    readonly value: unknown | null;
  }[];
  /** Sessions to put away or to take out again. */
  readonly archived?: readonly { readonly sessionId: string; readonly archived: boolean }[];
  /** Sessions to forget: rows, index, receipts; the space is given back. */
  readonly deleted?: readonly string[];
  /** Sessions to cut back: events after `seq` go, `rev` becomes the given one, which must be higher. */
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
  /** The log's epoch, and the seq of its last event before these. */
  readonly rev: number;
  readonly head: number;
  /** Stamped events in order, with the line that is stored and sent. None: only the summary changes. */
  readonly events: readonly { readonly event: PolylogEvent; readonly line: string }[];
  /** What a list of sessions shows, after these events. */
  readonly summary: SessionSummary;
  /** Seqs that log compaction may drop now; also of these events, but never the last one. */
  readonly drops: readonly number[];
}

/** A session that is written from its first event to its last. */
export interface WholeSession {
  readonly sessionId: string;
  /** Stamped from seq 1 on, in rev 1. */
  readonly batches: AsyncIterable<Append["events"]>;
  /** Called after the last batch: what is written together with the session. */
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
  /** Positions of the events of each append, in the order given. */
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
}

export interface SessionQuery {
  /** Words that the title or the project's path holds, all of them, in any order. */
  readonly q?: string | undefined;
  readonly status?: SessionStatus | undefined;
  readonly projectRoot?: string | undefined;
  readonly archived?: boolean | undefined;
  /** Only sessions in which messages are queued. */
  readonly hasQueue?: true | undefined;
  readonly limit: number;
  /** Opaque; from the page before. What is no cursor gives an empty page. */
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

/** Runs that began from `from` on and before `to`. */
export interface UsageQuery {
  readonly from: number;
  readonly to: number;
  readonly projectRoot?: string | undefined;
}

/** Sums over the runs that began in the same quarter of an hour: every time zone's days begin with one. */
export interface UsageRow extends Omit<ModelUsage, "model"> {
  readonly slotTs: number;
  readonly projectRoot: string;
  readonly agentId: string;
  readonly subagent: boolean;
  /** Null: these runs told nothing of what they used. */
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
  /** The event that asked, as it was written. */
  readonly line: string;
}

export interface AskQuery {
  readonly state?: AskState | undefined;
  readonly sessionId?: string | undefined;
  readonly limit: number;
}

export interface Receipt {
  readonly clientMessageId: string;
  /** Of what the client sent: another body under the same id is a conflict. */
  readonly bodyHash: string;
  readonly sessionId: string;
  /** The answer that was given. */
  readonly response: string;
}

export interface SearchHit {
  readonly sessionId: string;
  readonly seq: number;
  readonly title: string | null;
  readonly projectRoot: string;
  /** Text around the match; matched words stand between U+E000 and U+E001. */
  readonly snippet: string;
}

/** `unavailable`: nothing can be written for now, whoever writes; it is worth trying again. */
export type StoreErrorCode = "conflict" | "full" | "unavailable" | "closed" | "broken";
