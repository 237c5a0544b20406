import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Identity } from "../auth/auth.ts";
import type { CloseReason, Streams } from "../streams.ts";

const closeCodes: Readonly<Record<CloseReason, number>> = { revoked: 4401, stopping: 1001 };

/** How long to wait for the client to close the connection. */
const GOODBYE_MS = 500;

/** Registers a socket as an open stream and closes it when it stops answering pings. */
export function holdSocket(streams: Streams, socket: WebSocket, wire: Duplex, who: Identity): void {
  let answers = true;
  const stream = {
    who,
    beat: () => {
      if (!answers) {
        socket.terminate();
        return;
      }
      // A ping would be queued behind unread data, which has its own limit.
      if (wire.writableNeedDrain) return;
      answers = false;
      socket.ping();
    },
    close: (reason: CloseReason) => {
      endSocket(socket, closeCodes[reason], reason);
      streams.remove(stream);
    },
  };
  socket.on("pong", () => {
    answers = true;
  });
  // Protocol errors close the socket automatically; `close` follows.
  socket.on("error", () => undefined);
  socket.on("close", () => streams.remove(stream));
  streams.add(stream);
}

export function endSocket(
  socket: Pick<WebSocket, "close" | "terminate">,
  code: number,
  reason: string,
): void {
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), GOODBYE_MS).unref();
}
