import type { DatabaseSync } from "node:sqlite";
import { checkStamps, dropsOf, sessionConflict, toRanges } from "../check-append.ts";
import type { RewindPlan } from "../projections/plan-rewind.ts";
import { ProjectionTables } from "../projections/projection-tables.ts";
import { SearchIndex } from "../search/search-index.ts";
import { folded } from "../search/search-text.ts";
import type { Append, Commit, Committed, NewSession, SessionFinish, SessionSummary } from "../store.ts";
import { StoreError } from "../store-error.ts";
import { type EventPlace, insertEvents } from "./insert-events.ts";
import { allRows, change, isChanged, oneRow, type SessionTableRow } from "./rows.ts";
import { toStoreError } from "./sqlite-error.ts";
import type { Statements } from "./statements.ts";

/** A commit of this many events is slow anyway; a separate commit for the index would be slower. */
const eventsPerIndexWrite = 16;

/** How far ahead of the log a session is staged. Other commits must use fewer positions before it is complete. */
const stagingStep = 2 ** 32;

/**
 * A session that is written in slices. Without a row in `sessions` it is invisible, and its row in `forgotten` makes the
 * reclaimer remove it after a crash. Its positions are ahead of all concurrent commits, so that clients that follow the log
 * receive it after the events they have.
 */
interface Staged {
  readonly sessionId: string;
  /** Its number inside the database. */
  readonly session: number;
  readonly from: number;
  readonly head: number;
}

interface Latest {
  readonly sessionId: string;
  readonly id: number;
  readonly summary: SessionSummary;
}

/** Writes commits, one transaction each. They are durable when `write` returns; if it throws, nothing has changed. */
export class SqliteWriter {
  private readonly db: DatabaseSync;
  private readonly statements: Statements;
  private readonly projections: ProjectionTables;
  private readonly index: SearchIndex;
  /** The last assigned position. */
  private position = 0;
  /** The session with the newest activity, if known. */
  private latest: Latest | null = null;
  private staged: Staged | null = null;
  /** Numbers of sessions that may have events after their head. */
  private cut: ReadonlySet<number> = new Set();
  /** The data version when `position` and the projections were read. */
  private version: number | null = null;

  constructor(db: DatabaseSync, statements: Statements) {
    this.db = db;
    this.statements = statements;
    this.projections = new ProjectionTables(statements);
    this.index = new SearchIndex(statements);
  }

  /** `plans` has one plan for each rewind of the work, in the same order. */
  write(work: Commit, plans: readonly RewindPlan[] = []): Committed {
    return this.transact(() => {
      const before = this.position;
      const positions = this.apply(work, plans);
      const isCut = (work.deleted?.length ?? 0) + (work.rewound?.length ?? 0) > 0;
      // Only a rewind or a delete can remove the row with the last position.
      if (isCut) change(this.statements.keepGiven, Math.max(before, this.position), 1);
      return { positions };
    });
  }

  /** Whether there are enough unindexed texts. */
  get isIndexDue(): boolean {
    return this.index.isDue(this.position);
  }

  writeIndex(): void {
    const { version } = this;
    const rows = this.index.missingTexts(this.position);
    this.transact(() => {
      // If another connection has written in the meantime, it stays due.
      if (this.version === version) this.index.write(rows, this.position);
    });
  }

  /** Positions from here on belong to a session that is not complete yet. */
  get hiddenFrom(): number {
    return this.staged?.from ?? Number.MAX_SAFE_INTEGER;
  }

  /** The number of the session that is being staged; 0 if no session is. */
  get stagedSession(): number {
    return this.staged?.session ?? 0;
  }

  beginSession(sessionId: string): void {
    this.staged = this.transact(() => {
      // The number is never reused, even after a crash.
      this.create({ sessionId, projectRoot: "", agentId: "", createdTs: 0 });
      const session = oneRow<{ id: number }>(this.statements.deleteSession, sessionId)?.id as number;
      change(this.statements.forgetEvents, session);
      change(this.statements.keepGiven, this.position, 1);
      return { sessionId, session, from: this.position + stagingStep, head: 0 };
    });
  }

  stage(events: Append["events"]): void {
    const staged = this.staged as Staged;
    const { sessionId, session, from, head } = staged;
    checkStamps({ sessionId, rev: 1, head, events });
    this.transact(() => {
      const place = { session, sessionId, position: from + head };
      insertEvents(this.statements, this.projections, place, events);
      events.forEach(({ event }, at) => {
        this.index.add(from + head + at, event);
      });
    });
    this.staged = { ...staged, head: head + events.length };
  }

  /** Makes the staged session visible. Returns the position of its last event. */
  finishSession({ created, summary, documents }: SessionFinish): number {
    const { sessionId, session, from, head } = this.staged as Staged;
    // Outside the transaction, which a damaged page would abort.
    this.writeIndex();
    const position = this.transact(() => {
      this.index.write(this.index.missingTexts(this.position), this.position, from + head);
      this.position = from + head - 1;
      this.create(created, session);
      const { updateSession, eventsForgotten } = this.statements;
      const values = [head, ++this.position, ...summaryValues(summary), sessionId, 0, 1];
      change(updateSession, ...values);
      change(eventsForgotten, session);
      this.putDocuments(documents);
      return from + head - 1;
    });
    this.staged = null;
    return position;
  }

  /** Leaves the staged session to the reclaimer. */
  dropSession(): void {
    this.staged = null;
    // Its positions are not reused.
    this.version = null;
  }

  private transact<T>(work: () => T): T {
    const { statements } = this;
    try {
      // A rollback can fail as well and leave its transaction open.
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
      // The first error is more useful; the next commit retries.
    }
  }

  /** Reloads cached values if they may be outdated. */
  private refresh(): void {
    const version = oneRow<{ data_version: number }>(this.statements.dataVersion)?.data_version ?? null;
    if (version === this.version && version !== null) return;
    this.projections.forget();
    this.latest = null;
    this.position = oneRow<{ position: number }>(this.statements.lastGiven, this.hiddenFrom)?.position ?? 0;
    this.index.refresh(this.position);
    const cut = allRows<{ session: number }>(this.statements.cutSessions);
    this.cut = new Set(cut.map(({ session }) => session));
    this.version = version;
  }

  private apply(work: Commit, plans: readonly RewindPlan[]): number[][] {
    for (const sessionId of work.deleted ?? []) this.delete(sessionId);
    for (const session of work.created ?? []) this.create(session);
    for (const [index, { sessionId, seq, rev }] of (work.rewound ?? []).entries()) {
      this.rewind(sessionId, seq, rev, plans[index] as RewindPlan);
    }
    for (const { sessionId, archived } of work.archived ?? []) this.archive(sessionId, archived);
    const positions = (work.appends ?? []).map((append) => this.append(append));
    const count = (work.appends ?? []).reduce((sum, { events }) => sum + events.length, 0);
    if (count >= eventsPerIndexWrite && this.index.isDueInTransaction(this.position))
      this.index.write(this.index.missingTexts(this.position), this.position);
    for (const { clientMessageId, sessionId, bodyHash, response } of work.receipts ?? []) {
      this.insertOrConflict(sessionId, `The message ${clientMessageId} was already answered.`, () =>
        change(this.statements.insertReceipt, clientMessageId, sessionId, bodyHash, response),
      );
    }
    this.putDocuments(work.documents);
    return positions;
  }

  private putDocuments(documents: Commit["documents"]): void {
    for (const { kind, key, value } of documents ?? []) {
      if (value === null || value === undefined) change(this.statements.deleteDocument, kind, key);
      else change(this.statements.putDocument, kind, key, JSON.stringify(value));
    }
  }

  private create(created: NewSession, id: number | null = null): void {
    const { sessionId, projectRoot, agentId, createdTs, forkedFrom } = created;
    const activity = ++this.position;
    this.latest = null;
    const root = folded(projectRoot);
    const { insertSession } = this.statements;
    this.insertOrConflict(sessionId, `Session ${sessionId} already exists.`, () =>
      change(
        insertSession,
        id,
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
    // Its events are invisible now, and the reclaimer removes them in slices, however many there are.
    if (session === undefined) return;
    change(this.statements.cutDone, session.id);
    change(this.statements.forgetEvents, session.id);
  }

  /** Events after the target are invisible behind the head, and the reclaimer removes them, however many there are. */
  private rewind(sessionId: string, seq: number, rev: number, plan: RewindPlan): void {
    const before = oneRow<SessionTableRow>(this.statements.session, sessionId);
    const session = oneRow<{ id: number }>(this.statements.rewindSession, seq, rev, sessionId, seq, rev)?.id;
    if (session === undefined || before?.head !== plan.head) {
      throw new StoreError("conflict", `Session ${sessionId} cannot be rewound to ${rev}:${seq}.`, {
        sessionId,
      });
    }
    change(this.statements.cutSession, session);
    this.cut = new Set(this.cut).add(session);
    for (const runId of plan.goneRuns) change(this.statements.deleteRun, session, runId);
    for (const askId of plan.goneAsks) change(this.statements.deleteAsk, session, askId);
    this.projections.forget();
    this.projections.put(session, plan.put);
    this.projections.write(session);
  }

  private archive(sessionId: string, archived: boolean): void {
    const changed = oneRow(this.statements.archiveSession, Number(archived), sessionId);
    if (changed === undefined)
      throw new StoreError("conflict", `Session ${sessionId} does not exist.`, { sessionId });
  }

  private append(append: Append): number[] {
    checkStamps(append);
    const { sessionId, events } = append;
    const drops = dropsOf(append);
    const first = this.position + 1;
    const session = this.moveHead(append, this.position + events.length);
    const place = { session, sessionId, position: first };
    // The reclaimer has not removed the events that had these seqs before the rewind yet.
    if (this.cut.has(session)) this.deleteEvents(place, append.head + 1, append.head + events.length);
    const texts = insertEvents(this.statements, this.projections, place, events, drops);
    this.position += events.length;
    this.index.note(texts);
    for (const { from, to } of toRanges(drops)) {
      if (from <= append.head) this.deleteEvents(place, from, Math.min(to, append.head));
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
    else if (isSameSummary(latest.summary, summary))
      moved = isChanged(moveLatest, newHead, summary.updatedTs, latest.id, head, rev) ? latest : undefined;
    else moved = oneRow(updateLatest, newHead, ...summaryValues(summary), ...at);
    if (moved === undefined) throw sessionConflict(sessionId, head, rev);
    if (events.length > 0) this.latest = { sessionId, id: moved.id, summary };
    else if (latest !== null) this.latest = { ...latest, summary };
    return moved.id;
  }

  private deleteEvents({ session, sessionId }: EventPlace, from: number, to: number): void {
    try {
      change(this.statements.unindexEvents, session, from, to);
      change(this.statements.deleteEvents, session, from, to);
    } catch (error) {
      // A damaged page rejects this session's events, but not those of other sessions.
      throw toStoreError(error, sessionId);
    }
  }

  private insertOrConflict(sessionId: string, message: string, insert: () => unknown): void {
    try {
      insert();
    } catch (cause) {
      const error = toStoreError(cause);
      if (!(error instanceof StoreError) || error.code !== "conflict") throw error;
      throw new StoreError("conflict", message, { sessionId, cause });
    }
  }
}

/** Whether two summaries differ only in time. */
function isSameSummary(one: SessionSummary, two: SessionSummary): boolean {
  return (
    one.status === two.status &&
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
  const { updatedTs, queued, pendingAsks, costUsd, costComplete, status, agentId, model, title } = summary;
  const titleFolded = title === null ? "" : folded(title);
  const complete = Number(costComplete);
  return [updatedTs, queued, pendingAsks, costUsd, complete, status, agentId, model, title, titleFolded];
}
