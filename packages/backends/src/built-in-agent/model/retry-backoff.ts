import { limits } from "../limits.ts";
import type { ModelFailure } from "./model-failure.ts";

/** How long to wait before a call is tried again; null where it is not. `attempt` is 1 for the first time again. */
export function retryDelay(
  failure: ModelFailure,
  attempt: number,
  most: number,
  random: () => number,
): number | null {
  if (!failure.retryable || attempt > most) return null;
  if (failure.retryAfterMs !== null) {
    return failure.retryAfterMs > limits.retryAfterMs ? null : Math.ceil(failure.retryAfterMs);
  }
  // Somewhere in the upper half, so that those who failed together do not come back together.
  const longest = Math.min(limits.retryMostMs, limits.retryBaseMs * 2 ** (attempt - 1));
  return Math.round(longest * (0.5 + random() / 2));
}
