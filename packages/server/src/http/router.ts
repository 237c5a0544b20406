import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Context, Hono } from "hono";
import type { Logger } from "pino";
import { PolylogError } from "../errors.ts";
import { limits } from "../limits.ts";
import { bestEncoding, isCompressible, varies } from "./accept-encoding.ts";
import { type BodyLimits, BodyRoom, bodyBytesOf } from "./body-bounds.ts";
import { CONFIRMATION_HEADER } from "./confirmations.ts";
import type { Exchange } from "./exchange.ts";
import { checkRole, invoke } from "./invoke.ts";
import { readJson } from "./read-json.ts";
import { Answered, type Outside, RawAnswer, type Route, WithStatus } from "./routes/define.ts";
import { send, sendError, sendJson } from "./send.ts";
import { toPolylogError } from "./to-error.ts";

interface Env {
  Bindings: Exchange;
}

export type Router = Hono<Env>;

export interface RouterOptions {
  readonly outside: Outside;
  readonly logger: Logger;
  readonly limits: BodyLimits;
}

/**
 * Routes and nothing else: every entry of the table comes from a definition, and a definition names its role. Answers
 * are written to Node's own response.
 */
export function createRouter(routes: readonly Route[], options: RouterOptions): Router {
  const router: Router = new Hono();
  const room = new BodyRoom(options.limits.bodiesBytes);
  for (const route of routes) {
    router.on(route.method.toUpperCase(), honoPath(route.path), (c) =>
      answer(c, options, (exchange) => serve(route, c, exchange, { ...options, room })),
    );
  }
  router.notFound((c) =>
    answer(c, options, ({ incoming }) => {
      // Who may not ask is not told what there is.
      options.outside.auth.callerOf(incoming);
      throw notThere(routes, c.req.path);
    }),
  );
  return router;
}

async function serve(
  route: Route,
  c: Context,
  exchange: Exchange,
  { outside, limits, room }: RouterOptions & { readonly room: BodyRoom },
): Promise<void> {
  const { incoming, outgoing } = exchange;
  exchange.route = route.path;
  const who = route.role === "open" ? outside.auth.visitor(incoming) : outside.auth.callerOf(incoming);
  exchange.deviceId = who.role === "open" ? null : who.id;
  checkRole(who, route);
  const isWrite = route.method !== "get";
  const most = bodyBytesOf(route, limits);
  const body = isWrite ? await readJson(incoming, most, route.role === "open" ? undefined : room) : undefined;
  const raw = { params: c.req.param(), query: queryOf(c), body };
  const confirmation = singleHeader(incoming.headers[CONFIRMATION_HEADER]);
  const result = await invoke(route, raw, { ...outside, who, exchange, confirmation });
  if (result instanceof Answered) return;
  if (result instanceof RawAnswer) await sendRaw(exchange, result, route.status ?? 200);
  else if (result instanceof WithStatus) sendJson(outgoing, result.status, result.value);
  else sendJson(outgoing, route.status ?? 200, result);
}

function singleHeader(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** What the router wants to have back; the answer itself is on its way. A real one would load a whole fetch client. */
const answeredAlready = {} as Response;

/** Hands a request to the router, which looks at nothing of it but its method and its path. */
export async function route(router: Router, exchange: Exchange): Promise<void> {
  const { method, url } = exchange.incoming;
  const request = { method, url: `http://localhost${url}` } as Request;
  await router.fetch(request, exchange);
}

async function answer(
  c: Context<Env>,
  { logger }: RouterOptions,
  work: (exchange: Exchange) => Promise<void> | void,
): Promise<Response> {
  const exchange = c.env;
  try {
    await work(exchange);
  } catch (thrown) {
    const error = toPolylogError(thrown);
    const { requestId, route } = exchange;
    if (error.status >= 500)
      logger.error({ request_id: requestId, route, err: error.cause ?? error }, "request failed");
    sendError(exchange.outgoing, error);
  }
  return answeredAlready;
}

async function sendRaw(
  { incoming, outgoing }: Exchange,
  { type, body, headers }: RawAnswer,
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
    ...(encoding === null ? {} : { "content-encoding": encoding }),
  });
  const ways = encoding === null ? [] : [(await import("./compress.ts")).compressor(encoding)];
  // A client that leaves in the middle is no error; a source that fails is, and cuts the answer off.
  await pipeline([Readable.from(pieces), ...ways, outgoing]).catch((error: unknown) => {
    if (!outgoing.destroyed || !isAbort(error)) throw error;
  });
}

/** Looks at the first piece: one that is short is all there is. */
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

/** A parameter that is there twice stays a list, which no schema takes. */
function queryOf(c: Context): Record<string, string | string[] | undefined> {
  const entries = Object.entries(c.req.queries());
  return Object.fromEntries(
    entries.map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

export function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

function notThere(routes: readonly Route[], path: string): PolylogError {
  const methods = routes
    .filter((route) => matches(route.path, path))
    .map(({ method }) => method.toUpperCase());
  if (methods.length === 0) return new PolylogError("not_found", "There is nothing at this path.");
  const allow = [...new Set(methods)].join(", ");
  return new PolylogError("method_not_allowed", `This path takes ${allow}.`, { allow });
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split("/");
  const given = path.split("/");
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith("{") || part === given[index])
  );
}
