import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Identity } from "../auth/auth.ts";
import type { CloseReason, Streams } from "../streams.ts";

const closeCodes: Readonly<Record<CloseReason, number>> = { revoked: 4401, stopping: 1001 };

/** How long a client's own goodbye is waited for. */
const GOODBYE_MS = 500;

/** Counts a socket among the open streams, and cuts it when it stops answering pings. */
export function holdSocket(streams: Streams, socket: WebSocket, wire: Duplex, who: Identity): void {
  let answers = true;
  const stream = {
    who,
    beat: () => {
      if (!answers) {
        socket.terminate();
        return;
      }
      // A ping would wait behind all that is not read yet; the bound on that is another's.
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
  // What a client sends wrong below its messages closes the socket by itself; `close` follows.
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
