import path from "node:path";
import type { EventStore } from "@polylog/server";

/** Works on the log itself, which nobody else can meanwhile. Rejects with `HomeHeldError` if somebody does. */
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
