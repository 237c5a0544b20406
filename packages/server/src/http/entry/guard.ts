import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";
import { hostname } from "node:os";
import { PolylogError } from "../../polylog-error.ts";
import { CONFIRMATION_HEADER } from "../auth/confirmations.ts";
import { KEY_HEADER } from "../auth/credentials.ts";

export interface GuardOptions {
  readonly scheme: "http" | "https";
  /** The address to bind. With a wildcard, the machine's own name is accepted as well. */
  readonly host: string;
  /** Additional origins of this server, such as the origin of a proxy: "https://polylog.example.org". */
  readonly origins?: readonly string[] | undefined;
}

/**
 * Checks every request first, including upgrades. A page of another site can make a browser send requests here, but it
 * cannot choose their Host or Origin. The Host check stops DNS names made to point at this machine; the Origin check
 * stops everything else.
 */
export class Guard {
  private readonly scheme: string;
  /** The accepted hosts, each with its origin. */
  private readonly named = new Map<string, string>();
  private readonly ownName: string | null;

  constructor({ scheme, host, origins = [] }: GuardOptions) {
    this.scheme = scheme;
    this.ownName = ["0.0.0.0", "::", ""].includes(host)
      ? hostname().toLowerCase()
      : isName(host)
        ? host.toLowerCase()
        : null;
    for (const origin of origins) this.named.set(new URL(origin).host, new URL(origin).origin);
  }

  /** Null if the request is accepted. */
  check(request: IncomingMessage): PolylogError | null {
    const host = request.headers.host?.toLowerCase() ?? "";
    const origin = this.originOf(host, request);
    if (origin === null) return wrongHost(host);
    if (request.headers.origin !== undefined && request.headers.origin !== origin) {
      return new PolylogError(
        "foreign_origin",
        "Requests from pages of other origins are not allowed. To allow this one, start the server with --origin.",
      );
    }
    if (comesFromOtherSite(request)) {
      return new PolylogError(
        "foreign_origin",
        "Requests from pages of other sites are not allowed. Open Polylog at its own address.",
      );
    }
    return checkForm(request);
  }

  private originOf(host: string, { socket }: IncomingMessage): string | null {
    const named = this.named.get(host);
    if (named !== undefined) return named;
    const port = socket.localPort ?? 0;
    const address = plainAddress(socket.localAddress ?? "");
    // A tunnel can end at any port of this machine. Other local pages gain nothing from this: a browser sends their own
    // Origin, which must match the Host.
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
    `Unknown host "${host}". To allow it, start the server with --origin and the address that the browser shows, such as --origin ${origin}.`,
    { host },
  );
}

/** Newer browsers report this in a header. Navigating to a page is harmless: it sends no cookie and reads nothing. */
function comesFromOtherSite({ headers, method }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== "cross-site" && site !== "same-site") return false;
  const opensPage = headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
  return !(opensPage && method === "GET");
}

/** Headers that affect a decision. Two parsers could read duplicates differently. */
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
    if (seen.has(name)) return new PolylogError("bad_request", `Duplicate header ${name}. Send it once.`);
    seen.add(name);
  }
  if (url === undefined || !url.startsWith("/") || url.startsWith("//") || url.includes("\\")) {
    return new PolylogError("bad_request", "The request target is not a path. Start it with /.");
  }
  try {
    decodeURIComponent(url);
    return null;
  } catch {
    return new PolylogError("bad_request", "The request target is not valid UTF-8. Percent-encode it.");
  }
}

export function isLoopback(address: string): boolean {
  return (
    address === "localhost" || address === "::1" || address === "[::1]" || /^127(\.\d+){3}$/.test(address)
  );
}

function isName(host: string): boolean {
  return !/^[\d.]+$/.test(host) && !isIPv6(host);
}

/** In the form of a Host header. */
function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(address) ? `[${address.toLowerCase()}]` : address;
}
