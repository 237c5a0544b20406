import { messageOf } from "@polylog/core";

/** An error with a code for programs and a message for people. Every rejection of this package is one. */
export class ClientError extends Error {
  readonly code: string;
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** The same request may succeed later. */
  readonly retryable: boolean;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: string, message: string, more: ErrorDetails = {}) {
    super(message, { cause: more.cause });
    this.name = "ClientError";
    this.code = code;
    this.status = more.status ?? 0;
    this.retryable = more.retryable ?? false;
    this.details = more.details ?? {};
  }
}

interface ErrorDetails {
  readonly status?: number;
  readonly retryable?: boolean;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

export function networkError(message: string, cause?: unknown): ClientError {
  return new ClientError("network", message, { retryable: true, cause });
}

/** The caller cancelled the request. */
export function abortedError({ reason }: AbortSignal): ClientError {
  return new ClientError("aborted", "The request was cancelled.", { cause: reason });
}

/** Any error as a `ClientError`: other errors come from the network. */
export function asClientError(cause: unknown): ClientError {
  if (cause instanceof ClientError) return cause;
  if (cause instanceof Error && cause.name === "AbortError")
    return new ClientError("aborted", "The request was cancelled.", { cause });
  return networkError(`Cannot reach the server: ${messageOf(cause)}.`, cause);
}

/** Rejected: repeating the request cannot help until something changes on the server. */
export function isDenied({ status, retryable }: ClientError): boolean {
  return status >= 400 && status < 500 && !retryable;
}

/** It may succeed if it is repeated: no answer, a server failure, or an error marked as retryable. */
export function isTransient({ retryable, status }: ClientError): boolean {
  return retryable || status >= 500;
}
