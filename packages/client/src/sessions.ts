import type { SendOnSocket } from "./api/api.ts";
import type { CallOptions } from "./api/routes.ts";
import type { Transport } from "./connect-options.ts";
import type { LinkMaker } from "./connection/link.ts";
import type { Network } from "./connection/network.ts";
import type { Http } from "./http.ts";
import type { RunHandle } from "./session/run-handle.ts";
import { SessionHandle, type SessionMessage } from "./session/session-handle.ts";
import { SessionLog } from "./session/session-log.ts";
import type { Feed } from "./stream/feed.ts";
import { SessionSse } from "./stream/session-sse.ts";
import { type FramesListener, SharedSse } from "./stream/shared-sse.ts";
import { WebSocketFeed } from "./stream/web-socket.ts";
import type { Timing } from "./timing.ts";

export interface SessionsOptions {
  readonly http: Http;
  readonly timing: Timing;
  readonly network: Network;
  readonly transport: Transport;
  readonly makeLink: LinkMaker;
  readonly send: (sessionId: string, message: SessionMessage, options: CallOptions) => Promise<RunHandle>;
}

interface Opened {
  readonly handle: SessionHandle;
  /** The number of users that have not closed it. */
  users: number;
}

/** The sessions that a client follows, and their feeds. */
export class Sessions {
  private readonly options: SessionsOptions;
  private readonly shared: SharedSse;
  private readonly single: SessionSse;
  private readonly socket: WebSocketFeed;
  private readonly opened = new Map<string, Opened>();
  private readonly listening = new Set<() => void>();
  private feed: Feed;

  constructor(options: SessionsOptions) {
    this.options = options;
    const { http, timing, makeLink, transport } = options;
    this.shared = new SharedSse({ http, timing, makeLink, refused: () => this.useSingleStreams() });
    this.single = new SessionSse(http, makeLink);
    this.socket = new WebSocketFeed(http, timing, makeLink);
    this.feed = { sse: this.shared, session_sse: this.single, websocket: this.socket }[transport];
  }

  open(sessionId: string): SessionHandle {
    const known = this.opened.get(sessionId);
    if (known !== undefined) {
      known.users += 1;
      return known.handle;
    }
    const { http, timing, network, send } = this.options;
    const log = new SessionLog(http, sessionId);
    const handle = new SessionHandle({
      ...{ sessionId, log, feed: this.feed, timing, network },
      send: (message, options) => send(sessionId, message, options),
      release: () => this.release(sessionId),
    });
    this.opened.set(sessionId, { handle, users: 1 });
    handle.control.start();
    return handle;
  }

  listen(listener: FramesListener): () => void {
    const stop = this.shared.listen(listener);
    this.listening.add(stop);
    return () => {
      this.listening.delete(stop);
      stop();
    };
  }

  readonly sendOnSocket: SendOnSocket = (type, body) => this.socket.command(type, body);

  logChanged(sessionId: string): void {
    this.opened.get(sessionId)?.handle.control.logChanged();
  }

  retry(): void {
    for (const feed of [this.shared, this.single, this.socket]) feed.retry();
    for (const { handle } of this.opened.values()) handle.control.retry();
  }

  close(): void {
    for (const { handle } of this.opened.values()) handle.control.close();
    this.opened.clear();
    for (const stop of this.listening) stop();
    this.listening.clear();
  }

  private release(sessionId: string): void {
    const known = this.opened.get(sessionId);
    if (known === undefined) return;
    known.users -= 1;
    if (known.users > 0) return;
    this.opened.delete(sessionId);
    known.handle.control.close();
  }

  /** Denied access to all sessions does not mean denied access to each session. */
  private useSingleStreams(): void {
    if (this.feed !== this.shared) return;
    this.feed = this.single;
    for (const { handle } of this.opened.values()) handle.control.moveTo(this.single);
  }
}
