import type { StoreErrorCode } from "../store.ts";
import { StoreError } from "../store-error.ts";

/** The codes of SQLite that say more than "it failed"; the low byte of an extended code. */
const BUSY = 5;
const LOCKED = 6;
const FULL = 13;
const CONSTRAINT = 19;
/** The index of the write-ahead log could not grow: how a full disk shows in the shared-memory file. */
const IOERR_SHMSIZE = 4874;

/** No memory, a file that may not be written, a disk that fails, a file that cannot be opened: they may pass. */
const passing: ReadonlySet<number> = new Set([7, 8, 10, 14]);

const codes: ReadonlyMap<number, readonly [StoreErrorCode, string]> = new Map([
  [BUSY, ["unavailable", "Another process holds the log."]],
  [LOCKED, ["unavailable", "Another reader or writer holds the log."]],
  [FULL, ["full", "The disk is full."]],
  [CONSTRAINT, ["conflict", "The log does not hold what this was written for."]],
]);

/** Another connection writes, or holds the log in another way. */
export function isLocked(error: unknown): boolean {
  const { cause } = error as { cause?: { errcode?: number } };
  const kind = (cause?.errcode ?? 0) & 0xff;
  return kind === BUSY || kind === LOCKED;
}

/** The store's own words for what SQLite or the file system reported; anything else is a bug and stays itself. */
export function toStoreError(error: unknown, sessionId?: string): unknown {
  if (!(error instanceof Error) || error instanceof StoreError) return error;
  const { code, errcode } = error as { code?: string; errcode?: number };
  const details = { sessionId, cause: error };
  if (code === "ERR_INVALID_STATE") return new StoreError("closed", "The log is closed.", details);
  if (code === "ENOSPC" || code === "EDQUOT" || errcode === IOERR_SHMSIZE) {
    return new StoreError("full", "The disk is full.", details);
  }
  // A number that no number of ours can be, or JSON that is none.
  if (code === "ERR_OUT_OF_RANGE" || error instanceof SyntaxError)
    return new StoreError("broken", "The log is damaged on disk.", details);
  if (code !== "ERR_SQLITE_ERROR") return error;
  const kind = (errcode ?? 0) & 0xff;
  const known = codes.get(kind);
  if (known !== undefined) return new StoreError(known[0], known[1], details);
  // Where it is one session that cannot be read, that is damage of its own.
  const isPassing = sessionId === undefined && passing.has(kind);
  const message = `The log cannot be read or written: ${error.message}.`;
  return new StoreError(isPassing ? "unavailable" : "broken", message, details);
}
