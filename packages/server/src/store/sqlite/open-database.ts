import { DatabaseSync } from "node:sqlite";
import { makePrivateFile } from "../files/private-files.ts";
import { StoreError } from "../store-error.ts";
import { migrate } from "./migrate.ts";
import { oneRow, readNumber } from "./rows.ts";
import { type Migration, migrations } from "./schema.ts";
import { toStoreError } from "./sqlite-error.ts";

/** How long opening a log waits for another process that writes to it. */
const busyMs = 1000;
/** How long a write waits inside SQLite, blocking the process; then it is retried from the event loop. */
export const lockMs = 5;
const FULL = 2;
const INCREMENTAL = 2;

/** Pages of the write-ahead log after which a commit moves them to the file, if that was not done before. */
const journalPages = 2000;
/** Bytes that the write-ahead log keeps on disk after a checkpoint. */
const journalBytes = 16 * 1024 * 1024;

/** Without these no session can be served; damage to a session's own events is reported by that session. */
const neededByAll = [
  "SELECT * FROM log",
  "SELECT * FROM sessions ORDER BY activity DESC LIMIT 1",
  "SELECT * FROM documents LIMIT 1",
];

/** Opens or creates the file, durable and with the newest schema. */
export function openDatabase(file: string, steps: readonly Migration[] = migrations): DatabaseSync {
  try {
    return open(file, steps, "NORMAL");
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== "full") throw error;
    // A full disk has no room for the file that connections share, but a single connection works without it.
    return open(file, steps, "EXCLUSIVE");
  }
}

/** Whether no other connection can be opened. */
export function isExclusive(db: DatabaseSync): boolean {
  const mode = oneRow<{ locking_mode: string }>(db.prepare("PRAGMA locking_mode"))?.locking_mode;
  return mode === "exclusive";
}

function open(file: string, steps: readonly Migration[], locking: "NORMAL" | "EXCLUSIVE"): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    makePrivateFile(file);
    // Runs and asks of a deleted session are removed later in slices, not together with its row.
    db = new DatabaseSync(file, { timeout: busyMs, enableForeignKeyConstraints: false });
    db.exec(`PRAGMA locking_mode = ${locking}`);
    // Must be first: the vacuum mode is fixed when the first page is written. Setting it again would write.
    if (readNumber(db, "PRAGMA auto_vacuum") !== INCREMENTAL) db.exec("PRAGMA auto_vacuum = INCREMENTAL");
    db.exec("PRAGMA journal_mode = WAL");
    db.exec("PRAGMA synchronous = FULL");
    db.exec(`PRAGMA wal_autocheckpoint = ${journalPages}`);
    db.exec(`PRAGMA journal_size_limit = ${journalBytes}`);
    // Zeroes deleted data in pages that stay in use; whole pages are returned by the reclaimer.
    db.exec("PRAGMA secure_delete = FAST");
    if (readNumber(db, "PRAGMA synchronous") !== FULL) {
      throw new StoreError(
        "broken",
        "SQLite cannot sync writes to the disk, so a power cut could lose data. Put the home on another disk.",
      );
    }
    migrate(db, steps);
    for (const sql of neededByAll) db.prepare(sql).all();
    db.exec(`PRAGMA busy_timeout = ${lockMs}`);
    return db;
  } catch (error) {
    db?.close();
    throw toStoreError(error);
  }
}

/** A second connection for long reads: it reads a snapshot of the log and blocks no other connection. */
export function openReader(file: string): DatabaseSync {
  return new DatabaseSync(file, { timeout: busyMs, readOnly: true });
}
