import type { StoreErrorCode } from "./store.ts";

interface StoreErrorDetails {
  /** The session that is concerned, where it is one. */
  readonly sessionId?: string | undefined;
  readonly cause?: unknown;
}

/** Why the store did not do it. After any of these nothing of a commit is written. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;
  readonly sessionId: string | null;

  constructor(code: StoreErrorCode, message: string, details: StoreErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "StoreError";
    this.code = code;
    this.sessionId = details.sessionId ?? null;
  }
}
