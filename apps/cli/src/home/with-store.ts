import path from "node:path";
import type { EventStore } from "@polylog/server";

/** Opens the log exclusively for `work`. Rejects with `HomeHeldError` if another process holds it. */
export async function withStore<T>(home: string, work: (store: EventStore) => Promise<T>): Promise<T> {
  const { lockHome, openSqliteStore, prepareLog } = await import("@polylog/server");
  const lock = lockHome(home);
  try {
    prepareLog(home);
    const store = openSqliteStore(logFile(home));
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  } finally {
    lock.release();
  }
}

export function logFile(home: string): string {
  return path.join(home, "polylog.db");
}
