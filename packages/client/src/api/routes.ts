import { type RouteName, routeTable } from "@polylog/core";
import type { Input, Result } from "../http.ts";

/** The routes of the contract as methods: `sessions.list` is `client.sessions.list(input, options)`. */

export interface CallOptions {
  /** Cancels the request. The server may already have processed it. */
  readonly signal?: AbortSignal | undefined;
}

/** Excluded: the stream that the client reads itself, pages for a browser, and aliases of other routes. */
type NotCalled =
  | "events.stream"
  | "events.pluginPage"
  | "queue.changeNamed"
  | "server.docPage"
  | "server.docStyle";
type CalledRoute = Exclude<RouteName, NotCalled>;

/** The input is optional if none of its fields is required. */
export type RouteCall<Name extends RouteName> =
  Partial<Input<Name>> extends Input<Name>
    ? (input?: Input<Name>, options?: CallOptions) => Promise<Result<Name>>
    : (input: Input<Name>, options?: CallOptions) => Promise<Result<Name>>;

type NounOf<Name> = Name extends `${infer Noun}.${string}` ? Noun : never;
type ActionOf<Name, Noun extends string> = Name extends `${Noun}.${infer Action}` ? Action : never;

export type Routes = {
  readonly [Noun in NounOf<CalledRoute>]: {
    readonly [Name in CalledRoute as ActionOf<Name, Noun>]: RouteCall<Name>;
  };
};

type Send = (name: RouteName, input: object, options: CallOptions) => Promise<unknown>;

/** Built from the table alone, so that no schema is needed at run time. */
export function routesOf(send: Send): Routes {
  const groups: Record<string, Record<string, unknown>> = {};
  for (const name of Object.keys(routeTable) as RouteName[]) {
    const [noun = "", action = ""] = name.split(".");
    groups[noun] ??= {};
    groups[noun][action] = (input: object = {}, options: CallOptions = {}) => send(name, input, options);
  }
  return groups as unknown as Routes;
}
