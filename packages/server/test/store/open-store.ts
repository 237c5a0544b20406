import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import type { EventStore } from "../../src/store/store.ts";

/** A folder that is deleted when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "polylog-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A store that is closed when the test ends. */
export function openForTest(file = path.join(temporaryFolder(), "log.db")): EventStore {
  const store = openSqliteStore(file);
  onTestFinished(() => store.close());
  return store;
}
