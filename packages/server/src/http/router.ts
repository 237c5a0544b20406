import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { defined, type Route } from "@polylog/core";
import type { Logger } from "pino";
import { limits } from "../limits.ts";
import { PolylogError } from "../polylog-error.ts";
import { CONFIRMATION_HEADER } from "./auth/confirmations.ts";
import { type BodyLimits, BodyRoom, bodyBytesOf } from "./body-bounds.ts";
import { bestEncoding, isCompressible, varies } from "./entry/accept-encoding.ts";
import type { Exchange } from "./exchange.ts";
import { checkRole, invoke } from "./invoke.ts";
import { readJson } from "./read-json.ts";
import {
  type Handler,
  ResponseSent,
  ResultWithHeaders,
  type RouteDeps,
  TextResponse,
} from "./routes/handler.ts";
import { send, sendError, sendJson } from "./send.ts";
import { toPolylogError } from "./to-error.ts";

/** Answers one request; never rejects. */
export type Router = (exchange: Exchange) => Promise<void>;

export interface RouterOptions {
  readonly deps: RouteDeps;
  readonly logger: Logger;
  readonly limits: BodyLimits;
}

/** Contains only routes: every entry of the table comes from the contract, which defines its role. */
export function createRouter(handlers: readonly Handler[], options: RouterOptions): Router {
  const { deps, logger } = options;
  const routes = new RouteTable(handlers);
  const room = new BodyRoom(options.limits.bodiesBytes);
  return async (exchange) => {
    const { method = "", url = "" } = exchange.incoming;
    const [path = "", search = ""] = splitOnce(url, "?");
    try {
      const found = routes.find(method, path);
      if (found === null) {
        // Unauthenticated clients do not learn which paths exist.
        deps.auth.callerOf(exchange.incoming);
        throw notThere(routes.methodsAt(path));
      }
      await serve(found, search, exchange, { ...options, room });
    } catch (thrown) {
      const error = toPolylogError(thrown);
      const { requestId, route } = exchange;
      if (error.status >= 500)
        logger.error({ request_id: requestId, route, err: error.cause ?? error }, "request failed");
      sendError(exchange.outgoing, error);
    }
  };
}

interface RouteMatch {
  readonly handler: Handler;
  readonly params: Readonly<Record<string, string>>;
}

/** Maps a method and a path to a handler. Fixed paths are looked up; the few with parameters are searched. */
export class RouteTable {
  private readonly entries: readonly { readonly handler: Handler; readonly parts: readonly string[] }[];
  private readonly fixed = new Map<string, Handler>();

  constructor(handlers: readonly Handler[]) {
    this.entries = handlers.map((handler) => ({ handler, parts: handler.route.path.split("/") }));
    for (const handler of handlers) {
      const { method, path } = handler.route;
      if (!path.includes("{")) this.fixed.set(`${method} ${path}`, handler);
    }
  }

  get routes(): readonly Route[] {
    return this.entries.map(({ handler }) => handler.route);
  }

  find(httpMethod: string, path: string): RouteMatch | null {
    const method = httpMethod === "HEAD" ? "get" : httpMethod.toLowerCase();
    const fixed = this.fixed.get(`${method} ${path}`);
    if (fixed !== undefined) return { handler: fixed, params: {} };
    const given = partsOf(path);
    const entry = this.entries.find(
      ({ handler, parts }) =>
        handler.route.method === method && matches(parts, given) && !given.slice(1).includes(""),
    );
    if (entry === undefined) return null;
    const params = entry.parts.flatMap((part, index) =>
      isParameter(part) ? [[part.slice(1, -1), given[index] ?? ""]] : [],
    );
    return { handler: entry.handler, params: Object.fromEntries(params) };
  }

  /** The methods of a path, in the order of the contract. */
  methodsAt(path: string): readonly string[] {
    const given = partsOf(path);
    const there = this.entries.filter(({ parts }) => matches(parts, given));
    return [...new Set(there.map(({ handler }) => handler.route.method.toUpperCase()))];
  }
}

/** The guard has already rejected paths that cannot be decoded. */
function partsOf(path: string): readonly string[] {
  return path.split("/").map(decodeURIComponent);
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => isParameter(part) || part === segments[index])
  );
}

function isParameter(part: string): boolean {
  return part.startsWith("{");
}

function notThere(methods: readonly string[]): PolylogError {
  if (methods.length === 0)
    return new PolylogError("not_found", "Nothing exists at this path. See /doc for the available routes.");
  const allow = methods.join(", ");
  return new PolylogError("method_not_allowed", `This path accepts only ${allow}.`, { allow });
}

async function serve(
  { handler, params }: RouteMatch,
  search: string,
  exchange: Exchange,
  { deps, limits, room }: RouterOptions & { readonly room: BodyRoom },
): Promise<void> {
  const { incoming, outgoing } = exchange;
  const { route } = handler;
  exchange.route = route.path;
  const who = route.role === "open" ? deps.auth.visitor(incoming) : deps.auth.callerOf(incoming);
  exchange.deviceId = who.role === "open" ? null : who.id;
  checkRole(who, route);
  const isWrite = route.method !== "get";
  const most = bodyBytesOf(route, limits);
  const body = isWrite ? await readJson(incoming, most, route.role === "open" ? undefined : room) : undefined;
  const confirmation = singleHeader(incoming.headers[CONFIRMATION_HEADER]);
  const context = { ...deps, who, exchange, confirmation };
  const result = await invoke(handler, { params, query: queryOf(search), body }, context);
  const status = route.status ?? 200;
  if (result instanceof ResponseSent) return;
  if (result instanceof TextResponse) await sendText(exchange, result, result.status ?? status);
  else if (result instanceof ResultWithHeaders) sendJson(outgoing, status, result.result, result.headers);
  else sendJson(outgoing, status, result);
}

function singleHeader(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A repeated parameter stays a list, which every schema rejects. */
function queryOf(search: string): Readonly<Record<string, string | readonly string[]>> {
  const grouped = Map.groupBy(new URLSearchParams(search), ([name]) => name);
  return Object.fromEntries(
    [...grouped].map(([name, all]) => {
      const values = all.map(([, value]) => value);
      return [name, values.length === 1 ? (values[0] as string) : values];
    }),
  );
}

function splitOnce(text: string, at: string): readonly [string, string] {
  const index = text.indexOf(at);
  return index < 0 ? [text, ""] : [text.slice(0, index), text.slice(index + 1)];
}

async function sendText(
  { incoming, outgoing }: Exchange,
  { type, body, headers }: TextResponse,
  status: number,
): Promise<void> {
  if (typeof body === "string") {
    send(outgoing, status, type, body, headers);
    return;
  }
  const { pieces, isLarge } = isCompressible(type) ? await peek(body) : { pieces: body, isLarge: false };
  const encoding = isLarge ? bestEncoding(incoming) : null;
  outgoing.writeHead(status, {
    "content-type": type,
    ...headers,
    ...(isLarge ? varies : {}),
    ...defined({ "content-encoding": encoding }),
  });
  const ways = encoding === null ? [] : [(await import("./entry/compress.ts")).compressor(encoding)];
  // A client that disconnects is not an error. A failing source is one, and truncates the response.
  await pipeline([Readable.from(pieces), ...ways, outgoing]).catch((error: unknown) => {
    if (!outgoing.destroyed || !isAbort(error)) throw error;
  });
}

/** Reads the first piece: a short one is the complete body. */
async function peek(body: AsyncIterable<string>) {
  const iterator = body[Symbol.asyncIterator]();
  const first = await iterator.next();
  const text = first.done === true ? "" : first.value;
  const pieces = async function* () {
    yield text;
    yield* { [Symbol.asyncIterator]: () => iterator };
  };
  return { pieces: pieces(), isLarge: text.length >= limits.http.compressBytes };
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
}
