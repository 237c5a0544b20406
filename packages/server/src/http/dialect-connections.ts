import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { mayUse } from "@polylog/core";
import { type Dialect, translatorOf } from "../dialects/dialect.ts";
import { PolylogError } from "../polylog-error.ts";
import type { Auth } from "./auth/auth.ts";
import type { Exchange } from "./exchange.ts";
import { sendError } from "./send.ts";
import { streamHeaders } from "./sse/sse.ts";
import type { Streams } from "./streams.ts";
import { toPolylogError } from "./to-error.ts";
import type { SocketRoute } from "./ws/sockets.ts";
import { type ClientSocket, WsClient, type WsOptions } from "./ws/ws.ts";

/** Connections in a dialect: clients of `/ws` behind the dialect's translator. */

export function dialectSockets(dialects: readonly Dialect[], options: WsOptions): SocketRoute[] {
  return dialects
    .filter(({ transport }) => transport === "websocket")
    .map((dialect) => ({
      ...{ path: dialect.path, role: dialect.role },
      open: (socket, wire, who, { url }) => {
        new WsClient(options, socket, wire, who, translatorOf(dialect, queryOf(url)));
      },
    }));
}

export interface DialectStreamOptions {
  readonly auth: Auth;
  readonly streams: Streams;
  readonly ws: WsOptions;
}

/** Answers a GET at a dialect's path with a stream of its messages. False if no dialect has the path. */
export function dialectStreams(
  dialects: readonly Dialect[],
  options: DialectStreamOptions,
): (exchange: Exchange) => boolean {
  const byPath = new Map<string, Dialect>(
    dialects.filter(({ transport }) => transport === "stream").map((dialect) => [dialect.path, dialect]),
  );
  return (exchange) => {
    const dialect = byPath.get(exchange.incoming.url?.split("?", 1)[0] ?? "");
    if (dialect === undefined) return false;
    try {
      openStream(dialect, exchange, options);
    } catch (thrown) {
      sendError(exchange.outgoing, toPolylogError(thrown));
    }
    return true;
  };
}

function openStream(dialect: Dialect, exchange: Exchange, { auth, streams, ws }: DialectStreamOptions): void {
  const { incoming, outgoing } = exchange;
  const { path, role } = dialect;
  exchange.route = path;
  const who = auth.callerOf(incoming);
  exchange.deviceId = who.id;
  if (!mayUse(who.role, role))
    throw new PolylogError("not_allowed", `This requires the role ${role}. Use a device that has it.`);
  if (incoming.method !== "GET") {
    throw new PolylogError("method_not_allowed", "This path accepts only GET.", { allow: "GET" });
  }
  streams.checkRoom(who);
  outgoing.writeHead(200, streamHeaders);
  outgoing.flushHeaders();
  incoming.socket.setTimeout(0);
  const socket = new ResponseSocket(outgoing);
  const stream = {
    who,
    beat: () => {
      if (!outgoing.writableNeedDrain) outgoing.write(":\n\n");
    },
    close: () => socket.close(),
  };
  streams.add(stream);
  socket.on("close", () => streams.remove(stream));
  new WsClient(ws, socket, outgoing, who, translatorOf(dialect, queryOf(incoming.url)));
}

function queryOf(url = ""): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(url.split("?", 2)[1]));
}

/** An open response with the interface of a send-only socket: each message is a server-sent event. */
class ResponseSocket extends EventEmitter implements ClientSocket {
  readonly OPEN = 1;
  private readonly outgoing: ServerResponse;

  constructor(outgoing: ServerResponse) {
    super();
    this.outgoing = outgoing;
    outgoing.once("close", () => this.emit("close"));
  }

  get readyState(): 1 | 3 {
    return this.outgoing.writableEnded || this.outgoing.destroyed ? 3 : this.OPEN;
  }

  get bufferedAmount(): number {
    return this.outgoing.writableLength;
  }

  send(bytes: Buffer): void {
    this.outgoing.write(`data: ${bytes}\n\n`);
  }

  close(): void {
    this.outgoing.end();
  }

  terminate(): void {
    this.outgoing.destroy();
  }

  pause(): void {}
  resume(): void {}
}
