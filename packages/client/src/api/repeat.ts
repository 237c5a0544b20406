import { abortedError, asClientError } from "../client-error.ts";
import type { Network } from "../connection/network.ts";
import { limits } from "../limits.ts";
import { backoffMs, Pause, type Timing } from "../timing.ts";

/** Repeats a request that is safe to repeat until it is answered, rejected, cancelled or out of attempts. */
export type Repeat = <T>(send: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

export function repeater(timing: Timing, network: Network): Repeat {
  return async (send, signal) => {
    for (let attempt = 0; ; attempt++) {
      if (isAborted(signal)) throw abortedError(signal);
      try {
        return await send();
      } catch (thrown) {
        const error = asClientError(thrown);
        const isOver = isAborted(signal) || attempt + 1 >= limits.commandAttempts;
        if (isOver || !error.retryable) throw error;
      }
      await pauseUntil(timing, network, backoffMs(attempt, timing.random), signal);
    }
  };
}

function isAborted(signal: AbortSignal | undefined): signal is AbortSignal {
  return signal?.aborted === true;
}

/** Waits until the delay is over, the network is back or the wait is cancelled. */
async function pauseUntil(timing: Timing, network: Network, ms: number, signal?: AbortSignal): Promise<void> {
  const pause = new Pause(timing);
  const end = () => pause.end();
  const unsubscribe = network.subscribe((online) => {
    if (online) end();
  });
  signal?.addEventListener("abort", end);
  await pause.wait(ms);
  signal?.removeEventListener("abort", end);
  unsubscribe();
}
