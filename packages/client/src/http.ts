import {
  addressOf,
  fromWire,
  type RouteInput,
  type RouteName,
  type RouteNamed,
  type RouteResult,
  toWire,
} from "@polylog/core";
import { abortedError, asClientError, ClientError, networkError } from "./client-error.ts";
import { type Confirm, withConfirmation } from "./confirm.ts";
import type { KeyStore } from "./connect-options.ts";
import { limits } from "./limits.ts";
import type { Timing } from "./timing.ts";

/** Requests to one server. Every failure is a `ClientError`. */

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** The request works on the whole log, without a time limit. */
  readonly patient?: boolean;
}

export interface HttpOptions {
  /** The server's address; its path is kept, for a proxy that serves Polylog under a path. */
  readonly url: string;
  readonly token: string | undefined;
  readonly originKey: KeyStore | undefined;
  readonly fetch: typeof globalThis.fetch;
  readonly timing: Timing;
}

export const KEY_HEADER = "x-polylog-key";

export class Http {
  /** Without a trailing slash. */
  readonly base: string;
  private readonly options: HttpOptions;
  private token: string | undefined;
  private confirm: Confirm | undefined;

  constructor(options: HttpOptions) {
    this.options = options;
    this.base = options.url.replace(/\/+$/, "");
    this.token = options.token;
  }

  /** Uses this token from now on. */
  authorize(token: string): void {
    this.token = token;
  }

  confirmWith(confirm: Confirm): void {
    this.confirm = confirm;
  }

  /** Sends this key with the cookie from now on; null: no key. */
  keepKey(key: string | null): void {
    this.options.originKey?.write(key);
  }

  /** The client's credential: a token, or the half of a page's credential that is not in its cookie. */
  get credentials(): Readonly<Record<string, string>> {
    if (this.token !== undefined) return { authorization: `Bearer ${this.token}` };
    const key = this.options.originKey?.read() ?? null;
    return key === null ? {} : { [KEY_HEADER]: key };
  }

  /** Calls a route of the contract. */
  async call<Name extends RouteName>(
    name: Name,
    input: Input<Name>,
    options: RequestOptions = {},
  ): Promise<Result<Name>> {
    const request = requestOf(name, input);
    const text = await withConfirmation(this.confirm, (confirmation) =>
      this.send(request, options, confirmation),
    );
    return addressOf(name).type === undefined ? readResult(name, parse(text)) : (text as Result<Name>);
  }

  private async send(
    { method, path, query, body }: WireRequest,
    { signal, patient = false }: RequestOptions,
    confirmation: string | undefined,
  ): Promise<string> {
    const timeout = new AbortController();
    const cancel = this.options.timing.setTimer(
      () => timeout.abort(networkError("The server did not answer in time.")),
      patient ? limits.patientMs : limits.requestMs,
    );
    const stop = () => timeout.abort(signal === undefined ? undefined : abortedError(signal));
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      const headers: Record<string, string> = { accept: "application/json", ...this.credentials };
      if (body !== undefined) headers["content-type"] = "application/json";
      if (confirmation !== undefined) headers["x-polylog-confirmation"] = confirmation;
      const response = await this.fetch(path, query, {
        method,
        headers,
        signal: timeout.signal,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return await response.text();
    } catch (error) {
      throw asClientError(timeout.signal.aborted ? timeout.signal.reason : error);
    } finally {
      cancel();
      signal?.removeEventListener("abort", stop);
    }
  }

  /** A streaming response; the caller reads it. */
  async stream(
    path: string,
    query: Query,
    more: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array>> {
    const headers = { accept: "text/event-stream", ...this.credentials, ...more };
    const { body } = await this.fetch(path, query, { method: "GET", headers, signal, cache: "no-store" });
    if (body === null) throw networkError("The server sent no stream.");
    return body as ReadableStream<Uint8Array>;
  }

  private async fetch(path: string, query: Query = {}, init: RequestInit): Promise<Response> {
    const response = await this.options.fetch(this.base + path + queryString(query), init);
    if (response.ok) return response;
    throw errorOf(response.status, await response.text());
  }
}

type Query = Readonly<Record<string, unknown>>;

interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Query;
  /** Absent if the method has no body. */
  readonly body?: object;
}

export type Input<Name extends RouteName> = RouteInput<RouteNamed<Name>>;
export type Result<Name extends RouteName> = RouteResult<RouteNamed<Name>>;

/** The parts of a request: some fields are in the path, the others in the query or, if the method has one, the body. */
export function requestOf<Name extends RouteName>(name: Name, input: Input<Name>): WireRequest {
  const { method, path, opaque } = addressOf(name);
  const hasBody = method === "post" || method === "patch";
  const fields = new Map(Object.entries(toWire(input, hasBody ? opaque : []) as object));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = fields.get(field);
    fields.delete(field);
    return encodeURIComponent(String(value));
  });
  const rest = Object.fromEntries(fields);
  return { method: method.toUpperCase(), path: filled, ...(hasBody ? { body: rest } : { query: rest }) };
}

/**
 * Only renamed, not checked: the server's tests check every response, a client older than its server must accept unknown
 * values, and schemas would add a tenth to a page's size.
 */
export function readResult<Name extends RouteName>(name: Name, json: unknown): Result<Name> {
  return fromWire(json, addressOf(name).opaque) as Result<Name>;
}

function parse(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw networkError(
      "The response is not valid JSON. It was cut off, or another server answered; check the address.",
      error,
    );
  }
}

function queryString(query: Query): string {
  const given = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) given.set(key, String(value));
  return given.size === 0 ? "" : `?${given}`;
}

/** The contract's error; for other responses (from a proxy or a wrong address), one based on the status. */
function errorOf(status: number, text: string): ClientError {
  try {
    const { error } = JSON.parse(text) as { error: Partial<ClientError> };
    if (typeof error.code === "string") return readError(error, status);
  } catch {
    // Not a Polylog error.
  }
  const retryable = status >= 500 || status === 408 || status === 429;
  return new ClientError(`http_${status}`, `The server answered with status ${status}.`, {
    status,
    retryable,
  });
}

export function readError(error: Partial<ClientError>, status: number): ClientError {
  const { code = "unknown", message = "The server gave no reason.", retryable = false, details = {} } = error;
  return new ClientError(code, message, { status, retryable, details });
}
