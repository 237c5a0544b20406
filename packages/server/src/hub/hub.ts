import { setImmediate as nextTurn } from "node:timers/promises";
import { messageOf, type PolylogEvent, type StateChange } from "@polylog/core";
import { limits } from "../limits.ts";
import type { EventStore, StoredEvent } from "../store/store.ts";
import { StoreError } from "../store/store-error.ts";

/**
 * Delivers committed events to listeners. A listener first reads missed events from the store, page by page, and joins the
 * live stream exactly where the pages end. Nothing is queued for a slow listener: it returns to reading pages once it has
 * room again, so it uses no memory and delays no one.
 */

/** An event to deliver. Its serialized form is created once for all listeners. */
export interface Delivery extends StoredEvent {
  /** The wire frame's JSON. */
  readonly frame: string;
}

/** An event that was just committed. It includes the event itself if its line need not be parsed again. */
export interface CommittedEvent extends StoredEvent {
  readonly event?: PolylogEvent | undefined;
  readonly projectRoot: string;
}

/** Creates an event's wire frame, from the event itself if it is available. */
export type ToFrame = (stored: StoredEvent, projectRoot: string | undefined, event?: PolylogEvent) => string;

export type Subscription =
  | { readonly kind: "session"; readonly sessionId: string; readonly rev: number; readonly after: number }
  | { readonly kind: "all"; readonly after: number };

export interface Sink {
  /** Accepts an event. False if the client is behind and must receive no more until `ready` is called. */
  deliver(delivery: Delivery): boolean;
  /** All missed events have been delivered; the next ones are live. */
  caughtUp(): void;
  /** On a stream of all sessions: a session was rewound, restored or deleted. Its previous events are no longer valid. */
  gone?(sessionId: string, reason: string): void;
  /** Something outside the log changed, in the subscribed session or for all. It has no place in the log. */
  changed(change: StateChange): void;
  /** Missed events cannot be sent, so the client must restart from the beginning. */
  lost(reason: string): void;
}

export interface Listening {
  /** The client has room again. */
  ready(): void;
  stop(): void;
}

interface Listener {
  readonly subscription: Subscription;
  readonly sink: Sink;
  cursor: number;
  /** Damaged sessions, which a stream of all sessions skips. */
  without: ReadonlySet<string>;
  /** Grows while the client keeps up, so that small pages are read for a slow client. */
  pageSize: number;
  state: "reading" | "live" | "blocked" | "stopped";
}

/** Shared, because there are thousands of listeners and damage is rare. */
const none: ReadonlySet<string> = new Set();

export class Hub {
  private readonly store: EventStore;
  private readonly toFrame: ToFrame;
  private readonly bySession = new Map<string, Set<Listener>>();
  private readonly ofAll = new Set<Listener>();
  /** The last published seq of each session with listeners, and the last published position. */
  private readonly lastSeq = new Map<string, number>();
  private lastPosition: number;
  /** The projects of recently subscribed sessions. A session never changes its project. */
  private readonly roots = new Map<string, string>();

  constructor(store: EventStore, position: number, toFrame: ToFrame) {
    this.store = store;
    this.lastPosition = position;
    this.toFrame = toFrame;
  }

  get listeners(): number {
    let count = this.ofAll.size;
    for (const set of this.bySession.values()) count += set.size;
    return count;
  }

  /** The position after which the stream of all sessions is live now. */
  get position(): number {
    return this.lastPosition;
  }

  listen(subscription: Subscription, sink: Sink): Listening {
    const listener: Listener = {
      subscription,
      sink,
      cursor: subscription.after,
      without: none,
      pageSize: limits.catchUpEvents,
      state: "reading",
    };
    this.add(listener);
    void this.read(listener);
    return {
      ready: () => {
        if (listener.state !== "blocked") return;
        listener.state = "reading";
        void this.read(listener);
      },
      stop: () => {
        listener.state = "stopped";
        this.remove(listener);
      },
    };
  }

  /** Called with the events of one commit, in order, right after it. */
  publish(events: readonly CommittedEvent[]): void {
    for (const fresh of events) {
      const { sessionId, seq, rev, position, line } = fresh;
      this.lastPosition = Math.max(this.lastPosition, position);
      const listeners = this.bySession.get(sessionId);
      if (listeners !== undefined) this.lastSeq.set(sessionId, seq);
      if (listeners === undefined && this.ofAll.size === 0) continue;
      const frame = this.toFrame(fresh, fresh.projectRoot, fresh.event);
      const delivery: Delivery = { sessionId, seq, rev, position, line, frame };
      for (const listener of listeners ?? []) if (listener.state === "live") this.deliver(listener, delivery);
      for (const listener of this.ofAll) if (listener.state === "live") this.deliver(listener, delivery);
    }
  }

  /**
   * A whole session was written, up to this position, which is more than can be delivered at once. Listeners to all
   * sessions read it from the store.
   */
  catchUp(position: number): void {
    this.lastPosition = Math.max(this.lastPosition, position);
    for (const listener of this.ofAll) {
      if (listener.state !== "live") continue;
      listener.state = "reading";
      void this.read(listener);
    }
  }

  /** Publishes a change outside the log. Clients that are not connected fetch it when they connect. */
  publishChange(change: StateChange): void {
    const { sessionId } = change;
    const concerned =
      sessionId === undefined ? this.bySession.values() : [this.bySession.get(sessionId) ?? []];
    for (const listeners of concerned) for (const { sink } of listeners) sink.changed(change);
    for (const { sink } of this.ofAll) sink.changed(change);
  }

  /** A session was rewound, restored or deleted, so its listeners cannot continue. */
  drop(sessionId: string, reason: string): void {
    for (const listener of this.bySession.get(sessionId) ?? []) {
      listener.state = "stopped";
      listener.sink.lost(reason);
    }
    this.bySession.delete(sessionId);
    this.lastSeq.delete(sessionId);
    this.roots.delete(sessionId);
    for (const listener of this.ofAll) listener.sink.gone?.(sessionId, reason);
  }

  private async read(listener: Listener): Promise<void> {
    try {
      while (listener.state === "reading") {
        const published = this.published(listener);
        const page = await this.pageOrDamage(listener);
        if (listener.state !== "reading") return;
        if (page.length === 0 && this.published(listener) === published) {
          // There is no await between this check and the change, so each event is either in a page or delivered live.
          listener.state = "live";
          listener.sink.caughtUp();
          return;
        }
        await this.learnRoots(page);
        let taken = 0;
        for (const event of page) {
          if (listener.state !== "reading") break;
          this.deliver(listener, { ...event, frame: this.toFrame(event, this.roots.get(event.sessionId)) });
          taken++;
        }
        const wanted = taken < page.length ? taken : 2 * listener.pageSize;
        listener.pageSize = Math.max(8, Math.min(limits.catchUpEvents, wanted));
        // An embedded store answers without waiting, so reading a long log would otherwise block all other work.
        await nextTurn();
      }
    } catch (error) {
      if (listener.state === "stopped") return;
      listener.state = "stopped";
      this.remove(listener);
      listener.sink.lost(messageOf(error));
    }
  }

  private async learnRoots(page: readonly StoredEvent[]): Promise<void> {
    for (const { sessionId } of page) {
      if (this.roots.has(sessionId)) continue;
      const row = await this.store.session(sessionId);
      if (row === null) continue;
      const [oldest] = this.roots.keys();
      if (oldest !== undefined && this.roots.size >= limits.knownRoots) this.roots.delete(oldest);
      this.roots.set(sessionId, row.projectRoot);
    }
  }

  /** The next page. A damaged session does not stop a stream of all sessions. */
  private async pageOrDamage(listener: Listener): Promise<StoredEvent[]> {
    for (;;) {
      try {
        return await this.page(listener);
      } catch (error) {
        const damaged = error instanceof StoreError && error.code === "broken" ? error.sessionId : null;
        if (damaged === null || listener.subscription.kind !== "all" || listener.without.has(damaged))
          throw error;
        listener.without = new Set([...listener.without, damaged]);
        listener.sink.gone?.(damaged, "This session's log is damaged. Restore it from a backup.");
      }
    }
  }

  private page({ subscription, cursor, without, pageSize }: Listener): Promise<StoredEvent[]> {
    return subscription.kind === "session"
      ? this.store.events(subscription.sessionId, cursor, pageSize)
      : this.store.eventsFrom(cursor, pageSize, without);
  }

  /** The last published place in the listener's stream. Deleted events are never delivered again. */
  private published({ subscription }: Listener): number {
    return subscription.kind === "all" ? this.lastPosition : (this.lastSeq.get(subscription.sessionId) ?? 0);
  }

  private deliver(listener: Listener, delivery: Delivery): void {
    const at = listener.subscription.kind === "session" ? delivery.seq : delivery.position;
    if (at <= listener.cursor) return;
    listener.cursor = at;
    if (!listener.sink.deliver(delivery)) listener.state = "blocked";
  }

  private add(listener: Listener): void {
    const { subscription } = listener;
    if (subscription.kind === "all") {
      this.ofAll.add(listener);
      return;
    }
    const listeners = this.bySession.get(subscription.sessionId) ?? new Set();
    this.bySession.set(subscription.sessionId, listeners.add(listener));
  }

  private remove(listener: Listener): void {
    const { subscription } = listener;
    if (subscription.kind === "all") {
      this.ofAll.delete(listener);
      return;
    }
    const listeners = this.bySession.get(subscription.sessionId);
    listeners?.delete(listener);
    if (listeners?.size === 0) {
      this.bySession.delete(subscription.sessionId);
      this.lastSeq.delete(subscription.sessionId);
    }
  }
}
