import type { AskRecord, Projected, Projection, RunRecord } from "./project.ts";
import type { Receipt, SessionRow, StoredEvent } from "./store.ts";

/** A change that can be taken back. */
type Undo = () => void;

/** A table whose changes are noted, so that a commit that fails leaves no trace. */
class Table<K, V> {
  private readonly rows = new Map<K, V>();
  private readonly undos: Undo[];

  constructor(undos: Undo[]) {
    this.undos = undos;
  }

  get(key: K): V | undefined {
    return this.rows.get(key);
  }

  values(): V[] {
    return [...this.rows.values()];
  }

  entries(): [K, V][] {
    return [...this.rows];
  }

  set(key: K, value: V): void {
    const before = this.rows.get(key);
    this.undos.push(before === undefined ? () => this.rows.delete(key) : () => this.rows.set(key, before));
    this.rows.set(key, value);
  }

  delete(key: K): void {
    const before = this.rows.get(key);
    if (before === undefined) return;
    this.undos.push(() => this.rows.set(key, before));
    this.rows.delete(key);
  }
}

/** Events in order. */
export class Events {
  private list: StoredEvent[] = [];
  private readonly undos: Undo[];
  private readonly orderOf: (event: StoredEvent) => number;

  constructor(undos: Undo[], orderOf: (event: StoredEvent) => number) {
    this.undos = undos;
    this.orderOf = orderOf;
  }

  get last(): StoredEvent | undefined {
    return this.list.at(-1);
  }

  push(event: StoredEvent): void {
    const { list } = this;
    this.undos.push(() => list.pop());
    list.push(event);
  }

  keep(wanted: (event: StoredEvent) => boolean): void {
    const before = this.list;
    this.undos.push(() => {
      this.list = before;
    });
    this.list = before.filter(wanted);
  }

  /** The index of the first event whose order is above. */
  indexAfter(order: number): number {
    let low = 0;
    let high = this.list.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.orderOf(this.list[middle] as StoredEvent) > order) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  after(order: number, limit: number): StoredEvent[] {
    const from = this.indexAfter(order);
    return this.list.slice(from, from + Math.max(0, limit));
  }

  all(): readonly StoredEvent[] {
    return this.list;
  }
}

export interface SessionRecord {
  readonly row: SessionRow;
  readonly activity: number;
}

/** Everything that a store in memory holds. */
export class MemoryTables {
  private readonly undos: Undo[] = [];
  readonly sessions = new Table<string, SessionRecord>(this.undos);
  readonly logs = new Table<string, Events>(this.undos);
  readonly log = new Events(this.undos, (event) => event.position);
  readonly runs = new Table<string, RunRecord>(this.undos);
  readonly asks = new Table<string, AskRecord>(this.undos);
  readonly receipts = new Table<string, Receipt>(this.undos);
  readonly documents = new Table<string, { kind: string; key: string; value: string }>(this.undos);
  position = 0;

  /** Does all of it or nothing. */
  atomically<T>(work: () => T): T {
    const { position } = this;
    try {
      return work();
    } catch (error) {
      for (const undo of this.undos.toReversed()) undo();
      this.position = position;
      throw error;
    } finally {
      this.undos.length = 0;
    }
  }

  /** The session's own log, made when it is first asked for. */
  logOf(sessionId: string): Events {
    const known = this.logs.get(sessionId);
    if (known !== undefined) return known;
    const log = new Events(this.undos, (event) => event.seq);
    this.logs.set(sessionId, log);
    return log;
  }

  projectionOf(sessionId: string): Projection {
    return {
      run: (runId) => this.runs.get(rowKey(sessionId, runId)),
      runsBelow: (runId) =>
        this.runs.values().filter((run) => run.sessionId === sessionId && run.below === runId),
      ask: (askId) => this.asks.get(rowKey(sessionId, askId)),
      pendingAsks: (runId) =>
        this.asks
          .values()
          .filter((ask) => ask.sessionId === sessionId && ask.runId === runId && ask.state === "pending"),
    };
  }

  put({ runs, asks }: Projected): void {
    for (const run of runs) this.runs.set(rowKey(run.sessionId, run.runId), run);
    for (const ask of asks) this.asks.set(rowKey(ask.sessionId, ask.askId), ask);
  }

  forgetProjection(sessionId: string): void {
    for (const [key, run] of this.runs.entries()) if (run.sessionId === sessionId) this.runs.delete(key);
    for (const [key, ask] of this.asks.entries()) if (ask.sessionId === sessionId) this.asks.delete(key);
  }
}

export function rowKey(first: string, second: string): string {
  return JSON.stringify([first, second]);
}
