import type { IncomingMessage } from "node:http";
import { cookieName, cookieOf } from "./cookie.ts";
import type { Via } from "./devices.ts";

export interface Credentials {
  readonly via: Via;
  readonly secret: string;
  /** The second half of a browser's credential. */
  readonly key: string | null;
}

export const KEY_HEADER = "x-polylog-key";

/** A page cannot set headers on a WebSocket, so the key is sent as one of its subprotocols. */
export const KEY_PROTOCOL = "polylog-key.";

/** The credentials of a request: a program's token, or a browser's cookie and the key from its storage. */
export function credentialsOf(request: IncomingMessage): Credentials | null {
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined) {
    const secret = /^Bearer +([\x21-\x7e]+)$/i.exec(authorization)?.[1];
    return { via: "token", secret: secret ?? "", key: null };
  }
  const secret = cookieOf(cookie, cookieName(request));
  return secret === null ? null : { via: "cookie", secret, key: keyOf(request) };
}

function keyOf({ headers }: IncomingMessage): string | null {
  const headerKey = headers[KEY_HEADER];
  if (typeof headerKey === "string") return headerKey;
  const protocols = headers["sec-websocket-protocol"]?.split(",").map((each) => each.trim()) ?? [];
  return protocols.find((each) => each.startsWith(KEY_PROTOCOL))?.slice(KEY_PROTOCOL.length) ?? null;
}
