import { DatabaseSync } from "node:sqlite";
import { migrate } from "./migrate.ts";
import { makePrivateFile } from "./private-files.ts";
import { readNumber } from "./read-number.ts";
import { type Migration, migrations } from "./schema.ts";
import { toStoreError } from "./sqlite-error.ts";
import { StoreError } from "./store-error.ts";

/** How long a write waits for another process that writes, and everybody with it; after that it is tried again later. */
export const busyMs = 1000;
const FULL = 2;

/** Pages of the write-ahead log after which a commit moves them into the file itself, if nobody did so before. */
const journalPages = 2000;
/** Bytes that it keeps on disk after a checkpoint. */
const journalBytes = 16 * 1024 * 1024;

/** Opens or creates the file, durable and at the newest schema. */
export function openDatabase(file: string, steps: readonly Migration[] = migrations): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    makePrivateFile(file);
    db = new DatabaseSync(file, { timeout: busyMs, enableForeignKeyConstraints: true });
    // First: the way a file gives space back is fixed when its first page is written.
    db.exec("PRAGMA auto_vacuum = INCREMENTAL");
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
