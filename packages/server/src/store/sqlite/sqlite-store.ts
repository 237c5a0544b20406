import { renameSync, rmSync } from "node:fs";
import path from "node:path";
import { backup, type DatabaseSync } from "node:sqlite";
import type { SearchHit } from "@polylog/core";
import { makePrivateFile } from "../files/private-files.ts";
import { isSameFile } from "../files/same-file.ts";
import { syncFile } from "../files/sync-file.ts";
import { planRewind, type RewindPlan } from "../projections/plan-rewind.ts";
import type {
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
  SessionQuery,
  SessionRow,
  StoredEvent,
  TellProgress,
  UsageQuery,
  UsageRow,
  WholeSession,
  WrittenSession,
} from "../store.ts";
import { StoreError } from "../store-error.ts";
import { DeferredWork } from "./deferred-work.ts";
import { isExclusive, openDatabase, openReader } from "./open-database.ts";
import { Reclaimer } from "./reclaim-space.ts";
import { toStoreError } from "./sqlite-error.ts";
import { SqliteReader } from "./sqlite-reader.ts";
import { SqliteWriter } from "./sqlite-writer.ts";
import { prepareStatements, type Statements } from "./statements.ts";
import { damagedSessions } from "./verify-checksums.ts";
import { WriteQueue } from "./write-queue.ts";

/** All pages in one step: they are copied in another thread, from one snapshot of the log. */
const allPages = 2 ** 31 - 1;

const none: ReadonlySet<string> = new Set();

/** Opens or creates the log of one machine. Only one process writes to it at a time, which `lockHome` ensures. */
export function openSqliteStore(file: string): EventStore {
  return storeOn(openDatabase(file));
}

export function storeOn(db: DatabaseSync): EventStore {
  try {
    return new SqliteStore(db);
  } catch (error) {
    db.close();
    throw toStoreError(error);
  }
}

export class SqliteStore implements EventStore {
  private readonly db: DatabaseSync;
  private readonly statements: Statements;
  private readonly reader: SqliteReader;
  private readonly writer: SqliteWriter;
  private readonly reclaimer: Reclaimer;
  private readonly deferred: DeferredWork;
  private readonly writes = new WriteQueue();
  /** The last staged session. Staging runs one at a time, because each session is placed after the whole log. */
  private staging: Promise<unknown> = Promise.resolve();
  private readonly longReads = new Set<Promise<unknown>>();

  constructor(db: DatabaseSync) {
    const statements = prepareStatements(db);
    this.db = db;
    this.statements = statements;
    const writer = new SqliteWriter(db, statements);
    this.reader = new SqliteReader(db, statements, () => writer.hiddenFrom);
    this.writer = writer;
    this.reclaimer = new Reclaimer(db, statements, () => writer.stagedSession);
    this.deferred = new DeferredWork(db, this.writer);
    this.reclaimer.startIfDue();
  }

  async commit(work: Commit): Promise<Committed> {
    const { deleted = [], rewound = [] } = work;
    // A commit without a rewind is written at once, in the order of the calls.
    const plans = rewound.length === 0 ? [] : await this.planRewinds(rewound);
    const committed = await this.write(() => this.writer.write(work, plans));
    this.deferred.committed();
    if (deleted.length + rewound.length > 0) this.reclaimer.startIfDue();
    return committed;
  }

  writeSession(session: WholeSession): Promise<WrittenSession> {
    const written = this.staging.then(() => this.writeStaged(session));
    // The caller gets the error; the next session only waits until this one has finished.
    this.staging = written.catch(() => undefined);
    return written;
  }

  private async writeStaged({ sessionId, batches, finish }: WholeSession): Promise<WrittenSession> {
    await this.write(() => this.writer.beginSession(sessionId));
    try {
      let events = 0;
      for await (const batch of batches) {
        await this.write(() => this.writer.stage(batch));
        this.deferred.committed();
        events += batch.length;
      }
      const finished = await finish();
      return { events, position: await this.write(() => this.writer.finishSession(finished)) };
    } catch (error) {
      this.writer.dropSession();
      if (this.db.isOpen) this.reclaimer.startIfDue();
      throw error;
    }
  }

  async session(sessionId: string): Promise<SessionRow | null> {
    return this.read(() => this.reader.session(sessionId));
  }

  async sessions(query: SessionQuery): Promise<Page<SessionRow>> {
    return this.read(() => this.reader.sessions(query));
  }

  async events(sessionId: string, after: number, limit: number): Promise<StoredEvent[]> {
    return this.read(() => this.reader.events(sessionId, after, limit));
  }

  async eventsFrom(after: number, limit: number, without = none): Promise<StoredEvent[]> {
    return this.read(() => this.reader.eventsFrom(after, limit, without));
  }

  async head(): Promise<number> {
    return this.read(() => this.reader.head());
  }

  async counts(): Promise<LogCounts> {
    return this.read(() => this.reader.counts());
  }

  async runs(query: RunQuery): Promise<RunRow[]> {
    return this.read(() => this.reader.runs(query));
  }

  async run(runId: string): Promise<RunRow | null> {
    return this.read(() => this.reader.run(runId));
  }

  async usage(query: UsageQuery): Promise<UsageRow[]> {
    return this.read(() => this.reader.usage(query));
  }

  async asks(query: AskQuery): Promise<AskRow[]> {
    return this.read(() => this.reader.asks(query));
  }

  async ask(askId: string): Promise<AskRow | null> {
    return this.read(() => this.reader.ask(askId));
  }

  async receipt(clientMessageId: string): Promise<Receipt | null> {
    return this.read(() => this.reader.receipt(clientMessageId));
  }

  async search(query: string, limit: number, projectRoot?: string): Promise<SearchHit[]> {
    return this.read(() => this.reader.search(query, limit, projectRoot));
  }

  async document(kind: string, key: string): Promise<unknown> {
    return this.read(() => this.reader.document(kind, key));
  }

  async documents(kind: string): Promise<{ key: string; value: unknown }[]> {
    return this.read(() => this.reader.documents(kind));
  }

  async documentKinds(): Promise<string[]> {
    return this.read(() => this.reader.documentKinds());
  }

  /** Writes the whole file or nothing, replacing one with the same name. */
  async backup(file: string): Promise<void> {
    if (isSameFile(file, this.db.location() as string)) {
      throw new StoreError("conflict", `${file} is the log itself. Choose another file.`);
    }
    const partial = `${file}.partial`;
    // Deleted data must not be copied.
    await this.reclaimer.settled();
    await this.withReader(async (reader) => {
      try {
        rmSync(partial, { force: true });
        makePrivateFile(partial);
        await backup(reader, partial, { rate: allPages });
        renameSync(partial, file);
        syncFile(path.dirname(file));
      } finally {
        rmSync(partial, { force: true });
      }
    });
  }

  async verify(tell?: TellProgress): Promise<{ damaged: readonly string[] }> {
    return { damaged: await this.withReader((reader) => damagedSessions(reader, tell)) };
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.longReads);
    await this.reclaimer.stop();
    this.deferred.stop();
    if (this.db.isOpen) this.db.close();
  }

  private async planRewinds(rewinds: NonNullable<Commit["rewound"]>): Promise<RewindPlan[]> {
    const plans: RewindPlan[] = [];
    for (const { sessionId, seq } of rewinds)
      plans.push(await planRewind(this, this.statements, sessionId, seq));
    return plans;
  }

  private write<T>(work: () => T): Promise<T> {
    return this.writes.run(() => this.read(work));
  }

  private read<T>(work: () => T): T {
    if (!this.db.isOpen) throw new StoreError("closed", "The log is closed.");
    try {
      return work();
    } catch (error) {
      throw toStoreError(error);
    }
  }

  /** Long work on a separate connection; `close` waits for it. */
  private async withReader<T>(work: (reader: DatabaseSync) => Promise<T>): Promise<T> {
    if (this.db.isOpen && isExclusive(this.db)) {
      const message = "The server started on a full disk. Restart it to verify or back up the log.";
      throw new StoreError("unavailable", message);
    }
    const reader = this.read(() => openReader(this.db.location() as string));
    const done = work(reader).finally(() => {
      reader.close();
      // Deleted data could not leave the write-ahead log while it was being read.
      if (this.db.isOpen) this.reclaimer.startIfDue();
    });
    this.longReads.add(done);
    try {
      return await done;
    } catch (error) {
      throw toStoreError(error);
    } finally {
      this.longReads.delete(done);
    }
  }
}
