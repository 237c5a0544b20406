import { limits } from "../limits.ts";
import type { ModelFailure } from "./model-failure.ts";

/** The delay before a retry, or null for no retry. `attempt` is 1 for the first retry. */
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
  // Random within the upper half, so that calls that failed together do not retry together.
  const longest = Math.min(limits.retryMostMs, limits.retryBaseMs * 2 ** (attempt - 1));
  return Math.round(longest * (0.5 + random() / 2));
}
