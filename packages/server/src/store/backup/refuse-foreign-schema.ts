import { DatabaseSync } from "node:sqlite";
import { migrate } from "../sqlite/migrate.ts";
import { allRows } from "../sqlite/rows.ts";
import { migrations } from "../sqlite/schema.ts";
import { StoreError } from "../store-error.ts";

interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

/** The table that a backup has beside a log's own: its large outputs. */
export const blobTable =
  "CREATE TABLE blobs (session_id TEXT, blob_id TEXT, content BLOB, PRIMARY KEY (session_id, blob_id))";

/** The search index makes these by itself, in the words of the SQLite at hand. */
const madeByIndex = /^search_\w+$/;

/**
 * Refuses a file that has anything but a log's tables. A trigger or a view in it would act each time that the server
 * writes, and could bring back what the restore left out.
 */
export function refuseForeignSchema(db: DatabaseSync, file: string): void {
  const known = new Set(knownSchema().map(textOf));
  const foreign = schemaOf(db).find((row) => !known.has(textOf(row)));
  if (foreign === undefined) return;
  throw new StoreError("broken", `${file} holds a ${foreign.type} that no log of Polylog has.`);
}

function knownSchema(): SchemaRow[] {
  const reference = new DatabaseSync(":memory:");
  try {
    migrate(reference, migrations);
    reference.exec(blobTable);
    return schemaOf(reference);
  } finally {
    reference.close();
  }
}

function schemaOf(db: DatabaseSync): SchemaRow[] {
  return allRows<SchemaRow>(db.prepare("SELECT type, name, sql FROM sqlite_schema"));
}

function textOf({ type, name, sql }: SchemaRow): string {
  return JSON.stringify([type, name, madeByIndex.test(name) ? null : sql]);
}
