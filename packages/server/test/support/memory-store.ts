import { DatabaseSync } from "node:sqlite";
import { migrate } from "../../src/store/sqlite/migrate.ts";
import { migrations } from "../../src/store/sqlite/schema.ts";
import { storeOn } from "../../src/store/sqlite/sqlite-store.ts";
import { damagedSessions } from "../../src/store/sqlite/verify-checksums.ts";
import type { EventStore } from "../../src/store/store.ts";

/** An empty SQLite store in memory, for tests that need no file. It cannot be backed up. */
export function openMemoryStore(): EventStore {
  const db = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  migrate(db, migrations);
  const store = storeOn(db);
  // The store verifies on a second connection, which would see another, empty database.
  store.verify = async (tell) => ({ damaged: await damagedSessions(db, tell) });
  return store;
}
