import type { DatabaseSync, StatementSync } from "node:sqlite";
import { allRows } from "./rows.ts";
import type { SqliteWriter } from "./sqlite-writer.ts";

/** A commit of one event writes about four pages. */
const commitsPerCheckpoint = 200;

/**
 * Work that is due after a number of commits. It runs in the event loop turn after a commit, when that is published, so
 * that no caller waiting for a commit waits for it.
 *
 * - Indexing texts for the search. A commit with many texts indexes them itself.
 * - Moving commits from the write-ahead log to the file. If few commits write much, SQLite does this within one of them.
 */
export class DeferredWork {
  private readonly writer: SqliteWriter;
  private readonly checkpoint: StatementSync;
  private commits = 0;
  private turn: NodeJS.Immediate | null = null;

  constructor(db: DatabaseSync, writer: SqliteWriter) {
    this.writer = writer;
    this.checkpoint = db.prepare("PRAGMA wal_checkpoint(PASSIVE)");
  }

  committed(): void {
    this.commits++;
    if (this.commits >= commitsPerCheckpoint || this.writer.isIndexDue) {
      this.turn ??= setImmediate(() => this.work());
    }
  }

  stop(): void {
    if (this.turn !== null) clearImmediate(this.turn);
  }

  private work(): void {
    this.turn = null;
    try {
      if (this.writer.isIndexDue) this.writer.writeIndex();
      if (this.commits < commitsPerCheckpoint) return;
      this.commits = 0;
      allRows(this.checkpoint);
    } catch {
      // For example on a full disk. No data is lost, and the work stays due.
    }
  }
}
