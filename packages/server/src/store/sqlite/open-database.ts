import { DatabaseSync } from "node:sqlite";
import { makePrivateFile } from "../files/private-files.ts";
import { StoreError } from "../store-error.ts";
import { migrate } from "./migrate.ts";
import { oneRow, readNumber } from "./rows.ts";
import { type Migration, migrations } from "./schema.ts";
import { toStoreError } from "./sqlite-error.ts";

/** How long whoever opens a log waits for another process that writes. */
const busyMs = 1000;
/** How long a write waits within SQLite, and everybody with it; it is tried again beside the event loop. */
export const lockMs = 5;
const FULL = 2;
const INCREMENTAL = 2;

/** Pages of the write-ahead log after which a commit moves them into the file itself, if nobody did so before. */
const journalPages = 2000;
/** Bytes that it keeps on disk after a checkpoint. */
const journalBytes = 16 * 1024 * 1024;

/** Without these no session can be served; damage to a session's own events is told by the session. */
const neededByAll = [
  "SELECT * FROM log",
  "SELECT * FROM sessions ORDER BY activity DESC LIMIT 1",
  "SELECT * FROM documents LIMIT 1",
];

/** Opens or creates the file, durable and at the newest schema. */
export function openDatabase(file: string, steps: readonly Migration[] = migrations): DatabaseSync {
  try {
    return open(file, steps, "NORMAL");
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== "full") throw error;
    // A full disk has no room for the file that connections share; one alone does without it.
    return open(file, steps, "EXCLUSIVE");
  }
}

/** Whether no other connection can be opened beside this one. */
export function isExclusive(db: DatabaseSync): boolean {
  const mode = oneRow<{ locking_mode: string }>(db.prepare("PRAGMA locking_mode"))?.locking_mode;
  return mode === "exclusive";
}

function open(file: string, steps: readonly Migration[], locking: "NORMAL" | "EXCLUSIVE"): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    makePrivateFile(file);
    // Runs and asks of a deleted session are removed bit by bit after its row, not with it.
    db = new DatabaseSync(file, { timeout: busyMs, enableForeignKeyConstraints: false });
    db.exec(`PRAGMA locking_mode = ${locking}`);
    // First: the way a file gives space back is fixed when its first page is written. To set it again would write.
    if (readNumber(db, "PRAGMA auto_vacuum") !== INCREMENTAL) db.exec("PRAGMA auto_vacuum = INCREMENTAL");
    db.exec("PRAGMA journal_mode = WAL");
    db.exec("PRAGMA synchronous = FULL");
    db.exec(`PRAGMA wal_autocheckpoint = ${journalPages}`);
    db.exec(`PRAGMA journal_size_limit = ${journalBytes}`);
    // Zeroes what is deleted inside pages that stay; whole pages are given back by the reclaimer.
    db.exec("PRAGMA secure_delete = FAST");
    if (readNumber(db, "PRAGMA synchronous") !== FULL) {
      throw new StoreError(
        "broken",
        "SQLite refuses to wait for the disk: a power cut could lose what was written.",
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

/** A second connection for long reads: it sees the log as it was when it began, and holds nobody up. */
export function openReader(file: string): DatabaseSync {
  return new DatabaseSync(file, { timeout: busyMs, readOnly: true });
}
