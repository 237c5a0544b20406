import type { IncomingMessage, ServerResponse } from "node:http";
import { PolylogError } from "../../polylog-error.ts";

/** The prefix removed from a request's address, for code that needs the original address. */
const taken = new WeakMap<IncomingMessage, string>();

/** The base path of this request: "" at the root. */
export function pathBefore(request: IncomingMessage): string {
  return taken.get(request) ?? "";
}

/**
 * The path below which everything is served, for a proxy that has other services at its root. Requests without it are
 * answered too: some proxies remove it themselves, and programs on this machine do not need it.
 */
export class BasePath {
  private readonly path: string;

  constructor(given: string | undefined) {
    this.path = readBasePath(given ?? "");
  }

  /** Removes the prefix from the address. */
  strip(request: IncomingMessage): void {
    const { path } = this;
    const { url } = request;
    if (path === "" || url === undefined || !url.startsWith(`${path}/`)) return;
    request.url = url.slice(path.length);
    taken.set(request, path);
  }

  /** Whether the address is this path, with or without the base path. */
  isAt({ url }: IncomingMessage, path: string): boolean {
    const requested = url?.split("?", 1)[0];
    return requested === path || requested === `${this.path}${path}`;
  }

  /** Redirects the base path without a trailing slash to the one with it. */
  redirect({ url, method }: IncomingMessage, outgoing: ServerResponse): boolean {
    if (this.path === "" || (method !== "GET" && method !== "HEAD")) return false;
    if (url !== this.path) return false;
    outgoing.writeHead(308, { location: `${this.path}/` }).end();
    return true;
  }
}

function readBasePath(given: string): string {
  const path = given.replace(/\/+$/, "");
  if (path === "" || /^(?:\/[\w.~-]+)+$/.test(path)) return path;
  throw new PolylogError("bad_config", `Invalid base path "${given}". Use a path such as /polylog.`, {
    base_path: given,
  });
}
