// A subpath of core, because a starting server needs no schemas.
import { type ErrorCode, errorStatus, retryableErrors } from "@polylog/core/errors";

/** An error with a message that a person can act on. `details` are for programs. */
export class PolylogError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = "PolylogError";
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorStatus[this.code];
  }

  toJSON(): { error: { code: ErrorCode; message: string; retryable: boolean; details: object } } {
    const { code, message, details } = this;
    return { error: { code, message, retryable: retryableErrors.has(code), details } };
  }
}
