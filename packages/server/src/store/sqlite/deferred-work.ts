import type { DatabaseSync, StatementSync } from "node:sqlite";
import { allRows } from "./rows.ts";
import type { SqliteWriter } from "./sqlite-writer.ts";

/** A commit of one event writes some four pages. */
const commitsPerCheckpoint = 200;

/**
 * Work that comes due every so many commits. It is done in the turn after one, when that is published, so that nobody
 * who waits for a commit waits for it as well.
 *
 * - Texts go into the search index. A commit that brings many puts them there itself.
 * - What is committed goes from the write-ahead log into the file. Where few commits write much, SQLite does so within
 *   one of them.
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
      // A full disk, for one. Nothing is lost by it, and it stays due.
    }
  }
}
