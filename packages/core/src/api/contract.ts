import type { z } from "zod";
import type { ErrorCode } from "./error-codes.ts";
import { addressOf, type RouteAddress, type RouteName } from "./route-table.ts";
import type { Immutable } from "./wire.ts";

/**
 * A route of the API, defined once: the server attaches a handler, the client calls it by name, and the OpenAPI document and
 * the socket commands are derived from it. Its schemas use the names of the code; `wire.ts` renames them.
 */
export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> extends RouteAddress {
  /** The heading under which OpenAPI documents it: its noun, unless `groups` names another. */
  readonly group: string;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The size of its body, if it carries more than a few fields. */
  readonly carries?: "words" | "images";
  readonly result: Result;
  readonly status?: 200 | 201 | 202;
  /** Its `projectRoot` only filters rows of the log: no folder is read. */
  readonly picksRows?: true;
  /** Its error codes, in addition to those of every route. */
  readonly errors?: readonly ErrorCode[];
}

const groups: Readonly<Record<string, string>> = {
  budgets: "usage",
  "events.search": "search",
  pairings: "devices",
  projects: "workspace",
  schedules: "missions",
  trust: "settings",
};

export function defineRoute<
  Result extends z.ZodType,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(
  name: RouteName,
  route: Omit<Route<Params, Query, Body, Result>, keyof RouteAddress | "group">,
): Route<Params, Query, Body, Result> {
  const noun = name.slice(0, name.indexOf("."));
  return { ...addressOf(name), group: groups[name] ?? groups[noun] ?? noun, ...route };
}

/** All input of a route, path, query and body in one object. A name means the same in all of them. */
export type RouteInput<R> =
  R extends Route<infer Params, infer Query, infer Body, z.ZodType>
    ? Fields<Params> & QueryFields<Query> & Fields<Body>
    : never;

type Fields<S extends z.ZodType> = S extends z.ZodUndefined ? unknown : Immutable<z.input<S>>;

/** Query values are text on the wire. The caller passes the typed value. */
type QueryFields<S extends z.ZodType> = S extends z.ZodUndefined
  ? unknown
  : { readonly [Key in keyof z.input<S>]: QueryField<z.input<S>, z.output<S>, Key> };

type QueryField<Text, Meant, Key extends keyof Text> =
  | (Key extends keyof Meant ? Meant[Key] : never)
  | (undefined extends Text[Key] ? undefined : never);

/** The result of a route. */
export type RouteResult<R extends Route> = Immutable<z.output<R["result"]>>;
