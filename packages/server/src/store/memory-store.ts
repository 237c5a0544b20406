import { parseEvent } from "@polylog/core";
import { MemoryTables, rowKey } from "./memory-tables.ts";
import { sumUsage } from "./memory-usage.ts";
import { applyCommit } from "./memory-writer.ts";
import type { AskRecord, RunRecord } from "./project.ts";
import { folded, phrasesOf, piecesOf, searchableText } from "./search-text.ts";
import { readCursor, writeCursor } from "./session-cursor.ts";
import { snippetOf } from "./snippet.ts";
import type {
  Append,
  AskQuery,
  AskRow,
  Commit,
  Committed,
  EventStore,
  LogCounts,
  Page,
  Receipt,
  RunQuery,
  RunRow,
  SearchHit,
  SessionQuery,
  SessionRow,
  StoredEvent,
  UsageQuery,
  UsageRow,
  WholeSession,
  WrittenSession,
} from "./store.ts";
import { StoreError } from "./store-error.ts";

/** The same contract without a disk, for tests of what stands on a store. */
export class MemoryStore implements EventStore {
  private readonly held = new MemoryTables();
  private isClosed = false;

  private get tables(): MemoryTables {
    if (this.isClosed) throw new StoreError("closed", "The log is closed.");
    return this.held;
  }

  async commit(work: Commit): Promise<Committed> {
    const { tables } = this;
    return tables.atomically(() => ({ positions: applyCommit(tables, work) }));
  }

  async writeSession({ sessionId, batches, finish }: WholeSession): Promise<WrittenSession> {
    const events: Append["events"][number][] = [];
    for await (const batch of batches) events.push(...batch);
    const { created, summary, documents = [] } = await finish();
    const append = { sessionId, rev: 1, head: 0, events, summary, drops: [] };
    const { positions } = await this.commit({ created: [created], appends: [append], documents });
    return { events: events.length, position: positions[0]?.at(-1) ?? this.tables.position };
  }

  async session(sessionId: string): Promise<SessionRow | null> {
    return this.tables.sessions.get(sessionId)?.row ?? null;
  }

  async sessions({
    q,
    state,
    projectRoot,
    archived,
    hasQueue,
    limit,
    cursor,
  }: SessionQuery): Promise<Page<SessionRow>> {
    const before = cursor === undefined ? Number.POSITIVE_INFINITY : readCursor(cursor);
    if (before === undefined) return { items: [], cursor: null };
    const pieces = piecesOf(q ?? "");
    const found = this.tables.sessions
      .values()
      .filter(({ row, activity }) => {
        const text = `${folded(row.title ?? "")}\n${folded(row.projectRoot)}`;
        return (
          activity < before &&
          (state === undefined || row.state === state) &&
          (projectRoot === undefined || row.projectRoot === projectRoot) &&
          (archived === undefined || row.archived === archived) &&
          (hasQueue !== true || row.queued > 0) &&
          pieces.every((piece) => text.includes(piece))
        );
      })
      .sort((a, b) => b.activity - a.activity);
    const last = found[limit - 1];
    return {
      items: found.slice(0, limit).map(({ row }) => row),
      cursor: found.length > limit && last !== undefined ? writeCursor(last.activity) : null,
    };
  }

  async events(sessionId: string, after: number, limit: number): Promise<StoredEvent[]> {
    return this.tables.logs.get(sessionId)?.after(after, limit) ?? [];
  }

  async eventsFrom(after: number, limit: number, without?: ReadonlySet<string>): Promise<StoredEvent[]> {
    if (without === undefined || without.size === 0) return this.tables.log.after(after, limit);
    return this.tables.log
      .after(after, Number.POSITIVE_INFINITY)
      .filter((event) => !without.has(event.sessionId))
      .slice(0, limit);
  }

  async head(): Promise<number> {
    return this.tables.log.last?.position ?? 0;
  }

  async counts(): Promise<LogCounts> {
    const rows = this.tables.sessions.values().map(({ row }) => row);
    return {
      liveRuns: this.tables.runs.values().filter(({ outcome }) => outcome === null).length,
      queued: rows.reduce((sum, { queued }) => sum + queued, 0),
      pendingAsks: rows.reduce((sum, { pendingAsks }) => sum + pendingAsks, 0),
    };
  }

  async runs({ sessionId, projectRoot, parentRunId, live, limit }: RunQuery): Promise<RunRow[]> {
    const { tables } = this;
    return newestFirst(tables.runs.values(), (run) => run.started)
      .filter(
        (run) =>
          (sessionId === undefined || run.sessionId === sessionId) &&
          (projectRoot === undefined ||
            tables.sessions.get(run.sessionId)?.row.projectRoot === projectRoot) &&
          (parentRunId === undefined || run.parentRunId === parentRunId) &&
          (live !== true || run.outcome === null),
      )
      .slice(0, limit)
      .map(runRow);
  }

  async run(runId: string): Promise<RunRow | null> {
    const runs = newestFirst(this.tables.runs.values(), (run) => run.started).filter(
      (run) => run.runId === runId,
    );
    const run = runs.find(({ outcome }) => outcome === null) ?? runs[0];
    return run === undefined ? null : runRow(run);
  }

  async usage({ from, to, projectRoot }: UsageQuery): Promise<UsageRow[]> {
    const first = new Map<string, RunRecord>();
    for (const run of this.tables.runs.values()) {
      const known = first.get(run.runId);
      if (known === undefined || run.started < known.started) first.set(run.runId, run);
    }
    const rootOf = ({ sessionId }: RunRecord) => this.tables.sessions.get(sessionId)?.row.projectRoot ?? "";
    const found = [...first.values()].filter(
      (run) =>
        run.startedTs >= from &&
        run.startedTs < to &&
        (projectRoot === undefined || rootOf(run) === projectRoot),
    );
    return sumUsage(found.map((run) => ({ ...run, projectRoot: rootOf(run) })));
  }

  async asks({ state, sessionId, limit }: AskQuery): Promise<AskRow[]> {
    return newestFirst(this.tables.asks.values(), (ask) => ask.position)
      .filter(
        (ask) =>
          (state === undefined || ask.state === state) &&
          (sessionId === undefined || ask.sessionId === sessionId),
      )
      .slice(0, limit)
      .map((ask) => this.askRow(ask));
  }

  async ask(askId: string): Promise<AskRow | null> {
    const asks = newestFirst(this.tables.asks.values(), (ask) => ask.position).filter(
      (ask) => ask.askId === askId,
    );
    const ask = asks.find(({ state }) => state === "pending") ?? asks[0];
    return ask === undefined ? null : this.askRow(ask);
  }

  async receipt(clientMessageId: string): Promise<Receipt | null> {
    return this.tables.receipts.get(clientMessageId) ?? null;
  }

  async search(query: string, limit: number, projectRoot?: string): Promise<SearchHit[]> {
    const { log, sessions } = this.tables;
    const phrases = phrasesOf(query);
    if (phrases.length === 0) return [];
    const hits = log
      .all()
      .toReversed()
      .flatMap(({ sessionId, seq, line }): SearchHit[] => {
        const session = sessions.get(sessionId)?.row;
        const parsed = parseEvent(line);
        if (!parsed.ok || session === undefined) return [];
        if (projectRoot !== undefined && session.projectRoot !== projectRoot) return [];
        const { title } = session;
        if (parsed.event.type === "title" && parsed.event.title !== title) return [];
        const text = searchableText(parsed.event);
        const snippet = text === null ? null : snippetOf(text, phrases);
        return snippet === null ? [] : [{ sessionId, seq, title, projectRoot: session.projectRoot, snippet }];
      });
    return hits.slice(0, Math.max(0, limit));
  }

  async document(kind: string, key: string): Promise<unknown> {
    const document = this.tables.documents.get(rowKey(kind, key));
    return document === undefined ? null : (JSON.parse(document.value) as unknown);
  }

  async documents(kind: string): Promise<{ key: string; value: unknown }[]> {
    return this.tables.documents
      .values()
      .filter((document) => document.kind === kind)
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ key, value }) => ({ key, value: JSON.parse(value) as unknown }));
  }

  async documentKinds(): Promise<string[]> {
    return [...new Set(this.tables.documents.values().map(({ kind }) => kind))].sort();
  }

  async backup(): Promise<void> {
    throw new Error("A store in memory cannot be backed up.");
  }

  async verify(): Promise<{ damaged: readonly string[] }> {
    return { damaged: [] };
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  private askRow({ position, ...ask }: AskRecord): AskRow {
    return { ...ask, line: this.tables.log.after(position - 1, 1)[0]?.line ?? "" };
  }
}

/** Rows stand in the order in which they were made; of two that are equally new the later one comes first. */
function newestFirst<T>(rows: readonly T[], orderOf: (row: T) => number): T[] {
  return rows.toReversed().sort((a, b) => orderOf(b) - orderOf(a));
}

function runRow({ started: _, announced: __, parentCallId: ___, below: ____, ...row }: RunRecord): RunRow {
  return row;
}
