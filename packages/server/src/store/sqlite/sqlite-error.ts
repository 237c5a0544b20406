import type { StoreErrorCode } from "../store.ts";
import { StoreError } from "../store-error.ts";

/** SQLite's more specific result codes; the low byte of an extended code. */
const BUSY = 5;
const LOCKED = 6;
const FULL = 13;
const CONSTRAINT = 19;
/** The index of the write-ahead log could not grow: the effect of a full disk on the shared-memory file. */
const IOERR_SHMSIZE = 4874;

/** Out of memory, read-only file, I/O error, file cannot be opened: these may be temporary. */
const passing: ReadonlySet<number> = new Set([7, 8, 10, 14]);

const codes: ReadonlyMap<number, readonly [StoreErrorCode, string]> = new Map([
  [BUSY, ["unavailable", "Another process has locked the log."]],
  [LOCKED, ["unavailable", "Another reader or writer has locked the log."]],
  [FULL, ["full", "The disk is full."]],
  [CONSTRAINT, ["conflict", "The log is not in the expected state."]],
]);

/** Another connection is writing, or has locked the log in another way. */
export function isLocked(error: unknown): boolean {
  const { cause } = error as { cause?: { errcode?: number } };
  const kind = (cause?.errcode ?? 0) & 0xff;
  return kind === BUSY || kind === LOCKED;
}

/** Converts errors of SQLite and the file system to store errors. Any other error is a bug and is returned unchanged. */
export function toStoreError(error: unknown, sessionId?: string): unknown {
  if (!(error instanceof Error) || error instanceof StoreError) return error;
  const { code, errcode } = error as { code?: string; errcode?: number };
  const details = { sessionId, cause: error };
  if (code === "ERR_INVALID_STATE") return new StoreError("closed", "The log is closed.", details);
  if (code === "ENOSPC" || code === "EDQUOT" || errcode === IOERR_SHMSIZE) {
    return new StoreError("full", "The disk is full.", details);
  }
  // A number that is out of range, or invalid JSON.
  if (code === "ERR_OUT_OF_RANGE" || error instanceof SyntaxError)
    return new StoreError("broken", "The log is damaged on disk.", details);
  if (code !== "ERR_SQLITE_ERROR") return error;
  const kind = (errcode ?? 0) & 0xff;
  const known = codes.get(kind);
  if (known !== undefined) return new StoreError(known[0], known[1], details);
  // If only one session cannot be read, that session is damaged.
  const isPassing = sessionId === undefined && passing.has(kind);
  const message = `The log cannot be read or written: ${error.message}.`;
  return new StoreError(isPassing ? "unavailable" : "broken", message, details);
}
