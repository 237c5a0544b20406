import { asClientError, calledOff } from "../client-error.ts";
import type { Network } from "../connection/network.ts";
import { limits } from "../limits.ts";
import type { Timing } from "../timing.ts";
import { backoffMs, Pause } from "../timing.ts";

/** Sends again what may be sent again, until it is answered, refused, called off or tried often enough. */
export type Repeat = <T>(send: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

export function repeater(timing: Timing, network: Network): Repeat {
  return async (send, signal) => {
    for (let attempt = 0; ; attempt++) {
      if (isCalledOff(signal)) throw calledOff(signal);
      try {
        return await send();
      } catch (thrown) {
        const error = asClientError(thrown);
        const isOver = isCalledOff(signal) || attempt + 1 >= limits.commandAttempts;
        if (isOver || !error.retryable) throw error;
      }
      await pauseUntil(timing, network, backoffMs(attempt, timing.random), signal);
    }
  };
}

function isCalledOff(signal: AbortSignal | undefined): signal is AbortSignal {
  return signal?.aborted === true;
}

/** Waits; no longer than until the network is back or it is called off. */
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
