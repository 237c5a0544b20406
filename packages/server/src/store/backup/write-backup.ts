import { renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PolylogError } from "../../polylog-error.ts";
import { blobFolder, blobIds, readBlob, sessionsWithBlobs, writeBlob } from "../blob-files.ts";
import { recordBackup } from "../detect-lost-log.ts";
import { NotRegularFile } from "../files/regular-file.ts";
import { syncLargeFile } from "../files/sync-file.ts";
import { change, oneRow } from "../sqlite/rows.ts";
import type { EventStore } from "../store.ts";
import { checkTarget } from "./check-target.ts";
import { blobTable } from "./refuse-foreign-schema.ts";

/** A backup is one file: a consistent copy of the log, and a table of the large outputs that it refers to. */

const refusedByDisk: ReadonlySet<string | undefined> = new Set(["EACCES", "EPERM", "EROFS"]);

/** Writes the whole file or nothing. Replaces an older backup with the same name, but no other file. */
export async function writeBackup(
  store: Pick<EventStore, "backup">,
  home: string,
  file: string,
): Promise<{ file: string; bytes: number }> {
  const target = path.resolve(file);
  checkTarget(target, home);
  const draft = `${target}.polylog-draft`;
  try {
    rmSync(draft, { force: true });
    await store.backup(draft);
    await addBlobs(draft, blobFolder(home));
    await syncLargeFile(draft);
    renameSync(draft, target);
    await syncLargeFile(path.dirname(target));
    recordBackup(home, target);
  } catch (error) {
    if (error instanceof NotRegularFile) {
      throw new PolylogError("bad_file", `The backup was not written: ${error.message}`, {}, error);
    }
    if (!refusedByDisk.has((error as NodeJS.ErrnoException).code)) throw error;
    throw new PolylogError("bad_request", `${target} cannot be written: ${String(error)}`, {}, error);
  } finally {
    for (const end of ["", "-wal", "-shm"]) rmSync(draft + end, { force: true });
  }
  return { file: target, bytes: statSync(target).size };
}

async function addBlobs(draft: string, folder: string): Promise<void> {
  const db = new DatabaseSync(draft);
  try {
    // The draft is synced to disk once, when it is complete.
    db.exec("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; BEGIN");
    db.exec(blobTable);
    const isThere = db.prepare("SELECT 1 AS one FROM sessions WHERE session_id = ?");
    const insert = db.prepare("INSERT INTO blobs (session_id, blob_id, content) VALUES (?, ?, ?)");
    for (const sessionId of await sessionsWithBlobs(folder)) {
      if (oneRow(isThere, sessionId) === undefined) continue;
      for (const blobId of await blobIds(folder, sessionId)) {
        insert.run(sessionId, blobId, await readBlob(folder, sessionId, blobId));
      }
    }
    db.exec("COMMIT");
  } finally {
    db.close();
  }
}

/** Moves the large outputs from a restored log to files. Returns their number. */
export async function extractBlobs(log: string, folder: string): Promise<number> {
  const db = new DatabaseSync(log);
  try {
    const table = db.prepare("SELECT 1 AS one FROM sqlite_master WHERE type = 'table' AND name = 'blobs'");
    // An older backup has no such table.
    if (oneRow(table) === undefined) return 0;
    let count = 0;
    for (const row of db.prepare("SELECT session_id, blob_id, content FROM blobs").iterate()) {
      const { session_id, blob_id, content } = row as unknown as BlobRow;
      if (await writeBlob(folder, session_id, blob_id, content)) count += 1;
    }
    change(db.prepare("DROP TABLE blobs"));
    db.exec("PRAGMA incremental_vacuum");
    return count;
  } finally {
    db.close();
  }
}

interface BlobRow {
  readonly session_id: string;
  readonly blob_id: string;
  readonly content: Uint8Array;
}
