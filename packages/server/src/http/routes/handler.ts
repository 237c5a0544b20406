import type { done, Immutable, Route } from "@polylog/core";
import type { z } from "zod";
import type { Services } from "../../services.ts";
import type { Auth, Identity } from "../auth/auth.ts";
import type { Confirmations, NeedsConfirmation } from "../auth/confirmations.ts";
import type { Exchange } from "../exchange.ts";
import type { ApiDocument } from "../openapi.ts";

/** The dependencies of route handlers, which only translate and decide nothing. */
export interface RouteDeps {
  readonly services: Services;
  readonly auth: Auth;
  readonly confirmations: Confirmations;
  /** Takes over the response and keeps it open. */
  readonly stream: (exchange: Exchange, who: Identity, start: StreamStart) => Promise<void>;
  readonly exportSession?: ExportSession | undefined;
  readonly metrics: () => Promise<string>;
  /** The OpenAPI document of all routes. */
  readonly document: () => ApiDocument;
  readonly streamsOf: (deviceId: string) => number;
}

export interface StreamStart {
  readonly sessionId: string | undefined;
  readonly cursor: string | undefined;
}

export type ExportFormat = "jsonl" | "md" | "html";
export type ExportSession = (
  sessionId: string,
  format: ExportFormat,
) => Promise<string | AsyncIterable<string>> | string | AsyncIterable<string>;

export interface RouteContext extends RouteDeps {
  readonly who: Identity;
  /** Null for a command from a socket. */
  readonly exchange: Exchange | null;
  /** The confirmation sent with the request. */
  readonly confirmation?: string | undefined;
}

type Headers = Readonly<Record<string, string>>;

/** A response that is not the result as JSON. */
export class TextResponse {
  readonly type: string;
  readonly body: string | AsyncIterable<string>;
  readonly headers: Headers;
  /** By default the status of the route. */
  readonly status: number | undefined;

  constructor(type: string, body: string | AsyncIterable<string>, headers: Headers = {}, status?: number) {
    this.type = type;
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}

/** A result with additional headers. */
export class ResultWithHeaders<T> {
  readonly result: T;
  readonly headers: Headers;

  constructor(result: T, headers: Headers) {
    this.result = result;
    this.headers = headers;
  }
}

/** The handler has already written the response. */
export class ResponseSent {}

export const JSON_TYPE = "application/json; charset=utf-8";

/** The input of a request, checked against the route's schemas. */
interface Input<R extends Route> {
  readonly params: z.output<NonNullable<R["params"]>>;
  readonly query: z.output<NonNullable<R["query"]>>;
  readonly body: z.output<NonNullable<R["body"]>>;
}

type Result<R extends Route> = Immutable<z.input<R["result"]>>;
type Response<R extends Route> = Result<R> | ResultWithHeaders<Result<R>> | TextResponse | ResponseSent;

/** A route that only confirms success needs no result. */
type Answer<R extends Route> = R["result"] extends typeof done
  ? Promise<void> | Promise<ResultWithHeaders<Result<R>>>
  : Response<R> | Promise<Response<R>>;

/** A route and its implementation. */
export interface Handler<R extends Route = Route> {
  readonly route: R;
  run(input: Input<R>, context: RouteContext): Answer<R>;
  /** The confirmation that a person must give first; null if none is needed. Called after role and input are checked. */
  confirm?(
    input: Input<R>,
    context: RouteContext,
  ): NeedsConfirmation | null | Promise<NeedsConfirmation | null>;
}

export function handle<R extends Route>(
  route: R,
  run: Handler<R>["run"],
  confirm?: NonNullable<Handler<R>["confirm"]>,
): Handler {
  return { route, run, ...(confirm && { confirm }) } as unknown as Handler;
}
