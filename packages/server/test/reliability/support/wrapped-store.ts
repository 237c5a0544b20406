import { openSqliteStore } from "../../../src/store/sqlite/sqlite-store.ts";
import type { EventStore } from "../../../src/store/store.ts";

/** A store with some methods replaced. */
export function wrapStore(store: EventStore, change: Partial<EventStore>): EventStore {
  return new Proxy(store, {
    // Awaiting it looks for a `then`, which a store does not have.
    get: (target, name: keyof EventStore) => change[name] ?? target[name]?.bind(target),
  });
}

/** Opens a store that records the lines of every successful commit, before log compaction drops some. */
export function recordingStore(): {
  readonly open: (file: string) => EventStore;
  readonly written: Map<string, string[]>;
} {
  const written = new Map<string, string[]>();
  const open = (file: string) => {
    const store = openSqliteStore(file);
    return wrapStore(store, {
      commit: async (work) => {
        const committed = await store.commit(work);
        for (const { sessionId, events } of work.appends ?? []) {
          const lines = written.get(sessionId) ?? [];
          lines.push(...events.map(({ line }) => line));
          written.set(sessionId, lines);
        }
        return committed;
      },
    });
  };
  return { open, written };
}
