import { parseEvent, type StateChange, subscription } from "@polylog/core";
import type { Logger } from "pino";
import type { WebSocket } from "ws";
import { z } from "zod";
import type { ServerMessage, Translator } from "../../dialects/dialect.ts";
import type { Delivery, Hub } from "../../hub/hub.ts";
import { limits } from "../../limits.ts";
import { PolylogError } from "../../polylog-error.ts";
import type { Identity } from "../auth/auth.ts";
import { checkSocketMessage } from "../check-sent.ts";
import { checkedInput } from "../invoke.ts";
import { parseJson } from "../parse-json.ts";
import type { RouteDeps } from "../routes/handler.ts";
import { toPolylogError } from "../to-error.ts";
import { endSocket } from "./hold-socket.ts";
import { type Message, runCommand } from "./ws-commands.ts";
import { type SubscriptionClient, WsSubscription } from "./ws-subscription.ts";

export interface WsOptions {
  readonly hub: Hub;
  readonly deps: RouteDeps;
  readonly logger: Logger;
  readonly helloMs: number;
  readonly stallMs: number;
}

/** The part of a socket that is used here, so that a response can replace it. */
export interface ClientSocket
  extends Pick<WebSocket, "OPEN" | "readyState" | "bufferedAmount" | "pause" | "resume" | "terminate"> {
  send(bytes: Buffer, options: { readonly binary: false }): void;
  close(code: number, reason: string): void;
  on(event: "message", listener: (data: Buffer, isBinary: boolean) => void): unknown;
  on(event: "close", listener: () => void): unknown;
}

/** The connection below the socket, whose buffer may be full. */
export interface ClientWire {
  readonly writableNeedDrain: boolean;
  on(event: "drain", listener: () => void): unknown;
}

const hello = z.object({ sessions: z.array(subscription).max(limits.http.subscriptions).default([]) });

const NO_HELLO = 4408;

/** Sends the events of its subscriptions, each as its own line. Receives commands and answers each. */
export class WsClient implements SubscriptionClient {
  private readonly who: Identity;
  private readonly options: WsOptions;
  private readonly socket: ClientSocket;
  private readonly wire: ClientWire;
  /** Null at `/ws` itself. */
  private readonly translator: Translator | null;
  private readonly subscriptions = new Map<string, WsSubscription>();
  /** For each requested subscription, its most recent request. */
  private readonly requestedSubscriptions = new Map<string, symbol>();
  private readonly helloTimer: NodeJS.Timeout;
  private stall: NodeJS.Timeout | null = null;
  private lastChange: StateChange | null = null;
  private hasSaidHello = false;
  private commands = 0;

  constructor(
    options: WsOptions,
    socket: ClientSocket,
    wire: ClientWire,
    who: Identity,
    translator: Translator | null = null,
  ) {
    this.options = options;
    this.socket = socket;
    this.wire = wire;
    this.who = who;
    this.translator = translator;
    this.helloTimer = setTimeout(() => endSocket(socket, NO_HELLO, "no hello"), options.helloMs);
    socket.on("message", (data, isBinary) => this.received(data, isBinary));
    socket.on("close", () => this.ended());
    wire.on("drain", () => this.drained());
    for (const message of translator?.opening ?? []) this.take(message);
  }

  sendEvent(delivery: Delivery): boolean {
    if (this.translator === null) return this.write(lineBytes(delivery));
    const parsed = parseEvent(delivery.line);
    return !parsed.ok || this.send(parsed.event);
  }

  sendResync(sessionId: string, rev: number, reason: string): void {
    this.send({ type: "resync", sessionId, rev, reason });
  }

  /** Sent once, regardless of the number of subscriptions. */
  sendChange(change: StateChange): void {
    if (this.lastChange === change) return;
    this.lastChange = change;
    this.send({ type: "sync", ...change });
  }

  subscriptionEnded(sessionId: string): void {
    this.requestedSubscriptions.delete(sessionId);
    this.subscriptions.delete(sessionId);
    this.send({ type: "left", sessionId });
  }

  private received(bytes: Buffer, isBinary: boolean): void {
    // Messages that arrive while it is closing, for example after its device was revoked, are ignored.
    if (this.socket.readyState !== this.socket.OPEN) return;
    try {
      if (isBinary) throw new PolylogError("bad_request", "Messages must be JSON text, not binary.");
      const message = asMessage(parseJson(bytes));
      for (const each of this.translator?.fromDialect(message) ?? [message]) this.take(each);
    } catch (thrown) {
      this.refuse(null, thrown);
    }
  }

  private take(message: Message): void {
    let answerTo: unknown = null;
    try {
      const { type, id } = message;
      answerTo = typeof id === "string" || typeof id === "number" ? id : null;
      if (typeof type !== "string") throw new PolylogError("bad_request", "A message requires a type.");
      if (type === "hello") answerTo ??= "hello";
      if (answerTo === null)
        throw new PolylogError("bad_request", "A command requires an id, which its answer repeats.");
      if (!this.hasSaidHello && type !== "hello")
        throw new PolylogError("bad_request", "The first message must be a hello.");
      this.answer(answerTo, this.run(type, message));
    } catch (thrown) {
      this.refuse(answerTo, thrown);
    }
  }

  private async run(type: string, message: Message): Promise<unknown> {
    switch (type) {
      case "hello":
        return this.acceptHello(message);
      case "subscribe":
        return this.subscribe(check(subscription, message));
      case "leave":
        return this.leave(check(subscription, message).sessionId);
      case "ping":
        return {};
      default:
        return runCommand(type, message, { ...this.options.deps, who: this.who, exchange: null });
    }
  }

  private async acceptHello(message: Message): Promise<object> {
    const { sessions } = check(hello, message);
    this.hasSaidHello = true;
    clearTimeout(this.helloTimer);
    const opened = sessions.map((wanted) =>
      this.subscribe(wanted).catch((thrown: unknown) => ({
        session_id: wanted.sessionId,
        ...toPolylogError(thrown).toJSON(),
      })),
    );
    return { sessions: await Promise.all(opened) };
  }

  private async subscribe({ sessionId, after }: z.output<typeof subscription>): Promise<object> {
    const request = Symbol(sessionId);
    this.requestedSubscriptions.set(sessionId, request);
    const opened = await WsSubscription.open(
      { hub: this.options.hub, services: this.options.deps.services },
      this,
      sessionId,
      after,
    ).catch((thrown: unknown) => {
      if (this.requestedSubscriptions.get(sessionId) === request)
        this.requestedSubscriptions.delete(sessionId);
      throw thrown;
    });
    if (this.socket.readyState !== this.socket.OPEN) return {};
    const result = { session_id: sessionId, rev: opened.rev, resync: opened.resync !== null };
    // It was cancelled or requested again while it was being opened.
    if (this.requestedSubscriptions.get(sessionId) !== request) return result;
    this.subscriptions.get(sessionId)?.stop();
    if (!this.subscriptions.has(sessionId) && this.subscriptions.size >= limits.http.subscriptions) {
      throw new PolylogError(
        "too_many_requests",
        "This socket has too many subscriptions. Unsubscribe from some sessions first.",
      );
    }
    this.subscriptions.set(sessionId, opened.subscription);
    opened.subscription.begin(opened.resync);
    return result;
  }

  private leave(sessionId: string): object {
    this.requestedSubscriptions.delete(sessionId);
    this.subscriptions.get(sessionId)?.stop();
    this.subscriptions.delete(sessionId);
    return { session_id: sessionId };
  }

  /** Commands run concurrently, started in their order. Beyond the limit the socket is not read. */
  private answer(answerTo: unknown, work: Promise<unknown>): void {
    this.commands++;
    if (this.commands === limits.http.commands) this.socket.pause();
    work
      .then(
        (result) => this.reply({ ...(result as object), type: "ack", id: answerTo }),
        (thrown: unknown) => this.refuse(answerTo, thrown),
      )
      .finally(() => {
        this.commands--;
        if (this.commands === limits.http.commands - 1) this.socket.resume();
      });
  }

  private refuse(answerTo: unknown, thrown: unknown): void {
    const error = toPolylogError(thrown);
    if (error.status >= 500) {
      this.options.logger.error({ device: this.who.id, err: error.cause ?? error }, "command failed");
    }
    this.reply({ type: "nack", id: answerTo, ...error.toJSON() });
  }

  private reply(message: object): void {
    this.send(message as ServerMessage);
    // Unsent events can be read from the log later, but answers can only be buffered here.
    if (this.socket.bufferedAmount > limits.clientBytes) this.socket.terminate();
  }

  private send(message: ServerMessage): boolean {
    if (this.translator !== null) {
      const messages = this.translator.toDialect(message).map((each) => JSON.stringify(each));
      return messages.map((json) => this.write(Buffer.from(json))).every(Boolean);
    }
    const json = JSON.stringify(message);
    checkSocketMessage(json);
    return this.write(Buffer.from(json));
  }

  private write(bytes: Buffer): boolean {
    if (this.socket.readyState !== this.socket.OPEN) return false;
    this.socket.send(bytes, { binary: false });
    if (!this.wire.writableNeedDrain) return true;
    this.stall ??= setTimeout(() => this.socket.terminate(), this.options.stallMs);
    return false;
  }

  private drained(): void {
    if (this.stall === null) return;
    clearTimeout(this.stall);
    this.stall = null;
    for (const subscription of this.subscriptions.values()) subscription.ready();
  }

  private ended(): void {
    clearTimeout(this.helloTimer);
    if (this.stall !== null) clearTimeout(this.stall);
    for (const subscription of this.subscriptions.values()) subscription.stop();
    this.subscriptions.clear();
  }
}

let last: { readonly delivery: Delivery; readonly bytes: Buffer } | null = null;

/** An event's line as bytes, created once for all sockets that receive it. */
function lineBytes(delivery: Delivery): Buffer {
  if (last?.delivery !== delivery) {
    checkSocketMessage(delivery.line);
    last = { delivery, bytes: Buffer.from(delivery.line) };
  }
  return last.bytes;
}

function asMessage(value: unknown): Message {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Message;
  throw new PolylogError("bad_request", "A message must be a JSON object.");
}

function check<S extends z.ZodType>(schema: S, message: Message): z.output<S> {
  return checkedInput("message", schema, message) as z.output<S>;
}
