import type { DatabaseSync } from "node:sqlite";
import { StoreError } from "../store-error.ts";
import { readNumber } from "./rows.ts";
import { APPLICATION_ID, type Migration } from "./schema.ts";

/**
 * Migrates a file to the newest schema, one transaction per step: if the process is killed, the file is at one version or
 * the next, and the next start continues from there.
 */
export function migrate(db: DatabaseSync, steps: readonly Migration[]): void {
  for (let version = versionNow(db, steps.length); version < steps.length; ) {
    db.exec("BEGIN IMMEDIATE");
    try {
      // Another process may have done the step while this one waited for the lock.
      version = readVersion(db, steps.length);
      const step = steps[version];
      if (step !== undefined) {
        step(db);
        version++;
        db.exec(`PRAGMA user_version = ${version}`);
      }
      db.exec("COMMIT");
    } catch (error) {
      if (db.isTransaction) db.exec("ROLLBACK");
      throw error;
    }
  }
}

/** Reads version and tables in one transaction, because another process may migrate concurrently. */
function versionNow(db: DatabaseSync, newest: number): number {
  db.exec("BEGIN");
  try {
    return readVersion(db, newest);
  } finally {
    db.exec("COMMIT");
  }
}

function readVersion(db: DatabaseSync, newest: number): number {
  const version = readNumber(db, "PRAGMA user_version");
  const isForeign =
    version === 0
      ? readNumber(db, "SELECT count(*) FROM sqlite_schema") > 0
      : readNumber(db, "PRAGMA application_id") !== APPLICATION_ID;
  if (isForeign)
    throw new StoreError(
      "broken",
      `${db.location()} is a database, but not a Polylog log. Use another home.`,
    );
  if (version > newest) {
    throw new StoreError(
      "broken",
      `${db.location()} was written by a newer Polylog (schema ${version}, this one supports ${newest}). ` +
        "Start the newer version, or use another home.",
    );
  }
  return version;
}
