import { randomInt } from "node:crypto";
import { existsSync, lstatSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { makePrivateFolder } from "../files/private-files.ts";
import { copyRegularFile } from "../files/regular-file.ts";
import { syncFile } from "../files/sync-file.ts";
import { openDatabase } from "../sqlite/open-database.ts";
import { change, oneRow, readNumber } from "../sqlite/rows.ts";
import { toStoreError } from "../sqlite/sqlite-error.ts";
import { visibleEvents } from "../sqlite/statements.ts";
import { damagedSessions } from "../sqlite/verify-checksums.ts";
import { StoreError } from "../store-error.ts";
import { refuseForeignSchema } from "./refuse-foreign-schema.ts";

export interface Restored {
  readonly sessions: number;
  readonly events: number;
  /** Sessions that were already damaged in the backup; all others are intact. */
  readonly damaged: readonly string[];
  /** The difference between every session's rev and its rev in the backup. */
  readonly revRaisedBy: number;
  /** Positions in this range belong to events lost in the restore. A client with such a cursor must resync. */
  readonly lostPositions: { readonly after: number; readonly upTo: number };
}

/** The kind of document that records a log's restores, by their time. */
export const RESTORED = "restored";

/** More than any log writes between its backup and its end. */
const positionStep = 2 ** 40;

/**
 * Creates a log from a backup. Events written after the backup are lost, so every session's rev is raised by a random step
 * and positions by a large one. Otherwise a client of the lost log could mistake a new event for one that it has.
 */
export async function restoreDatabase(
  backupFile: string,
  intoFile: string,
  now = Date.now(),
): Promise<Restored> {
  for (const file of [intoFile, `${intoFile}-wal`, `${intoFile}-shm`]) {
    if (existsSync(file))
      throw new StoreError(
        "conflict",
        `${file} already exists. Move it away, then retry. Nothing was changed.`,
      );
  }
  const partial = `${intoFile}.partial`;
  try {
    if (!existsSync(path.dirname(intoFile))) makePrivateFolder(path.dirname(intoFile));
    removeDatabase(partial);
    copyDatabase(backupFile, partial);
    // SQLite would treat an empty file as a new log.
    if (statSync(partial).size === 0) throw new StoreError("broken", `${backupFile} is empty.`);
    const db = openDatabase(partial);
    let restored: Restored;
    try {
      refuseForeignSchema(db, backupFile);
      const problem = oneRow<{ integrity_check: string }>(
        db.prepare("PRAGMA integrity_check(1)"),
      )?.integrity_check;
      if (problem !== "ok") throw new StoreError("broken", `${backupFile} is damaged: ${problem}`);
      restored = beginEpoch(db, await damagedSessions(db), now);
    } finally {
      db.close();
    }
    syncFile(partial);
    renameSync(partial, intoFile);
    syncFile(path.dirname(intoFile));
    return restored;
  } catch (error) {
    throw toStoreError(error);
  } finally {
    removeDatabase(partial);
  }
}

function beginEpoch(db: DatabaseSync, damaged: readonly string[], now: number): Restored {
  const revRaisedBy = 1 + randomInt(2 ** 31);
  const after = readNumber(db, `SELECT coalesce(max(position), 0) FROM ${visibleEvents}`);
  const upTo = Math.max(after, readNumber(db, "SELECT given FROM log")) + positionStep;
  const restored: Restored = {
    sessions: readNumber(db, "SELECT count(*) FROM sessions"),
    events: readNumber(db, `SELECT count(*) FROM ${visibleEvents}`),
    damaged,
    revRaisedBy,
    lostPositions: { after, upTo },
  };
  db.exec("BEGIN IMMEDIATE");
  change(db.prepare("UPDATE sessions SET rev = rev + ?"), revRaisedBy);
  change(db.prepare("UPDATE log SET given = ?"), upTo);
  const document = db.prepare("INSERT OR REPLACE INTO documents (kind, key, value) VALUES (?, ?, ?)");
  change(document, RESTORED, new Date(now).toISOString(), JSON.stringify(restored));
  db.exec("COMMIT");
  return restored;
}

/** A backup that another program opened may have a write-ahead log next to it. */
function copyDatabase(from: string, to: string): void {
  for (const end of ["", "-wal"]) {
    if (end !== "" && lstatSync(from + end, { throwIfNoEntry: false }) === undefined) continue;
    copyRegularFile(from + end, to + end);
  }
}

function removeDatabase(file: string): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
}
