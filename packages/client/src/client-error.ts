import { messageOf } from "@polylog/core";

/** Why something did not work: a code for programs, a sentence for people. Everything here rejects with it. */
export class ClientError extends Error {
  readonly code: string;
  /** The HTTP status; 0 where there was no answer. */
  readonly status: number;
  /** The same again may work later. */
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

/** Whoever asked does not want it any more. */
export function calledOff({ reason }: AbortSignal): ClientError {
  return new ClientError("aborted", "It was called off.", { cause: reason });
}

/** Whatever went wrong, as a `ClientError`: what is not one yet came from the network. */
export function asClientError(cause: unknown): ClientError {
  if (cause instanceof ClientError) return cause;
  if (cause instanceof Error && cause.name === "AbortError")
    return new ClientError("aborted", "It was called off.", { cause });
  return networkError(`The server cannot be reached: ${messageOf(cause)}.`, cause);
}

/** Refused: asking again cannot help until somebody changes something. */
export function isRefused({ status, retryable }: ClientError): boolean {
  return status >= 400 && status < 500 && !retryable;
}

/** It may go by itself: no answer, a failure of the server, or an error that says so itself. */
export function isTransient({ retryable, status }: ClientError): boolean {
  return retryable || status >= 500;
}
