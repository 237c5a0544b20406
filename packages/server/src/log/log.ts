import { checkEvent, type EventBody, fold, type PolylogEvent, serializeEvent } from "@polylog/core";
import type { CommittedEvent, Hub } from "../hub/hub.ts";
import { limits } from "../limits.ts";
import { PolylogError } from "../polylog-error.ts";
import type { Append, Commit, Committed, EventStore, NewSession, Receipt } from "../store/store.ts";
import { StoreError } from "../store/store-error.ts";
import { beginning } from "./bound-event.ts";
import { LiveSession, loadSession } from "./live-session.ts";
import { type Outage, outageOf } from "./outage.ts";
import { summaryOf } from "./session-summary.ts";
import type { Watchers } from "./watchers.ts";
import { WeakLruCache } from "./weak-lru-cache.ts";

/**
 * Ingest: the only clock and the only source of ids and seqs. Concurrent appends of many sessions are written in one
 * transaction; only committed events are folded, answered and published.
 */

export interface LogOptions {
  readonly store: EventStore;
  readonly hub: Hub;
  readonly now: () => number;
  readonly newId: () => string;
  readonly watchers?: Watchers | undefined;
  /** Called when writing fails or works again. */
  readonly onHealth: (reason: string | null) => void;
  /** Called when a watcher of a commit throws. The commit itself is not affected. */
  readonly onTrouble?: ((error: unknown) => void) | undefined;
}

/** Events and documents that are written together: all or nothing. */
export interface Entry {
  readonly bodies: readonly EventBody[];
  readonly created?: NewSession | undefined;
  /** The receipt is created when the seq of the entry's last event is known. */
  readonly receipt?: ReceiptDraft | undefined;
  readonly documents?: Commit["documents"];
  /** Rewinds the session first. The session in memory is its state after that. Its listeners restart. */
  readonly rewound?: { readonly seq: number; readonly rev: number } | undefined;
  /** Whether the entry is rejected while the log is not writable. Events of agents wait instead. */
  readonly refusable: boolean;
}

export interface ReceiptDraft extends Pick<Receipt, "clientMessageId" | "bodyHash"> {
  readonly response: (seq: number) => string;
}

interface Pending extends Entry {
  readonly session: LiveSession;
  lastSeq: number;
  readonly resolve: (events: PolylogEvent[]) => void;
  readonly reject: (error: unknown) => void;
}

interface Prepared {
  readonly session: LiveSession;
  readonly append: Append;
  readonly conversation: LiveSession["conversation"];
}

const RETRY_MS = 500;

export class Log {
  private readonly options: LogOptions;
  private readonly live = new WeakLruCache<LiveSession>(
    limits.idleSessionsInMemory,
    (session) => session.isInactive,
  );
  private pending: Pending[] = [];
  private scheduled = false;
  private flushed: Promise<void> = Promise.resolve();
  private readonly rewinds = new Set<Promise<void>>();
  private outage: Outage | null = null;
  private retry: NodeJS.Timeout | null = null;
  private closed = false;
  private committedAt = Number.NEGATIVE_INFINITY;
  commits = 0;
  events = 0;

  constructor(options: LogOptions) {
    this.options = options;
  }

  get health(): string | null {
    return this.outage?.reason ?? null;
  }

  /** The number of sessions in memory. */
  get liveSessions(): number {
    return this.live.size;
  }

  session(sessionId: string): Promise<LiveSession> {
    return this.live.find(sessionId) ?? this.live.load(sessionId, this.load(sessionId));
  }

  /** A session that is not in the store yet. It is stored with its first events. */
  begin(created: NewSession): LiveSession {
    const session = LiveSession.begin(created);
    this.live.put(created.sessionId, session);
    return session;
  }

  /** Drops a session that was deleted or rewound. The dropped object accepts no more events. */
  async forget(sessionId: string): Promise<void> {
    // A session that cannot be loaded has nothing in memory to mark.
    const session = await this.live.find(sessionId)?.catch(() => null);
    this.live.delete(sessionId);
    if (session) session.dead = true;
  }

  /** Throws if the log is not writable. */
  assertWritable(): void {
    if (this.outage !== null) throw this.outage.refusal();
  }

  /** Appends events and resolves with them as written, once they are durable. */
  append(session: LiveSession, entry: Entry): Promise<PolylogEvent[]> {
    if (this.closed)
      return Promise.reject(
        new PolylogError("degraded", "The server is shutting down. Retry in a few seconds."),
      );
    if (session.dead)
      return Promise.reject(
        new PolylogError("store_conflict", "The session was changed in the meantime. Retry."),
      );
    if (this.outage !== null && entry.refusable) return Promise.reject(this.outage.refusal());
    return new Promise((resolve, reject) => {
      const item = { ...entry, session, lastSeq: 0, resolve, reject };
      if (entry.rewound !== undefined) return this.rewind(item);
      this.pending.push(item);
      this.schedule();
    });
  }

  /** Writes waiting entries, then rejects further ones. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.retry !== null) clearTimeout(this.retry);
    this.retry = null;
    await Promise.all([this.flush(), ...this.rewinds]);
    if (this.retry !== null) clearTimeout(this.retry);
    for (const item of this.pending)
      item.reject(new PolylogError("degraded", "The server is shutting down. Retry in a few seconds."));
    this.pending = [];
  }

  private async load(sessionId: string): Promise<LiveSession> {
    const row = await this.options.store.session(sessionId);
    if (row === null)
      throw new PolylogError("session_not_found", "This session does not exist. It may have been deleted.", {
        sessionId,
      });
    return loadSession(this.options.store, row);
  }

  private schedule(): void {
    if (this.scheduled || this.retry !== null) return;
    this.scheduled = true;
    const write = () => {
      this.scheduled = false;
      void this.flush();
    };
    // When idle, flush on the next tick so that events of the same tick share a commit. When busy, flush at the end of the
    // event loop turn, so that all events of the turn share it.
    if (performance.now() - this.committedAt > limits.restMs) process.nextTick(write);
    else setImmediate(write);
  }

  /** Flushes run one after the other. */
  private flush(): Promise<void> {
    this.flushed = this.flushed.then(async () => {
      while (this.pending.length > 0 && this.retry === null) await this.commitSome();
      if (this.outage !== null && this.retry === null && !this.closed) await this.probe();
    });
    return this.flushed;
  }

  /** Without entries to write, checks whether the log is writable again. */
  private async probe(): Promise<void> {
    try {
      const ts = this.options.now();
      await this.options.store.commit({ documents: [{ kind: "probe", key: "disk", value: { ts } }] });
      this.setOutage(null);
    } catch (error) {
      this.setOutage(outageOf(error) ?? this.outage);
      this.retryLater();
    }
  }

  private async commitSome(): Promise<void> {
    const taken = takeBatch(this.pending);
    this.pending = this.pending.slice(taken.length);
    await this.commit(taken);
  }

  /** The store reads the whole session before it truncates it. Other sessions do not wait for that. */
  private rewind(item: Pending): void {
    const done = this.commit([item]).finally(() => this.rewinds.delete(done));
    this.rewinds.add(done);
  }

  private async commit(taken: readonly Pending[]): Promise<void> {
    const prepared = this.prepare(taken);
    const fit = new Set(prepared.map(({ session }) => session));
    const batch = taken.filter(({ session }) => fit.has(session));
    if (batch.length === 0) return;
    const work: Commit = {
      created: batch.flatMap((item) => item.created ?? []),
      rewound: batch.flatMap(({ rewound, session: { sessionId } }) =>
        rewound === undefined ? [] : [{ sessionId, ...rewound }],
      ),
      appends: prepared.map(({ append }) => append),
      receipts: batch.flatMap(({ receipt, session: { sessionId }, lastSeq }) => {
        if (receipt === undefined) return [];
        const { clientMessageId, bodyHash } = receipt;
        return [{ clientMessageId, bodyHash, sessionId, response: receipt.response(lastSeq) }];
      }),
      documents: batch.flatMap((item) => item.documents ?? []),
    };
    let committed: Committed;
    try {
      committed = await this.options.store.commit(work);
    } catch (error) {
      this.failed(batch, error);
      return;
    }
    this.setOutage(null);
    this.commits++;
    this.committedAt = performance.now();
    try {
      this.finish(batch, prepared, committed);
    } catch (error) {
      this.options.onTrouble?.(error);
    }
  }

  /** An event that cannot be folded is a bug. Only the entries of that session fail. */
  private prepare(batch: readonly Pending[]): Prepared[] {
    const bySession = Map.groupBy(batch, (item) => item.session);
    return [...bySession].flatMap(([session, items]) => {
      try {
        return [this.prepareSession(session, items)];
      } catch (error) {
        session.resetLogCompactor();
        for (const item of items) item.reject(error);
        return [];
      }
    });
  }

  private prepareSession(session: LiveSession, items: readonly Pending[]): Prepared {
    const events: { event: PolylogEvent; line: string }[] = [];
    const drops: number[] = [];
    let { conversation, head } = session;
    for (const item of items) {
      for (const body of item.bodies) {
        const event = this.stamp(session, ++head, body);
        drops.push(...session.logCompactor.next(conversation, event));
        conversation = fold(conversation, event);
        events.push({ event, line: serializeEvent(event) });
      }
      item.lastSeq = head;
    }
    const ts = events.at(-1)?.event.ts ?? this.options.now();
    const { sessionId, rev } = session;
    const summary = summaryOf(conversation, session, ts);
    return { session, conversation, append: { sessionId, rev, head: session.head, events, drops, summary } };
  }

  private stamp(session: LiveSession, seq: number, body: EventBody): PolylogEvent {
    const { now, newId } = this.options;
    const stamps = { id: newId(), sessionId: session.sessionId, seq, rev: session.rev, ts: now() };
    const checked = checkEvent({ ...stamps, ...body });
    if (checked.ok) return checked.event;
    // An invalid event from a backend is a bug, but its content is kept.
    const problem = JSON.stringify({ reason: checked.error.reason, path: checked.error.path, body });
    const line = beginning(problem, limits.textChars);
    const { runId, agentId } = body as { runId?: string; agentId?: string };
    const cut = line.length < problem.length ? { truncated: true } : {};
    return { ...stamps, type: "backend_raw", line, ...cut, runId, agentId };
  }

  private finish(batch: readonly Pending[], prepared: readonly Prepared[], { positions }: Committed): void {
    const published: CommittedEvent[] = [];
    prepared.forEach(({ session, append, conversation }, index) => {
      session.conversation = conversation;
      session.head = append.head + append.events.length;
      this.events += append.events.length;
      append.events.forEach(({ event, line }, at) => {
        const position = positions[index]?.[at] as number;
        published.push({
          sessionId: append.sessionId,
          seq: event.seq,
          rev: append.rev,
          position,
          line,
          event,
          projectRoot: session.projectRoot,
        });
      });
    });
    const written = new Map(
      prepared.map(({ session, append }) => [session, append.events.map(({ event }) => event)]),
    );
    try {
      for (const { rewound, session } of batch)
        if (rewound !== undefined) this.options.hub.drop(session.sessionId, "The session was rewound.");
      this.options.hub.publish(published);
      for (const [session, events] of written) this.options.watchers?.committed(session.sessionId, events);
    } finally {
      for (const item of batch) item.resolve(written.get(item.session)?.splice(0, item.bodies.length) ?? []);
    }
  }

  /** Nothing of the batch was written. Commands are rejected; events of agents wait until the log is writable. */
  private failed(batch: readonly Pending[], error: unknown): void {
    for (const { session } of batch) session.resetLogCompactor();
    const outage = outageOf(error);
    if (outage === null) return this.refuse(batch, error);
    const waiting = [...batch, ...this.pending];
    this.pending = waiting.filter((item) => !item.refusable);
    for (const item of waiting) if (item.refusable) item.reject(outage.refusal());
    this.setOutage(outage);
    this.retryLater();
  }

  /** Rejects the entries of the session that cannot be written to. The other entries of the batch continue. */
  private refuse(batch: readonly Pending[], error: unknown): void {
    const culprit = error instanceof StoreError ? error.sessionId : null;
    const isRefused = ({ session }: Pending) => culprit === null || session.sessionId === culprit;
    if (culprit !== null) this.pending = [...batch.filter((item) => !isRefused(item)), ...this.pending];
    for (const item of batch) if (isRefused(item)) item.reject(refusal(error));
  }

  private retryLater(): void {
    this.retry = setTimeout(() => {
      this.retry = null;
      this.schedule();
    }, RETRY_MS);
  }

  /** Reported when an outage starts, changes and ends, not on each retry. */
  private setOutage(outage: Outage | null): void {
    const before = this.health;
    this.outage = outage;
    if (this.health !== before) this.options.onHealth(this.health);
  }
}

function takeBatch(pending: readonly Pending[]): Pending[] {
  let events = 0;
  const taken = pending.findIndex((item) => {
    events += item.bodies.length;
    return events > limits.commitEvents;
  });
  return pending.slice(0, taken === -1 ? pending.length : Math.max(1, taken));
}

function refusal(error: unknown): unknown {
  if (!(error instanceof StoreError) || error.code !== "conflict") return error;
  return new PolylogError("store_conflict", "The session was changed in the meantime. Retry.", {}, error);
}
