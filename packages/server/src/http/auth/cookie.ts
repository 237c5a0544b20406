import type { IncomingMessage } from "node:http";
import { TLSSocket } from "node:tls";
import { pathBefore } from "../entry/base-path.ts";

/**
 * Browsers send a cookie to every port of a host, so the name includes the port that the browser uses. Behind a tunnel
 * this differs from the port the server listens on, and two servers must not share a cookie.
 */
export function cookieName({ headers, socket }: IncomingMessage): string {
  return `polylog_${/:(\d+)$/.exec(headers.host ?? "")?.[1] ?? socket.localPort ?? 0}`;
}

export function cookieOf(header: string | undefined, name: string): string | null {
  for (const pair of header?.split(";") ?? []) {
    const at = pair.indexOf("=");
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}

/** Half of the credential. Scripts cannot read it, and it is useless without the origin key. */
export function sessionCookie(request: IncomingMessage, secret: string, lifeMs: number): string {
  const secure = request.socket instanceof TLSSocket || request.headers.origin?.startsWith("https:") === true;
  // The path keeps the cookie from other services that a proxy has on the same host.
  const attributes = `Path=${pathBefore(request)}/; Max-Age=${Math.floor(lifeMs / 1000)}; HttpOnly; SameSite=Strict`;
  return `${cookieName(request)}=${secret}; ${attributes}${secure ? "; Secure" : ""}`;
}

export function endedCookie(request: IncomingMessage): string {
  return sessionCookie(request, "", 0);
}
