import type { PolylogEvent } from "@polylog/core";
import { asClientError, ClientError, isTransient } from "../client-error.ts";
import { limits } from "../limits.ts";
import { backoffMs, Pause, type Timing } from "../timing.ts";
import type { SessionLog } from "./session-log.ts";

export interface EventsOptions {
  /** The seq after which to begin; by default 0, the beginning of the log. */
  readonly after?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The followed session, as its reader needs it. */
export interface FollowedLog {
  /** Null before the session is loaded. */
  readonly rev: number | null;
  readonly seq: number;
  /** Why the session is denied. */
  readonly refusal: ClientError | null;
}

export interface EventReaderOptions {
  readonly log: SessionLog;
  readonly followed: FollowedLog;
  readonly timing: Timing;
  /** The seq after which to begin. */
  readonly after: number;
  /** Aborted when reading ends. */
  readonly over: AbortSignal;
}

/**
 * Reads a session's events, each once and in order: first pages of the log, then live events. A reader that falls behind drops
 * its buffer and returns to pages, so its memory is limited.
 */
export class EventReader {
  private readonly options: EventReaderOptions;
  private readonly pause: Pause;
  private seq: number;
  private isLive = false;
  private held: PolylogEvent[] = [];

  constructor(options: EventReaderOptions) {
    this.options = options;
    this.seq = options.after;
    this.pause = new Pause(options.timing);
  }

  /** The session has processed an event. */
  take(event: PolylogEvent): void {
    if (!this.isLive) return;
    if (this.held.length < limits.heldEvents) this.held.push(event);
    else this.leaveLive();
    this.pause.end();
  }

  /** The session was loaded again: events may have been skipped. */
  leaveLive(): void {
    this.isLive = false;
    this.held = [];
    this.pause.end();
  }

  /** Another property of the session changed. */
  wake(): void {
    this.pause.end();
  }

  async *read(): AsyncGenerator<PolylogEvent, void, undefined> {
    const { followed, over } = this.options;
    let rev: number | null = null;
    while (!over.aborted) {
      if (followed.refusal !== null) throw followed.refusal;
      rev ??= followed.rev;
      if (rev === null) await this.pause.wait(null);
      else if (rev !== followed.rev) throw rewound();
      else if (!this.isLive) yield* this.readPages(rev);
      else if (this.held.length === 0) await this.pause.wait(null);
      else yield* this.deliver(this.takeHeld());
    }
  }

  private takeHeld(): PolylogEvent[] {
    const { held } = this;
    this.held = [];
    return held;
  }

  private *deliver(events: readonly PolylogEvent[]): Generator<PolylogEvent, void, undefined> {
    for (const event of events) {
      if (this.options.over.aborted) return;
      if (event.seq <= this.seq) continue;
      this.seq = event.seq;
      yield event;
    }
  }

  /** Switches to live in the tick in which the last page is read, so that there is no gap. */
  private async *readPages(rev: number): AsyncGenerator<PolylogEvent, void, undefined> {
    const { followed, log, over, timing } = this.options;
    for (let failures = 0; this.seq < followed.seq && !over.aborted; ) {
      const end = followed.seq;
      try {
        const { events, isLast } = await log.page(rev, this.seq, over);
        failures = 0;
        yield* this.deliver(events);
        // Earlier events that the log has dropped were superseded.
        if (isLast) this.seq = Math.max(this.seq, end);
      } catch (thrown) {
        if (over.aborted) return;
        const error = asClientError(thrown);
        if (error.code === "cursor_expired") throw rewound(error);
        if (!isTransient(error)) throw error;
        await this.pause.wait(backoffMs(failures, timing.random));
        failures += 1;
      }
    }
    this.isLive = true;
  }
}

function rewound(cause?: ClientError): ClientError {
  const message = "The session was rewound or restored. Read its events again from the beginning.";
  return new ClientError("cursor_expired", message, { cause });
}
