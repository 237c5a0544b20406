import type { IncomingMessage } from "node:http";
import { TLSSocket } from "node:tls";
import { pathBefore } from "../base-path.ts";

/** The cookie that a browser shows. Cookies know no ports, so its name does: two servers must not share one. */
export function cookieName(request: IncomingMessage): string {
  return `polylog_${request.socket.localPort ?? 0}`;
}

export function cookieOf(header: string | undefined, name: string): string | null {
  for (const pair of header?.split(";") ?? []) {
    const at = pair.indexOf("=");
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}

/** No script can read it, and no other site's page can make a browser send it. */
export function sessionCookie(request: IncomingMessage, secret: string, lifeMs: number): string {
  const secure = request.socket instanceof TLSSocket || request.headers.origin?.startsWith("https:") === true;
  // What else a proxy serves on the same name does not get to see it.
  const attributes = `Path=${pathBefore(request)}/; Max-Age=${Math.floor(lifeMs / 1000)}; HttpOnly; SameSite=Strict`;
  return `${cookieName(request)}=${secret}; ${attributes}${secure ? "; Secure" : ""}`;
}

export function endedCookie(request: IncomingMessage): string {
  return sessionCookie(request, "", 0);
}
