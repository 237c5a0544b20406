import type { IncomingMessage } from "node:http";
import { TLSSocket } from "node:tls";
import { pathBefore } from "../entry/base-path.ts";

/**
 * A browser sends a cookie to every port of its host, so the name holds the port the browser sees: behind a tunnel
 * that is not the port we listen on, and two servers must not share one cookie.
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

/** Half of the credential: no script can read it, and it is worth nothing without the origin key. */
export function sessionCookie(request: IncomingMessage, secret: string, lifeMs: number): string {
  const secure = request.socket instanceof TLSSocket || request.headers.origin?.startsWith("https:") === true;
  // What else a proxy serves on the same name does not get to see it.
  const attributes = `Path=${pathBefore(request)}/; Max-Age=${Math.floor(lifeMs / 1000)}; HttpOnly; SameSite=Strict`;
  return `${cookieName(request)}=${secret}; ${attributes}${secure ? "; Secure" : ""}`;
}

export function endedCookie(request: IncomingMessage): string {
  return sessionCookie(request, "", 0);
}
