import type { PolylogEvent } from "@polylog/core";

/** Receives the committed events of a session, in order, in the same tick. It must not throw or wait. */
export interface Watcher {
  committed(event: PolylogEvent): void;
  /** The session was deleted or rewound. */
  gone?(): void;
}

/** For parts of the server that follow sessions; clients subscribe to the hub. */
export class Watchers {
  private readonly ofAll: ((sessionId: string, event: PolylogEvent) => void)[] = [];
  private readonly bySession = new Map<string, Set<Watcher>>();

  watch(sessionId: string, watcher: Watcher): () => void {
    const watchers = this.bySession.get(sessionId) ?? new Set();
    this.bySession.set(sessionId, watchers.add(watcher));
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0 && this.bySession.get(sessionId) === watchers) this.bySession.delete(sessionId);
    };
  }

  /** Receives the committed events of all sessions. */
  watchAll(watcher: (sessionId: string, event: PolylogEvent) => void): void {
    this.ofAll.push(watcher);
  }

  committed(sessionId: string, events: readonly PolylogEvent[]): void {
    for (const watcher of [...(this.bySession.get(sessionId) ?? [])]) {
      for (const event of events) watcher.committed(event);
    }
    for (const watcher of this.ofAll) for (const event of events) watcher(sessionId, event);
  }

  gone(sessionId: string): void {
    for (const watcher of [...(this.bySession.get(sessionId) ?? [])]) watcher.gone?.();
  }
}
