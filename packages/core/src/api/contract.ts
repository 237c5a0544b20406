import type { z } from "zod";
import { addressOf, type RouteAddress, type RouteName } from "./addresses.ts";
import type { ErrorCode } from "./error-codes.ts";
import type { Immutable } from "./wire.ts";

/**
 * A route of the API, defined once: the server attaches a handler, the client calls it by its name, and the OpenAPI
 * document and the commands of a socket are made from it. Its schemas are in the names of the code; `wire.ts` renames them.
 */
export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> extends RouteAddress {
  readonly group: string;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** What it may carry beside a few fields. */
  readonly carries?: "words" | "images";
  readonly result: Result;
  readonly status?: 200 | 201 | 202;
  /** Its `projectRoot` only picks rows of the log: no folder is looked at. */
  readonly picksRows?: true;
  /** The ways it says no, beside those of every route. */
  readonly errors?: readonly ErrorCode[];
}

export function defineRoute<
  Result extends z.ZodType,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(
  name: RouteName,
  route: Omit<Route<Params, Query, Body, Result>, keyof RouteAddress>,
): Route<Params, Query, Body, Result> {
  return { ...addressOf(name), ...route };
}

/** All that a caller gives a route, path, query and body in one: no name is in two of them with two meanings. */
export type RouteInput<R> =
  R extends Route<infer Params, infer Query, infer Body, z.ZodType>
    ? Fields<Params> & QueryFields<Query> & Fields<Body>
    : never;

type Fields<S extends z.ZodType> = S extends z.ZodUndefined ? unknown : Immutable<z.input<S>>;

/** In a query everything is text. The caller gives what the text stands for. */
type QueryFields<S extends z.ZodType> = S extends z.ZodUndefined
  ? unknown
  : { readonly [Key in keyof z.input<S>]: QueryField<z.input<S>, z.output<S>, Key> };

type QueryField<Text, Meant, Key extends keyof Text> =
  | (Key extends keyof Meant ? Meant[Key] : never)
  | (undefined extends Text[Key] ? undefined : never);

/** What a route answers. */
export type RouteResult<R extends Route> = Immutable<z.output<R["result"]>>;
