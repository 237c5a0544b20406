import type { StoreErrorCode } from "./store.ts";

interface StoreErrorDetails {
  /** The affected session, if there is only one. */
  readonly sessionId?: string | undefined;
  readonly cause?: unknown;
}

/** Why an operation of the store failed. Nothing of a failed commit is written. */
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
