import type { Access } from "@polylog/core";
import type { z } from "zod";
import type { ErrorCode } from "../../errors.ts";
import type { Services } from "../../services.ts";
import type { Auth, Identity } from "../auth/auth.ts";
import type { Confirmations, NeedsConfirmation } from "../confirmations.ts";
import type { Exchange } from "../exchange.ts";
import type { ApiDocument } from "../openapi.ts";

/** What the handlers of routes work with. They translate; they decide nothing. */
export interface Outside {
  readonly services: Services;
  readonly auth: Auth;
  readonly confirmations: Confirmations;
  /** Takes over the response and keeps it open. */
  readonly stream: (exchange: Exchange, who: Identity, start: StreamStart) => Promise<void>;
  readonly exportSession?: ExportSession | undefined;
  readonly metrics: () => Promise<string>;
  /** The description of all routes. */
  readonly document: () => Promise<ApiDocument>;
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

export interface RouteContext extends Outside {
  readonly who: Identity;
  /** Absent where a command came over a socket. */
  readonly exchange: Exchange | null;
  /** The confirmation that came with it. */
  readonly confirmation?: string | undefined;
}

/** An answer that is not made by printing a value as JSON. */
export class RawAnswer {
  readonly type: string;
  readonly body: string | AsyncIterable<string>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    type: string,
    body: string | AsyncIterable<string>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.type = type;
    this.body = body;
    this.headers = headers;
  }
}

/** The handler has answered by itself. */
export class Answered {}

/** The status of an answer that may have more than one. */
export class WithStatus<T> {
  readonly status: number;
  readonly value: T;

  constructor(status: number, value: T) {
    this.status = status;
    this.value = value;
  }
}

type Answer<T> = T | RawAnswer | WithStatus<T> | Answered;

export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> {
  readonly method: "get" | "post" | "patch" | "delete";
  /** As OpenAPI writes it: `/api/sessions/{session_id}`. */
  readonly path: string;
  /** The least role that may use it. There is no default. */
  readonly role: Access;
  readonly group: string;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** What it may carry beside a few fields. */
  readonly carries?: "words" | "images";
  readonly result: Result;
  /** The type of a result that is not JSON. */
  readonly type?: string;
  readonly status?: 200 | 201 | 202;
  /** Its `project_root` only picks rows of the log: no folder is looked at. */
  readonly picksRows?: true;
  /** What a person has to confirm before this is done; null where nothing is. Asked after role and input were checked. */
  confirm?(
    input: {
      readonly params: z.output<Params>;
      readonly query: z.output<Query>;
      readonly body: z.output<Body>;
    },
    context: RouteContext,
  ): NeedsConfirmation | null | Promise<NeedsConfirmation | null>;
  /** The ways it says no, beside those of every route. */
  readonly errors?: readonly ErrorCode[];
  handle(
    input: {
      readonly params: z.output<Params>;
      readonly query: z.output<Query>;
      readonly body: z.output<Body>;
    },
    context: RouteContext,
  ): Answer<z.input<Result>> | Promise<Answer<z.input<Result>>>;
}

export function defineRoute<
  Result extends z.ZodType,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(route: Route<Params, Query, Body, Result>): Route {
  return route as unknown as Route;
}
