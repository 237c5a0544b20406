import type { IncomingMessage, ServerResponse } from "node:http";
import { PolylogError } from "../../errors.ts";

/** What was taken off a request's address, for whoever has to say where it came in. */
const taken = new WeakMap<IncomingMessage, string>();

/** The path below which this request came: "" at the root. */
export function pathBefore(request: IncomingMessage): string {
  return taken.get(request) ?? "";
}

/**
 * A path below which everything is served, as behind a proxy that has other things at its root. What comes without it is
 * answered too: some proxies take it off themselves, and programs on this machine need none.
 */
export class BasePath {
  private readonly path: string;

  constructor(given: string | undefined) {
    this.path = readBasePath(given ?? "");
  }

  /** Takes it off the address. */
  strip(request: IncomingMessage): void {
    const { path } = this;
    const { url } = request;
    if (path === "" || url === undefined || !url.startsWith(`${path}/`)) return;
    request.url = url.slice(path.length);
    taken.set(request, path);
  }

  /** Whether the address is this path, with or without what is before it. */
  isAt({ url }: IncomingMessage, path: string): boolean {
    const requested = url?.split("?", 1)[0];
    return requested === path || requested === `${this.path}${path}`;
  }

  /** The path itself, without a slash, is where a folder is meant. */
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
  throw new PolylogError("bad_config", `"${given}" is no path such as /polylog.`, { base_path: given });
}
