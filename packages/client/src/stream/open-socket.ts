import type { ClientError } from "../client-error.ts";
import { ClientError as Failure, networkError } from "../client-error.ts";
import { KEY_HEADER } from "../http.ts";

/** The few things that are needed of a WebSocket, the same in browsers and in Node. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((message: { readonly data: unknown }) => void) | null;
  onclose: ((close: { readonly code: number; readonly reason: string }) => void) | null;
  onerror: (() => void) | null;
}

/**
 * Opens a socket. The token goes in a header, which only Node can send. A page is known by its cookie and its key, which
 * goes as a subprotocol, the only thing of its own that it can send.
 */
export function openSocket(base: string, headers: Readonly<Record<string, string>>): Socket {
  const url = `${base.replace(/^http/, "ws")}/ws`;
  const key = headers[KEY_HEADER];
  if (key !== undefined) return new WebSocket(url, ["polylog", `polylog-key.${key}`]) as unknown as Socket;
  if (Object.keys(headers).length === 0) return new WebSocket(url) as unknown as Socket;
  try {
    return new WebSocket(url, { headers } as unknown as string[]) as unknown as Socket;
  } catch (cause) {
    const message = "A browser cannot send a token on a WebSocket; sign in with a cookie, or connect by SSE.";
    throw new Failure("token_not_possible", message, { status: 401, cause });
  }
}

/** Why a socket closed, as far as it says. */
export function closeError({
  code,
  reason,
}: {
  readonly code: number;
  readonly reason: string;
}): ClientError {
  if (reason.toLowerCase() === "connection_replaced") return replacedError();
  if (code === 4401 || code === 1008)
    return new Failure("not_authenticated", reason || "The server let go of this client.", { status: 401 });
  if (code === 4403)
    return new Failure("not_allowed", reason || "This client may not connect.", { status: 403 });
  return networkError(`The socket was closed (${code}${reason && `: ${reason}`}).`);
}

export function replacedError(): ClientError {
  return new Failure("connection_replaced", "Another connection has taken the place of this one.");
}
