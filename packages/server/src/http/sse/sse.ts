import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { StateChange } from "@polylog/core";
import type { Delivery, Hub, Listening, Sink, Subscription } from "../../hub/hub.ts";
import type { Services } from "../../services.ts";
import type { EventStore } from "../../store/store.ts";
import type { Identity } from "../auth/auth.ts";
import { NOW, sessionCursor } from "../cursor.ts";
import type { Exchange } from "../exchange.ts";
import { heartbeatJson, resyncJson, syncJson } from "../frames.ts";
import { type Start, startOfAll, startOfSession } from "../resume.ts";
import type { StreamStart } from "../routes/handler.ts";
import type { OpenStream, Streams } from "../streams.ts";
import { NO_REV, revOf, SseBytes, sseBytes } from "./sse-bytes.ts";

export interface SseOptions {
  readonly hub: Hub;
  readonly services: Pick<Services, "sessions">;
  readonly store: Pick<EventStore, "head" | "documents">;
  readonly streams: Streams;
  readonly stallMs: number;
}

export const streamHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  // The stream ends with the connection, so frames can be written without chunked encoding.
  connection: "close",
  // Proxies would otherwise buffer frames.
  "x-accel-buffering": "no",
};

const opening = Buffer.from("retry: 1000\n\n");

/** Opens event streams on Node's own responses. */
export function sseOpener(
  options: SseOptions,
): (exchange: Exchange, who: Identity, start: StreamStart) => Promise<void> {
  const bytes = { session: new SseBytes(), all: new SseBytes() };
  let beat: { at: number; bytes: Buffer } = { at: 0, bytes: opening };
  const heartbeat = (now: number) => {
    if (beat.at !== now) beat = { at: now, bytes: sseBytes(heartbeatJson(now), { event: "heartbeat" }) };
    return beat.bytes;
  };
  return async ({ incoming, outgoing }, who, { sessionId, cursor }) => {
    options.streams.checkRoom(who);
    const start =
      sessionId === undefined
        ? await startOfAll(options.store, options.hub.position, cursor)
        : await startOfSession(options.services, sessionId, cursor);
    options.streams.checkRoom(who);
    if (outgoing.destroyed) return;
    outgoing.removeHeader("transfer-encoding");
    outgoing.writeHead(200, streamHeaders);
    if (incoming.method === "HEAD") {
      outgoing.end();
      return;
    }
    outgoing.flushHeaders();
    incoming.socket.setTimeout(0);
    // Null only while another response on the same connection is unfinished; then this response is queued behind it.
    const target = outgoing.socket ?? outgoing;
    const stream = new SseStream(options, target, who, bytes[start.subscription.kind], heartbeat);
    outgoing.once("close", () => stream.ended());
    target.on("drain", () => stream.drained());
    stream.begin(start, cursor === NOW ? NOW : undefined);
  };
}

class SseStream implements OpenStream, Sink {
  readonly who: Identity;
  private readonly options: SseOptions;
  private readonly target: Socket | ServerResponse;
  private readonly bytes: SseBytes;
  private readonly heartbeat: (now: number) => Buffer;
  /** Where to start after a rewind. */
  private restart: string | undefined;
  private subscription: Subscription | null = null;
  private rev = NO_REV;
  private listening: Listening | null = null;
  private stall: NodeJS.Timeout | null = null;
  private isOver = false;

  constructor(
    options: SseOptions,
    target: Socket | ServerResponse,
    who: Identity,
    bytes: SseBytes,
    heartbeat: (now: number) => Buffer,
  ) {
    this.options = options;
    this.target = target;
    this.who = who;
    this.bytes = bytes;
    this.heartbeat = heartbeat;
  }

  begin({ subscription, resync }: Start, restart: string | undefined): void {
    this.restart = restart;
    this.options.streams.add(this);
    this.write(opening);
    if (resync !== null) this.tellResync(subscription, resync);
    this.listen(subscription);
  }

  deliver(delivery: Delivery): boolean {
    if (this.rev !== NO_REV && delivery.rev > this.rev) {
      this.lost("The session was rewound or restored.");
      return true;
    }
    return this.write(this.bytes.of(delivery, this.rev));
  }

  caughtUp(): void {}

  gone(sessionId: string, reason: string): void {
    // Sent without a cursor, because the stream of all sessions continues at its position.
    this.write(
      sseBytes(resyncJson({ kind: "session", sessionId, rev: 0, after: 0 }, reason, Date.now()), {}),
    );
  }

  changed(change: StateChange): void {
    this.write(sseBytes(syncJson(change, Date.now()), {}));
  }

  lost(reason: string): void {
    this.listening?.stop();
    this.listening = null;
    void this.beginAgain(reason);
  }

  beat(now: number): void {
    // A client that does not read gets no heartbeats, which would only use memory.
    if (this.stall === null) this.write(this.heartbeat(now));
  }

  close(): void {
    if (this.stall !== null) this.target.destroy();
    else if ("destroySoon" in this.target) this.target.destroySoon();
    else this.target.end();
    this.ended();
  }

  drained(): void {
    if (this.stall === null) return;
    clearTimeout(this.stall);
    this.stall = null;
    this.listening?.ready();
  }

  ended(): void {
    if (this.isOver) return;
    this.isOver = true;
    if (this.stall !== null) clearTimeout(this.stall);
    this.listening?.stop();
    this.options.streams.remove(this);
  }

  /** A session with a new rev is sent again. In other cases the client reconnects with its cursor. */
  private async beginAgain(reason: string): Promise<void> {
    const before = this.subscription;
    try {
      if (before?.kind !== "session") throw new Error(reason);
      const { subscription } = await startOfSession(this.options.services, before.sessionId, this.restart);
      if (this.isOver) return;
      if (subscription.rev === before.rev) throw new Error(reason);
      this.tellResync(subscription, reason);
      this.listen(subscription);
    } catch {
      if (!this.isOver) this.close();
    }
  }

  private listen(subscription: Subscription): void {
    this.subscription = subscription;
    this.rev = revOf(subscription);
    this.listening = this.options.hub.listen(subscription, this);
  }

  private tellResync(subscription: Subscription, reason: string): void {
    const ofSession = subscription.kind === "session";
    const id = ofSession
      ? sessionCursor({ rev: subscription.rev, seq: subscription.after })
      : String(subscription.after);
    this.write(sseBytes(resyncJson(subscription, reason, Date.now()), { id }));
  }

  /** False if the client is behind. It has some time to catch up before it is disconnected. */
  private write(bytes: Buffer): boolean {
    if (this.isOver) return false;
    if (this.target.write(bytes)) return true;
    this.stall ??= setTimeout(() => this.target.destroy(), this.options.stallMs);
    return false;
  }
}
