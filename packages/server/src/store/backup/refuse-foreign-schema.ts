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

/** The table of large outputs, which only a backup has. */
export const blobTable =
  "CREATE TABLE blobs (session_id TEXT, blob_id TEXT, content BLOB, PRIMARY KEY (session_id, blob_id))";

/** The search index creates these automatically, with SQL that depends on the SQLite version. */
const madeByIndex = /^search_\w+$/;

/**
 * Rejects a file with anything but a log's tables. A trigger or a view in it would run on each write of the server, and
 * could bring back policy that the restore left out.
 */
export function refuseForeignSchema(db: DatabaseSync, file: string): void {
  const known = new Set(knownSchema().map(textOf));
  const foreign = schemaOf(db).find((row) => !known.has(textOf(row)));
  if (foreign === undefined) return;
  throw new StoreError("broken", `${file} contains a ${foreign.type} that does not belong in a Polylog log.`);
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
