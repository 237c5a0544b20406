import type { ClientError } from "../client-error.ts";
import type { Connection, Link, LinkMaker } from "../connection/link.ts";
import type { Http } from "../http.ts";
import { limits } from "../limits.ts";
import { Listeners } from "../listeners.ts";
import type { Timing } from "../timing.ts";
import type { Feed, FeedSession } from "./feed.ts";
import { type EventFrame, type Reading, readFrame } from "./frame.ts";
import { readSse } from "./read-sse.ts";
import type { SseMessage } from "./sse-parser.ts";

export type FramesListener = (frames: readonly EventFrame[]) => void;

export interface SharedSseOptions {
  readonly http: Http;
  readonly timing: Timing;
  readonly makeLink: LinkMaker;
  /** The server denies this client the stream of all sessions; it may still allow single ones. */
  readonly refused: () => void;
}

/**
 * One stream of all sessions for everything that is open, because a browser allows few connections. Only for listeners to all
 * sessions it resumes.
 */
export class SharedSse implements Feed {
  private readonly options: SharedSseOptions;
  private readonly sessions = new Map<string, FeedSession>();
  private readonly listeners = new Set<FramesListener>();
  private readonly toTell: Listeners;
  private frames: EventFrame[] = [];
  private cursor: string | null = null;
  private openedBefore = false;
  private link: Link | null = null;

  constructor(options: SharedSseOptions) {
    this.options = options;
    this.toTell = new Listeners(options.timing, () => this.frames.length > 0);
    this.toTell.add(() => this.hand());
  }

  attach(session: FeedSession): void {
    this.sessions.set(session.sessionId, session);
    const link = this.open();
    session.linkChanged(link.state, link.error);
  }

  detach(session: FeedSession): void {
    this.sessions.delete(session.sessionId);
    this.closeIfUnused();
  }

  retry(): void {
    this.link?.retry();
  }

  /** All frames of all sessions from now on, in the server's order, grouped by tick. */
  listen(listener: FramesListener): () => void {
    const own: FramesListener = (frames) => listener(frames);
    this.listeners.add(own);
    this.open();
    return () => {
      this.listeners.delete(own);
      this.closeIfUnused();
    };
  }

  private open(): Link {
    this.link ??= this.options.makeLink({
      run: (connection) => this.run(connection),
      changed: (state, error) => {
        for (const session of [...this.sessions.values()]) session.linkChanged(state, error);
      },
    });
    return this.link;
  }

  private closeIfUnused(): void {
    if (this.sessions.size > 0 || this.listeners.size > 0) return;
    this.link?.close();
    this.link = null;
    this.cursor = null;
    this.openedBefore = false;
  }

  private async run({ signal, opened, alive }: Connection): Promise<never> {
    const resume = this.cursor === null || this.listeners.size === 0 ? {} : { "last-event-id": this.cursor };
    const body = await this.options.http
      .stream("/api/events", {}, resume, signal)
      .catch((error: ClientError) => {
        if (deniesSharedStream(error)) this.options.refused();
        throw error;
      });
    // A stream that is cut before its first frame has no cursor to resume from, so its listener must be notified. A stream that
    // resumes has missed the frames outside the log.
    if (this.openedBefore && this.listeners.size > 0)
      this.keep(controlFrame(this.cursor === null ? "resync" : "sync", this.options.timing.now()));
    this.openedBefore = true;
    opened();
    return readSse(body, alive, (message) => {
      if (!signal.aborted) this.take(message);
    });
  }

  private take(message: SseMessage): void {
    if (message.lastEventId !== "") this.cursor = message.lastEventId;
    const reading = this.read(message);
    if (this.listeners.size > 0 && reading.frame !== null) this.keep(reading.frame);
    if (reading.kind === "other") return;
    if (reading.kind === "event") this.sessions.get(reading.event.sessionId)?.take(reading.event);
    else if (reading.sessionId !== null) this.sessions.get(reading.sessionId)?.lost();
    else this.beginAnew();
  }

  /**
   * An unreadable frame affects one session, which misses it and reads the log; all others continue. Listeners to all sessions
   * are notified that something is missing.
   */
  private read(message: SseMessage): Reading {
    try {
      return readFrame(message);
    } catch {
      return { kind: "other", frame: controlFrame("resync", this.options.timing.now()) };
    }
  }

  /** The events after the cursor are unavailable: every session is loaded again, and the stream starts now. */
  private beginAnew(): void {
    this.cursor = null;
    this.openedBefore = false;
    this.link?.restart();
    for (const session of [...this.sessions.values()]) session.lost();
  }

  private keep(frame: EventFrame): void {
    this.frames.push(frame);
    if (this.frames.length >= limits.pendingFrames) this.hand();
    else this.toTell.announce();
  }

  private hand(): void {
    const { frames } = this;
    this.frames = [];
    for (const listener of [...this.listeners]) listener(frames);
  }
}

function controlFrame(phase: "resync" | "sync", now: number): EventFrame {
  return { id: "", seq: 0, rev: 0, ts_ms: now, kind: "run", phase, data: null };
}

function deniesSharedStream({ status, code }: ClientError): boolean {
  return status === 404 || status === 405 || status === 501 || (status === 403 && code === "not_allowed");
}
