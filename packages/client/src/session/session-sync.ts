import type { Conversation, PolylogEvent } from "@polylog/core";
import { asClientError, type ClientError, isTransient, networkError } from "../client-error.ts";
import type { LinkState } from "../connection/link.ts";
import type { Network } from "../connection/network.ts";
import { limits } from "../limits.ts";
import type { Feed, FeedSession } from "../stream/feed.ts";
import { backoffMs, Pause, type Timing } from "../timing.ts";
import type { EventReader } from "./event-reader.ts";
import type { SessionLog } from "./session-log.ts";
import { Tail } from "./tail.ts";

/** `denied` also means that the session does not exist; the error states which. */
export type SessionState = "connecting" | "catching_up" | "live" | "offline" | "denied";

export interface SyncOptions {
  readonly sessionId: string;
  readonly log: SessionLog;
  readonly feed: Feed;
  readonly timing: Timing;
  readonly network: Network;
  /** The session's state, error or conversation changed. */
  readonly changed: () => void;
}

/** What to request from the server: the log's head, or everything. */
type Need = "check" | "load";

/**
 * Keeps one session's conversation in sync with the server's. It is loaded once; then events are added, each exactly once and
 * in order. Whenever events may be missing (a lost connection, a skipped seq, a changed epoch) the server is asked, and events
 * that arrive meanwhile are buffered.
 */
export class SessionSync implements FeedSession {
  readonly sessionId: string;
  private readonly options: SyncOptions;
  private readonly pause: Pause;
  private readonly ended = new AbortController();
  private readonly unsubscribe: () => void;
  private readonly tail = new Tail();
  private readonly readers = new Set<EventReader>();
  private feed: Feed;
  private link: LinkState = "connecting";
  private linkError: ClientError | null = null;
  /** Why the request to the server failed. */
  private failure: ClientError | null = null;
  private failures = 0;
  private need: Need | null = "load";
  private doing: Need | null = null;
  private loadedAt = Number.NEGATIVE_INFINITY;
  /** Events that arrived during a request to the server. */
  private held: PolylogEvent[] = [];
  /** The highest known seq of the log. */
  private target = 0;

  constructor(options: SyncOptions) {
    this.options = options;
    this.sessionId = options.sessionId;
    this.feed = options.feed;
    this.pause = new Pause(options.timing);
    this.unsubscribe = options.network.subscribe((online) => {
      if (online) this.stopWaiting();
    });
  }

  start(): void {
    this.feed.attach(this);
    void this.work();
  }

  /** Aborted when the session is closed. */
  get closed(): AbortSignal {
    return this.ended.signal;
  }

  get rev(): number | null {
    return this.tail.rev;
  }

  get seq(): number {
    return this.tail.seq;
  }

  get refusal(): ClientError | null {
    return this.state === "denied" ? this.error : null;
  }

  get error(): ClientError | null {
    return this.failure ?? this.linkError;
  }

  get state(): SessionState {
    if (this.failure !== null) return isTransient(this.failure) ? "offline" : "denied";
    if (this.link !== "open") return this.link;
    return this.need === null && this.doing === null && this.tail.seq >= this.target ? "live" : "catching_up";
  }

  /** Also passes new events to this reader. Returns a function that stops that. */
  addReader(reader: EventReader): () => void {
    this.readers.add(reader);
    return () => void this.readers.delete(reader);
  }

  fold(): Conversation {
    return this.tail.fold();
  }

  linkChanged(state: LinkState, error: ClientError | null): void {
    const lost = this.link === "open" && state !== "open";
    this.link = state;
    this.linkError = error;
    if (lost) this.require("check");
    if (state === "open") this.stopWaiting();
    this.options.changed();
    void this.work();
  }

  take(event: PolylogEvent): void {
    if (this.doing !== null || this.need !== null) return this.hold(event);
    this.add(event, false);
    this.options.changed();
    if (this.need !== null) void this.work();
  }

  lost(): void {
    this.require("load");
    this.options.changed();
    void this.work();
  }

  /** This client had the log rewound or deleted. */
  logChanged(): void {
    this.require("check");
    void this.work();
  }

  /** Switches to another feed. */
  moveTo(feed: Feed): void {
    this.feed.detach(this);
    this.feed = feed;
    this.link = "connecting";
    this.linkError = null;
    feed.attach(this);
    void this.work();
  }

  /** Retries at once, even after a denial. */
  retry(): void {
    this.failures = 0;
    this.pause.end();
  }

  close(): void {
    this.ended.abort();
    this.unsubscribe();
    this.pause.end();
    this.feed.detach(this);
  }

  /** The server is reachable again: failed requests are retried without waiting. Rejected ones are not. */
  private stopWaiting(): void {
    if (this.failure === null || isTransient(this.failure)) this.pause.end();
  }

  private require(need: Need): void {
    if (this.need !== "load") this.need = need;
  }

  /** Sends the necessary requests one after the other. Only one call runs at a time. */
  private async work(): Promise<void> {
    if (this.doing !== null) return;
    while (this.need !== null && this.mayAsk(this.need) && !this.ended.signal.aborted) {
      this.doing = this.need;
      this.need = null;
      this.options.changed();
      try {
        await (this.doing === "load" ? this.load() : this.check());
        this.failure = null;
        this.failures = 0;
      } catch (error) {
        await this.failed(this.doing, asClientError(error));
      }
      this.doing = null;
      if (this.need === null) this.release();
    }
    this.options.changed();
  }

  /**
   * The feed must be open first, otherwise events before it opens would be missed. The first load does not wait for that, nor
   * for the server: a page may have cached the last response. It is checked later.
   */
  private mayAsk(need: Need): boolean {
    if (this.link === "open") return true;
    return need === "load" && this.link !== "denied" && this.tail.rev === null;
  }

  private async failed(need: Need, error: ClientError): Promise<void> {
    if (this.ended.signal.aborted) return;
    if (error.code === "cursor_expired") return this.require("load");
    this.require(need);
    this.failure = error;
    this.options.changed();
    const wait = isTransient(error) ? backoffMs(this.failures, this.options.timing.random) : null;
    this.failures += 1;
    await this.pause.wait(wait);
  }

  private async load(): Promise<void> {
    const { log, timing } = this.options;
    // A server that always answers "start over" must not be asked in an endless loop.
    const again = timing.elapsed() - this.loadedAt < (limits.backoffMs[0] as number);
    if (again) await this.pause.wait(backoffMs(0, timing.random));
    const isEarly = this.link !== "open";
    const loaded = await log.load(this.ended.signal);
    if (this.ended.signal.aborted) return;
    if (isEarly) this.require("check");
    this.tail.begin(loaded);
    this.target = this.tail.seq;
    for (const reader of this.readers) reader.leaveLive();
    this.loadedAt = timing.elapsed();
  }

  private async check(): Promise<void> {
    const { log } = this.options;
    const { signal } = this.ended;
    const { rev, seq: head } = await log.head(signal);
    if (rev !== this.tail.rev) return this.require("load");
    this.target = Math.max(this.target, head);
    while (this.tail.seq < this.target) {
      const { events, isLast } = await log.page(rev, this.tail.seq, signal);
      for (const event of events) this.add(event, true);
      if (this.need === "load") return;
      if (isLast) {
        this.tail.skipTo(head);
        if (this.tail.seq < this.target) throw networkError("The log ends before an announced event.");
      }
      this.options.changed();
    }
  }

  private hold(event: PolylogEvent): void {
    this.held.push(event);
    if (this.held.length <= limits.heldEvents) return;
    // Too many to buffer: the log has all of them.
    this.held = [];
    this.target = Math.max(this.target, event.seq);
    this.require("check");
  }

  private release(): void {
    const { held } = this;
    this.held = [];
    for (const event of held) {
      if (this.need === null) this.add(event, false);
      else this.hold(event);
    }
  }

  private add(event: PolylogEvent, complete: boolean): void {
    const verdict = this.tail.add(event, complete);
    if (verdict === "taken") for (const reader of this.readers) reader.take(event);
    if (verdict === "rewound") this.require("load");
    if (verdict !== "gap") return;
    this.target = Math.max(this.target, event.seq);
    this.hold(event);
    this.require("check");
  }
}
