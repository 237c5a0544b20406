import { PolylogError } from "../errors.ts";
import { StoreError } from "../store/store-error.ts";

/** Why nothing at all can be written for now: a full disk, a file that another program holds, a disk that fails. */
export interface Outage {
  readonly reason: string;
  /** What a command is answered meanwhile. It is worth trying again. */
  readonly refusal: () => PolylogError;
}

/** Null where it is one session's matter, or a bug: then waiting would not help. */
export function outageOf(error: unknown): Outage | null {
  if (!(error instanceof StoreError)) return null;
  if (error.code === "full") {
    return {
      reason: "The disk is full: nothing can be written until there is room.",
      refusal: () =>
        new PolylogError("storage_full", "The disk is full. Free some space; Polylog goes on by itself."),
    };
  }
  if (error.code !== "unavailable" || error.sessionId !== null) return null;
  const { message } = error;
  return {
    reason: `${message} Nothing can be written until that is over.`,
    refusal: () => new PolylogError("degraded", `${message} Try again; Polylog goes on by itself.`),
  };
}
