import type { DatabaseSync } from "node:sqlite";
import { checkStamps, dropsOf, sessionConflict, stretches } from "./append-rules.ts";
import { lineChecksum, sessionSeed } from "./checksum.ts";
import { project } from "./project.ts";
import type { Ahead } from "./project-ahead.ts";
import { change, isChanged, oneRow, type SessionTableRow } from "./rows.ts";
import { SearchIndex } from "./search-index.ts";
import { folded, searchableTypes } from "./search-text.ts";
import { toStoreError } from "./sqlite-error.ts";
import { SqliteProjections } from "./sqlite-projection.ts";
import { eventColumns, type Statements, someEventsColumns } from "./statements.ts";
import type { Append, Commit, Committed, NewSession, SessionSummary } from "./store.ts";
import { StoreError } from "./store-error.ts";

const searchable: ReadonlySet<string> = new Set(searchableTypes);

/** A commit of so many events takes long anyway; another one for the index would take longer. */
const eventsAsMany = 16;

interface Latest {
  readonly sessionId: string;
  readonly id: number;
  readonly summary: SessionSummary;
}

/** Writes commits, one transaction each. Durable when `write` returns; when it throws, nothing is changed. */
export class SqliteWriter {
  private readonly db: DatabaseSync;
  private readonly statements: Statements;
  private readonly projections: SqliteProjections;
  private readonly index: SearchIndex;
  /** The last position that was given. */
  private position = 0;
  /** The session that was written to last, where that is known. */
  private latest: Latest | null = null;
  /** What others had written when `position` and the projections were read. */
  private version: number | null = null;

  constructor(db: DatabaseSync, statements: Statements) {
    this.db = db;
    this.statements = statements;
    this.projections = new SqliteProjections(statements);
    this.index = new SearchIndex(statements);
  }

  /** `ahead` is what every cut of the work leaves, in the order given. */
  write(work: Commit, ahead: readonly Ahead[] = []): Committed {
    return this.transact(() => {
      const before = this.position;
      const positions = this.apply(work, ahead);
      const isCut = (work.deleted?.length ?? 0) + (work.rewound?.length ?? 0) > 0;
      // Only a cut can take away the row that shows the last position.
      if (isCut) change(this.statements.keepGiven, Math.max(before, this.position), 1);
      return { positions };
    });
  }

  /** Whether enough texts are written that are not in the search index. */
  get isIndexDue(): boolean {
    return this.index.isDue(this.position);
  }

  writeIndex(): void {
    this.transact(() => this.index.write(this.position));
  }

  private transact<T>(work: () => T): T {
    const { statements } = this;
    try {
      // A rollback can fail as well, and leave its transaction open.
      if (this.db.isTransaction) change(statements.rollback);
      change(statements.begin);
      this.refresh();
      const result = work();
      change(statements.commit);
      return result;
    } catch (error) {
      this.version = null;
      if (this.db.isOpen && this.db.isTransaction) this.rollback();
      throw toStoreError(error);
    }
  }

  private rollback(): void {
    try {
      change(this.statements.rollback);
    } catch {
      // The first error says more; the next commit tries again.
    }
  }

  /** Reads anew what is remembered, if it may be out of date. */
  private refresh(): void {
    const version = oneRow<{ data_version: number }>(this.statements.dataVersion)?.data_version ?? null;
    if (version === this.version && version !== null) return;
    this.projections.forget();
    this.latest = null;
    this.position = oneRow<{ position: number }>(this.statements.lastGiven)?.position ?? 0;
    this.index.refresh();
    this.version = version;
  }

  private apply(work: Commit, ahead: readonly Ahead[]): number[][] {
    for (const sessionId of work.deleted ?? []) this.delete(sessionId);
    for (const session of work.created ?? []) this.create(session);
    for (const [index, { sessionId, seq, rev }] of (work.rewound ?? []).entries()) {
      this.rewind(sessionId, seq, rev, ahead[index] as Ahead);
    }
    for (const { sessionId, archived } of work.archived ?? []) this.archive(sessionId, archived);
    const positions = (work.appends ?? []).map((append) => this.append(append));
    const count = (work.appends ?? []).reduce((sum, { events }) => sum + events.length, 0);
    if (count >= eventsAsMany && this.isIndexDue) this.index.write(this.position);
    for (const { clientMessageId, sessionId, bodyHash, response } of work.receipts ?? []) {
      this.refusing(sessionId, `The message ${clientMessageId} was answered already.`, () =>
        change(this.statements.insertReceipt, clientMessageId, sessionId, bodyHash, response),
      );
    }
    for (const { kind, key, value } of work.documents ?? []) {
      if (value === null || value === undefined) change(this.statements.deleteDocument, kind, key);
      else change(this.statements.putDocument, kind, key, JSON.stringify(value));
    }
    return positions;
  }

  private create({ sessionId, projectRoot, agentId, createdTs, forkedFrom }: NewSession): void {
    const activity = ++this.position;
    this.latest = null;
    const root = folded(projectRoot);
    const { insertSession } = this.statements;
    this.refusing(sessionId, `Session ${sessionId} exists already.`, () =>
      change(
        insertSession,
        sessionId,
        activity,
        createdTs,
        createdTs,
        agentId,
        projectRoot,
        root,
        forkedFrom ?? null,
      ),
    );
  }

  private delete(sessionId: string): void {
    if (this.latest?.sessionId === sessionId) this.latest = null;
    change(this.statements.deleteReceipts, sessionId);
    const session = oneRow<{ id: number }>(this.statements.deleteSession, sessionId);
    // However many its events are: they are out of sight now, and the reclaimer removes them bit by bit.
    if (session !== undefined) change(this.statements.forgetEvents, session.id);
  }

  private rewind(sessionId: string, seq: number, rev: number, { head, projection }: Ahead): void {
    const before = oneRow<SessionTableRow>(this.statements.session, sessionId);
    const session = oneRow<{ id: number }>(this.statements.rewindSession, seq, rev, sessionId, seq, rev)?.id;
    if (session === undefined || before?.head !== head) {
      throw new StoreError("conflict", `Session ${sessionId} cannot be cut back to ${rev}:${seq}.`, {
        sessionId,
      });
    }
    this.deleteEvents(session, seq + 1, Number.MAX_SAFE_INTEGER);
    change(this.statements.deleteRuns, session);
    change(this.statements.deleteAsks, session);
    this.projections.forget();
    const { runs, asks } = projection;
    this.projections.put(session, { runs: [...runs.values()], asks: [...asks.values()] });
    this.projections.write(session);
  }

  private archive(sessionId: string, archived: boolean): void {
    const changed = oneRow(this.statements.archiveSession, Number(archived), sessionId);
    if (changed === undefined)
      throw new StoreError("conflict", `There is no session ${sessionId}.`, { sessionId });
  }

  private append(append: Append): number[] {
    checkStamps(append);
    const { sessionId, events } = append;
    const drops = dropsOf(append);
    const first = this.position + 1;
    const session = this.moveHead(append, this.position + events.length);
    const projection = this.projections.of(session, sessionId);
    const seed = sessionSeed(sessionId);
    let rows: (string | number)[] = [];
    let texts = 0;
    for (const { event, line } of events) {
      const position = ++this.position;
      // What the same append drops again is not written at all.
      if (!drops.has(event.seq)) {
        const type = event.type === "opaque" ? event.eventType : event.type;
        const checksum = lineChecksum(seed, event.seq, event.rev, line);
        rows.push(position, session, event.seq, event.rev, checksum, type, line);
        if (rows.length === someEventsColumns) {
          change(this.statements.insertSomeEvents, ...rows);
          rows = [];
        }
        if (searchable.has(type)) texts++;
      }
      const { runs, asks } = project(projection, event, position);
      if (runs.length > 0 || asks.length > 0) this.projections.put(session, { runs, asks });
    }
    for (let at = 0; at < rows.length; at += eventColumns) {
      change(this.statements.insertEvent, ...rows.slice(at, at + eventColumns));
    }
    this.projections.write(session);
    this.index.note(texts);
    for (const { from, to } of stretches(drops)) {
      if (from <= append.head) this.deleteEvents(session, from, Math.min(to, append.head));
    }
    return events.map((_, index) => first + index);
  }

  private moveHead({ sessionId, rev, head, events, summary }: Append, activity: number): number {
    const { summarizeSession, moveLatest, updateLatest, updateSession } = this.statements;
    const at = [sessionId, head, rev];
    const newHead = head + events.length;
    const latest = this.latest?.sessionId === sessionId ? this.latest : null;
    let moved: { id: number } | undefined;
    if (events.length === 0) moved = oneRow(summarizeSession, ...summaryValues(summary), ...at);
    else if (latest === null)
      moved = oneRow(updateSession, newHead, activity, ...summaryValues(summary), ...at);
    else if (isAlike(latest.summary, summary))
      moved = isChanged(moveLatest, newHead, summary.updatedTs, latest.id, head, rev) ? latest : undefined;
    else moved = oneRow(updateLatest, newHead, ...summaryValues(summary), ...at);
    if (moved === undefined) throw sessionConflict(sessionId, head, rev);
    if (events.length > 0) this.latest = { sessionId, id: moved.id, summary };
    else if (latest !== null) this.latest = { ...latest, summary };
    return moved.id;
  }

  private deleteEvents(session: number, from: number, to: number): void {
    change(this.statements.unindexEvents, session, from, to);
    change(this.statements.deleteEvents, session, from, to);
  }

  private refusing(sessionId: string, message: string, insert: () => unknown): void {
    try {
      insert();
    } catch (cause) {
      const error = toStoreError(cause);
      if (!(error instanceof StoreError) || error.code !== "conflict") throw error;
      throw new StoreError("conflict", message, { sessionId, cause });
    }
  }
}

/** Whether two say the same but for when. */
function isAlike(one: SessionSummary, two: SessionSummary): boolean {
  return (
    one.state === two.state &&
    one.queued === two.queued &&
    one.pendingAsks === two.pendingAsks &&
    one.costUsd === two.costUsd &&
    one.costComplete === two.costComplete &&
    one.agentId === two.agentId &&
    one.model === two.model &&
    one.title === two.title
  );
}

function summaryValues(summary: SessionSummary): (string | number | null)[] {
  const { updatedTs, queued, pendingAsks, costUsd, costComplete, state, agentId, model, title } = summary;
  const titleFolded = title === null ? "" : folded(title);
  const complete = Number(costComplete);
  return [updatedTs, queued, pendingAsks, costUsd, complete, state, agentId, model, title, titleFolded];
}
