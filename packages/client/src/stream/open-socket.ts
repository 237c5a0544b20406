import { type ClientError, ClientError as Failure, networkError } from "../client-error.ts";
import { KEY_HEADER } from "../http.ts";

/** The required subset of a WebSocket, the same in browsers and in Node. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((message: { readonly data: unknown }) => void) | null;
  onclose: ((close: { readonly code: number; readonly reason: string }) => void) | null;
  onerror: (() => void) | null;
}

/**
 * Opens a socket. The token is sent in a header, which only Node supports. A page is identified by its cookie and its key. The
 * key is sent as a subprotocol, because a page cannot send any other data.
 */
export function openSocket(base: string, headers: Readonly<Record<string, string>>): Socket {
  const url = `${base.replace(/^http/, "ws")}/ws`;
  const key = headers[KEY_HEADER];
  if (key !== undefined) return new WebSocket(url, ["polylog", `polylog-key.${key}`]) as unknown as Socket;
  if (Object.keys(headers).length === 0) return new WebSocket(url) as unknown as Socket;
  try {
    return new WebSocket(url, { headers } as unknown as string[]) as unknown as Socket;
  } catch (cause) {
    const message = "A browser cannot send a token on a WebSocket. Sign in with a cookie, or connect by SSE.";
    throw new Failure("token_not_possible", message, { status: 401, cause });
  }
}

/** Why a socket closed, as far as it reports it. */
export function closeError({
  code,
  reason,
}: {
  readonly code: number;
  readonly reason: string;
}): ClientError {
  if (reason.toLowerCase() === "connection_replaced") return replacedError();
  if (code === 4401 || code === 1008)
    return new Failure("not_authenticated", reason || "The server signed out this client. Sign in again.", {
      status: 401,
    });
  if (code === 4403)
    return new Failure("not_allowed", reason || "This client is not allowed to connect.", { status: 403 });
  return networkError(`The socket was closed (${code}${reason && `: ${reason}`}).`);
}

export function replacedError(): ClientError {
  return new Failure("connection_replaced", "A newer connection replaced this one.");
}
