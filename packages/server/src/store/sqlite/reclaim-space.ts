import type { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { lockMs } from "./open-database.ts";
import { change, isChanged, oneRow, readNumber } from "./rows.ts";
import { isDamagedPage } from "./skip-damaged-pages.ts";
import type { Statements } from "./statements.ts";

/** Rows per step, few enough to block other work only briefly. */
const rows = 200;
const filePages = 64;
const indexPages = 16;

interface Leftover {
  readonly session: number;
  readonly head: number | null;
}

/**
 * Returns the space of deleted data to the disk, including its copies in the write-ahead log, in slices between other work.
 * Work interrupted by a crash or a full disk is resumed after the next start or delete.
 */
export class Reclaimer {
  private readonly db: DatabaseSync;
  private readonly statements: Statements;
  private readonly stagedSession: () => number;
  private working: Promise<void> | null = null;
  /** Whether something was deleted since the last round started. */
  private wanted = false;
  private stopped = false;

  /** `stagedSession` looks deleted but is being written. */
  constructor(db: DatabaseSync, statements: Statements, stagedSession: () => number) {
    this.db = db;
    this.statements = statements;
    this.stagedSession = stagedSession;
  }

  /** Never fails: the deletion is already done, and reclaiming can wait. */
  startIfDue(): void {
    this.wanted = true;
    this.working ??= this.work().finally(() => {
      this.working = null;
      if (this.wanted && !this.stopped) this.startIfDue();
    });
  }

  /** Resolves when there is no more space to reclaim, or it cannot be reclaimed now. */
  async settled(): Promise<void> {
    await this.working;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.working;
  }

  private async work(): Promise<void> {
    try {
      while (this.wanted && !this.stopped) {
        this.wanted = false;
        const isDue = oneRow<{ reclaim: number }>(this.statements.reclaimDue)?.reclaim === 1;
        if (!isDue) return;
        await this.removeLeftovers();
        await this.joinIndex();
        await this.shrinkFile();
        const isDone = !this.stopped && this.truncateLog();
        if (isDone && !this.wanted) change(this.statements.reclaimDone);
      }
    } catch {
      // The space stays marked as due.
    }
  }

  /** Removes the events, runs and asks of deleted sessions, and truncated events. */
  private async removeLeftovers(): Promise<void> {
    const damaged: number[] = [];
    for (;;) {
      await nextTurn();
      const left = JSON.stringify([this.stagedSession(), ...damaged]);
      const leftover = oneRow<Leftover>(this.statements.leftover, left);
      if (leftover === undefined || this.stopped) return;
      try {
        this.removeSome(leftover);
      } catch (error) {
        if (!isDamagedPage(error)) throw error;
        // It stays hidden; the remaining leftovers are removed.
        damaged.push(leftover.session);
      }
    }
  }

  private removeSome({ session, head }: Leftover): void {
    const { begin, commit, rollback, firstEvents, unindexEvents, deleteEvents } = this.statements;
    const { deleteSomeRuns, deleteSomeAsks, eventsForgotten, cutDone } = this.statements;
    change(begin);
    try {
      const after = head ?? 0;
      const last = oneRow<{ seq: number | null }>(firstEvents, session, after, rows)?.seq ?? null;
      if (last !== null) {
        change(unindexEvents, session, after + 1, last);
        change(deleteEvents, session, after + 1, last);
      } else if (head !== null) {
        change(cutDone, session);
      } else if (!isChanged(deleteSomeRuns, session, rows) && !isChanged(deleteSomeAsks, session, rows)) {
        change(eventsForgotten, session);
      }
      change(commit);
    } catch (error) {
      if (this.db.isTransaction) change(rollback);
      throw error;
    }
  }

  /** Words of deleted messages stay in the search index until its parts are merged. */
  private async joinIndex(): Promise<void> {
    for (let count = -indexPages; ; count = indexPages) {
      await nextTurn();
      if (this.stopped) return;
      const before = this.changes();
      change(this.statements.mergeIndex, count);
      // The command itself counts as one change.
      if (this.changes() - before < 2) return;
    }
  }

  private changes(): number {
    return oneRow<{ count: number }>(this.statements.totalChanges)?.count ?? 0;
  }

  private async shrinkFile(): Promise<void> {
    for (let before = Number.POSITIVE_INFINITY; ; ) {
      await nextTurn();
      if (this.stopped) return;
      const free = readNumber(this.db, "PRAGMA freelist_count");
      // Other work frees and takes pages concurrently, so this stops once nothing is gained.
      if (free === 0 || free >= before) return;
      before = free;
      this.db.exec(`PRAGMA incremental_vacuum(${filePages})`);
    }
  }

  /** False while another connection reads from it, which may be in this thread, so this does not wait. */
  private truncateLog(): boolean {
    this.db.exec("PRAGMA busy_timeout = 0");
    try {
      return oneRow<{ busy: number }>(this.db.prepare("PRAGMA wal_checkpoint(TRUNCATE)"))?.busy === 0;
    } finally {
      this.db.exec(`PRAGMA busy_timeout = ${lockMs}`);
    }
  }
}
