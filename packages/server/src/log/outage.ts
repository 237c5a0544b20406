import { PolylogError } from "../polylog-error.ts";
import { StoreError } from "../store/store-error.ts";

/** Why the log is not writable: a full disk, a file locked by another program, or a failing disk. */
export interface Outage {
  readonly reason: string;
  /** The error for commands in the meantime. They can be retried. */
  readonly refusal: () => PolylogError;
}

/** Null if only one session is affected, or for a bug, where waiting would not help. */
export function outageOf(error: unknown): Outage | null {
  if (!(error instanceof StoreError)) return null;
  if (error.code === "full") {
    return {
      reason: "The disk is full. Free some space; writing then resumes automatically.",
      refusal: () =>
        new PolylogError(
          "storage_full",
          "The disk is full. Free some space; Polylog then resumes automatically.",
        ),
    };
  }
  if (error.code !== "unavailable" || error.sessionId !== null) return null;
  const { message } = error;
  return {
    reason: `${message} Writing resumes automatically when this is resolved.`,
    refusal: () => new PolylogError("degraded", `${message} Retry later; Polylog resumes automatically.`),
  };
}
