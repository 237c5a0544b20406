import type { DatabaseSync, StatementSync } from "node:sqlite";
import { parseEvent, type SearchHit } from "@polylog/core";
import { matchExpression, type Phrase, phrasesOf, piecesOf, searchableText } from "../search/search-text.ts";
import { snippetOf } from "../search/snippet.ts";
import { readCursor, writeCursor } from "../session-cursor.ts";
import type {
  AskQuery,
  AskRow,
  LogCounts,
  Page,
  Receipt,
  RunQuery,
  RunRow,
  SessionQuery,
  SessionRow,
  StoredEvent,
  UsageQuery,
  UsageRow,
} from "../store.ts";
import { StoreError } from "../store-error.ts";
import { sessionSeed } from "./checksum.ts";
import {
  type AskTableRow,
  allRows,
  type EventRow,
  isSound,
  oneRow,
  type RunTableRow,
  readAskRecord,
  readEvent,
  readEvents,
  readRun,
  readSession,
  type SessionTableRow,
} from "./rows.ts";
import { isDamagedPage, skipDamagedPages, undefinedIfDamaged } from "./skip-damaged-pages.ts";
import { toStoreError } from "./sqlite-error.ts";
import type { Statements } from "./statements.ts";
import { readUsage, type UsageTableRow, usageSql } from "./usage-query.ts";

type Condition = readonly [sql: string, ...values: (string | number)[]];
type EventOfSession = EventRow & { readonly session_id: string };
type FoundRow = EventOfSession & { readonly title: string | null; readonly project_root: string };
type AskEventRow = AskTableRow & EventRow & { readonly session_id: string };

/** All queries that do not change the log. */
export class SqliteReader {
  private readonly db: DatabaseSync;
  private readonly statements: Statements;
  private readonly hiddenFrom: () => number;
  private readonly prepared = new Map<string, StatementSync>();

  /** Positions from `hiddenFrom` on are not visible yet. */
  constructor(db: DatabaseSync, statements: Statements, hiddenFrom: () => number) {
    this.db = db;
    this.statements = statements;
    this.hiddenFrom = hiddenFrom;
  }

  session(sessionId: string): SessionRow | null {
    const row = oneRow<SessionTableRow>(this.statements.session, sessionId);
    return row === undefined ? null : readSession(row);
  }

  sessions({ q, status, projectRoot, archived, hasQueue, limit, cursor }: SessionQuery): Page<SessionRow> {
    const before = cursor === undefined ? null : readCursor(cursor);
    if (before === undefined) return { items: [], cursor: null };
    const rows = this.select<SessionTableRow>(
      "SELECT * FROM sessions",
      [
        ...when(before, (activity): Condition => ["activity < ?", activity]),
        ...when(status, (value): Condition => ["state = ?", value]),
        ...when(projectRoot, (value): Condition => ["project_root = ?", value]),
        ...when(archived, (value): Condition => ["archived = ?", Number(value)]),
        ...when(hasQueue, (): Condition => ["queued > ?", 0]),
        ...piecesOf(q ?? "").map(
          (piece): Condition => ["instr(title_folded || char(10) || root_folded, ?) > 0", piece],
        ),
      ],
      "ORDER BY activity DESC LIMIT ?",
      limit + 1,
    );
    const last = rows[limit - 1];
    const items = rows.slice(0, limit).map(readSession);
    return { items, cursor: rows.length > limit && last !== undefined ? writeCursor(last.activity) : null };
  }

  events(sessionId: string, after: number, limit: number): StoredEvent[] {
    const seed = sessionSeed(sessionId);
    try {
      const rows = allRows<EventRow>(this.statements.events, sessionId, after, limit);
      return readEvents(sessionId, seed, after, rows);
    } catch (error) {
      throw toStoreError(error, sessionId);
    }
  }

  eventsFrom(after: number, limit: number, without: ReadonlySet<string>): StoredEvent[] {
    const seeds = new Map<string, number>();
    let last = after;
    return this.rowsFrom(after, limit, JSON.stringify([...without])).map((row) => {
      const sessionId = row.session_id;
      const seed = seeds.get(sessionId) ?? sessionSeed(sessionId);
      seeds.set(sessionId, seed);
      if (row.position <= last) throw new StoreError("broken", "The log is damaged on disk.", { sessionId });
      last = row.position;
      return readEvent(sessionId, seed, row);
    });
  }

  /** Events on a damaged page are skipped: reading their session reports the damage, and the others continue. */
  private rowsFrom(after: number, limit: number, without: string): EventOfSession[] {
    const { eventsFrom, eventAt, positionsAfter } = this.statements;
    const hidden = this.hiddenFrom();
    const whole = undefinedIfDamaged(() =>
      allRows<EventOfSession>(eventsFrom, after, hidden, without, limit),
    );
    if (whole !== undefined) return whole;
    for (let last = after; ; ) {
      const positions = allRows<{ position: number }>(positionsAfter, last, hidden, limit);
      const rows = positions.flatMap(
        ({ position }) => undefinedIfDamaged(() => oneRow<EventOfSession>(eventAt, position, without)) ?? [],
      );
      if (rows.length > 0 || positions.length === 0) return rows;
      last = positions.at(-1)?.position as number;
    }
  }

  head(): number {
    return oneRow<{ position: number }>(this.statements.head, this.hiddenFrom())?.position ?? 0;
  }

  counts(): LogCounts {
    return oneRow<LogCounts>(this.statements.counts) as LogCounts;
  }

  runs({ sessionId, projectRoot, parentRunId, live, limit }: RunQuery): RunRow[] {
    const rows = this.select<RunTableRow & { session_id: string }>(
      "SELECT runs.*, session_id FROM runs JOIN sessions ON sessions.id = session",
      [
        ...when(sessionId, (value): Condition => ["session_id = ?", value]),
        ...when(projectRoot, (value): Condition => ["project_root = ?", value]),
        ...when(parentRunId, (value): Condition => ["parent_run_id = ?", value]),
        ...(live === true ? [["outcome IS NULL"] as const] : []),
      ],
      "ORDER BY started DESC, runs.id DESC LIMIT ?",
      limit,
    );
    return rows.map((row) => readRun(row.session_id, row));
  }

  run(runId: string): RunRow | null {
    const [row] = this.select<RunTableRow & { session_id: string }>(
      "SELECT runs.*, session_id FROM runs JOIN sessions ON sessions.id = session",
      [["run_id = ?", runId]],
      "ORDER BY outcome IS NULL DESC, started DESC LIMIT ?",
      1,
    );
    return row === undefined ? null : readRun(row.session_id, row);
  }

  usage({ from, to, projectRoot }: UsageQuery): UsageRow[] {
    const sums = this.prepare(usageSql);
    return allRows<UsageTableRow>(sums, from, to, projectRoot ?? null).map(readUsage);
  }

  /** A damaged ask is skipped if asks of other sessions are requested too. */
  asks({ state, sessionId, limit }: AskQuery): AskRow[] {
    const rows = this.askRows(
      [
        // Written as a literal, so that SQLite can use the index of pending asks.
        ...when(state, (value): Condition => (value === "pending" ? [pending] : ["asks.state = ?", value])),
        ...when(sessionId, (value): Condition => ["session_id = ?", value]),
      ],
      limit,
      sessionId,
    );
    const readable = (row: AskEventRow) =>
      sessionId !== undefined || isSound(sessionSeed(row.session_id), row);
    return rows.filter(readable).map(readAsk);
  }

  private askRows(
    conditions: readonly Condition[],
    limit: number,
    sessionId: string | undefined,
  ): AskEventRow[] {
    const order = "ORDER BY asks.position DESC LIMIT ?";
    try {
      return this.select<AskEventRow>(askSql, conditions, order, limit);
    } catch (error) {
      if (!isDamagedPage(error) || sessionId !== undefined) throw toStoreError(error, sessionId);
      const positions = this.select<{ position: number }>(askPositionSql, conditions, order, limit);
      const one = (position: number) =>
        this.select<AskEventRow>(askSql, [["asks.position = ?", position]], "LIMIT ?", 1);
      return positions.flatMap(({ position }) => undefinedIfDamaged(() => one(position)) ?? []);
    }
  }

  ask(askId: string): AskRow | null {
    const order = `ORDER BY ${pending} DESC, asks.position DESC LIMIT ?`;
    const [row] = this.select<AskEventRow>(askSql, [["ask_id = ?", askId]], order, 1);
    return row === undefined ? null : readAsk(row);
  }

  receipt(clientMessageId: string): Receipt | null {
    const row = oneRow<{ session_id: string; body_hash: string; response: string }>(
      this.statements.receipt,
      clientMessageId,
    );
    if (row === undefined) return null;
    return { clientMessageId, bodyHash: row.body_hash, sessionId: row.session_id, response: row.response };
  }

  /** Rows that may match, newest first. */
  private *found(phrases: readonly Phrase[]): Generator<FoundRow> {
    const { searchNewest, search, searchPositions, positionsAfter, indexed, foundAt } = this.statements;
    const hidden = this.hiddenFrom();
    const one = (position: number) => oneRow<FoundRow>(foundAt, position);
    const match = matchExpression(phrases);
    const newest = () => {
      const from = oneRow<{ indexed: number }>(indexed)?.indexed ?? 0;
      return positionsOf(allRows(positionsAfter, from, hidden, -1)).reverse();
    };
    yield* skipDamagedPages(() => searchNewest.iterate(hidden), newest, one);
    yield* skipDamagedPages(
      () => search.iterate(match),
      () => positionsOf(allRows(searchPositions, match)),
      one,
    );
  }

  search(query: string, limit: number, projectRoot?: string): SearchHit[] {
    const phrases = phrasesOf(query);
    const hits: SearchHit[] = [];
    if (phrases.length === 0 || limit < 1) return hits;
    for (const row of this.found(phrases)) {
      if (projectRoot !== undefined && row.project_root !== projectRoot) continue;
      const parsed = isSound(sessionSeed(row.session_id), row) ? parseEvent(row.line) : null;
      // Only the session's current title matches, not previous ones.
      if (parsed?.ok !== true || (parsed.event.type === "title" && parsed.event.title !== row.title))
        continue;
      const snippet = snippetOf(searchableText(parsed.event) ?? "", phrases);
      if (snippet === null) continue;
      hits.push({
        sessionId: row.session_id,
        seq: row.seq,
        title: row.title,
        projectRoot: row.project_root,
        snippet,
      });
      if (hits.length >= limit) break;
    }
    return hits;
  }

  document(kind: string, key: string): unknown {
    const row = oneRow<{ value: string }>(this.statements.document, kind, key);
    return row === undefined ? null : (JSON.parse(row.value) as unknown);
  }

  documents(kind: string): { key: string; value: unknown }[] {
    return allRows<{ key: string; value: string }>(this.statements.documents, kind).map(({ key, value }) => ({
      key,
      value: JSON.parse(value) as unknown,
    }));
  }

  documentKinds(): string[] {
    return allRows<{ kind: string }>(this.statements.documentKinds).map(({ kind }) => kind);
  }

  private select<T>(from: string, conditions: readonly Condition[], end: string, limit: number): T[] {
    const where = conditions.map(([sql]) => sql).join(" AND ");
    const sql = `${from}${where === "" ? "" : ` WHERE ${where}`} ${end}`;
    return allRows<T>(this.prepare(sql), ...conditions.flatMap(([, ...values]) => values), limit);
  }

  private prepare(sql: string): StatementSync {
    const statement = this.prepared.get(sql) ?? this.db.prepare(sql);
    this.prepared.set(sql, statement);
    return statement;
  }
}

const pending = "asks.state = 'pending'";
const askSql = `
  SELECT asks.*, session_id, seq, events.rev AS rev, checksum, line
  FROM asks JOIN events USING (position) JOIN sessions ON sessions.id = asks.session`;

const askPositionSql =
  "SELECT asks.position AS position FROM asks JOIN sessions ON sessions.id = asks.session";

function positionsOf(rows: readonly { readonly position: number }[]): number[] {
  return rows.map(({ position }) => position);
}

function when<T>(value: T | null | undefined, condition: (value: T) => Condition): Condition[] {
  return value === null || value === undefined ? [] : [condition(value)];
}

function readAsk(row: AskEventRow): AskRow {
  const { line } = readEvent(row.session_id, sessionSeed(row.session_id), row);
  const { position: _, ...ask } = readAskRecord(row.session_id, row);
  return { ...ask, line };
}
