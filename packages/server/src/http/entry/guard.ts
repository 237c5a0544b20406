import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";
import { hostname } from "node:os";
import { PolylogError } from "../../errors.ts";
import { CONFIRMATION_HEADER } from "../auth/confirmations.ts";
import { KEY_HEADER } from "../auth/credentials.ts";

export interface GuardOptions {
  readonly scheme: "http" | "https";
  /** The address to bind; a wildcard lets the machine's own name be used as well. */
  readonly host: string;
  /** Other origins under which people reach this server, as behind a proxy: "https://polylog.example.org". */
  readonly origins?: readonly string[] | undefined;
}

/**
 * What is checked of every request before anything else looks at it, upgrades too. A page of another site can make
 * a browser send requests here; it cannot choose their Host or Origin. The first stops names that were made to point
 * at this machine, the second stops everything else.
 */
export class Guard {
  private readonly scheme: string;
  /** BackendHosts by name, each with its one origin. */
  private readonly named = new Map<string, string>();
  private readonly ownName: string | null;

  constructor({ scheme, host, origins = [] }: GuardOptions) {
    this.scheme = scheme;
    this.ownName = isWildcard(host) ? hostname().toLowerCase() : isName(host) ? host.toLowerCase() : null;
    for (const origin of origins) this.named.set(new URL(origin).host, new URL(origin).origin);
  }

  /** Null when the request may go on. */
  check(request: IncomingMessage): PolylogError | null {
    const host = request.headers.host?.toLowerCase() ?? "";
    const origin = this.originOf(host, request);
    if (origin === null) return wrongHost(host);
    if (request.headers.origin !== undefined && request.headers.origin !== origin) {
      return new PolylogError("foreign_origin", "Pages of other origins may not talk to this server.");
    }
    if (comesFromOtherSite(request)) {
      return new PolylogError("foreign_origin", "Pages of other sites may not talk to this server.");
    }
    return checkForm(request);
  }

  private originOf(host: string, { socket }: IncomingMessage): string | null {
    const named = this.named.get(host);
    if (named !== undefined) return named;
    const port = socket.localPort ?? 0;
    const address = plainAddress(socket.localAddress ?? "");
    // A tunnel ends on this machine at any port. Other pages of this machine gain nothing by that: a browser sends
    // them with their own Origin, which has to be that of the Host.
    if (isLoopback(address) && LOOPBACK_HOST.test(host)) return `${this.scheme}://${host}`;
    const names = [address];
    if (this.ownName !== null) names.push(this.ownName);
    const isDefault = port === (this.scheme === "https" ? 443 : 80);
    const matches = names.some((name) => host === `${name}:${port}` || (isDefault && host === name));
    return matches ? `${this.scheme}://${host}` : null;
  }
}

const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::[1-9]\d{0,4})?$/;

function wrongHost(given: string): PolylogError {
  const host = /^[\w.[\]:-]{1,255}$/.test(given) ? given : "";
  const origin = `https://${host === "" ? "polylog.example.org" : host}`;
  return new PolylogError(
    "wrong_host",
    `This server does not answer as "${host}". If it should, start it with --origin and the address that the browser shows, such as --origin ${origin}.`,
    { host },
  );
}

/** Newer browsers say so themselves. Following a link to a page is no harm: it brings no cookie and reads nothing. */
function comesFromOtherSite({ headers, method }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== "cross-site" && site !== "same-site") return false;
  const opensPage = headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
  return !(opensPage && method === "GET");
}

/** Headers that decide something: two of one kind could be read differently by two readers. */
const single = new Set([
  "host",
  "origin",
  "authorization",
  "content-type",
  KEY_HEADER,
  CONFIRMATION_HEADER,
  "sec-websocket-protocol",
  "last-event-id",
  "cookie",
]);

function checkForm({ rawHeaders, url }: IncomingMessage): PolylogError | null {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? "";
    if (!single.has(name)) continue;
    if (seen.has(name)) return new PolylogError("bad_request", `The header ${name} is there twice.`);
    seen.add(name);
  }
  if (url === undefined || !url.startsWith("/") || url.startsWith("//") || url.includes("\\")) {
    return new PolylogError("bad_request", "The request's target is not a path.");
  }
  try {
    decodeURIComponent(url);
    return null;
  } catch {
    return new PolylogError("bad_request", "The request's target is not encoded in UTF-8.");
  }
}

export function isLoopback(address: string): boolean {
  return (
    address === "localhost" || address === "::1" || address === "[::1]" || /^127(\.\d+){3}$/.test(address)
  );
}

function isWildcard(host: string): boolean {
  return host === "0.0.0.0" || host === "::" || host === "";
}

function isName(host: string): boolean {
  return !/^[\d.]+$/.test(host) && !isIPv6(host);
}

/** As it stands in a Host header. */
function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(address) ? `[${address.toLowerCase()}]` : address;
}
