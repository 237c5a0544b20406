import { setTimeout as sleep } from "node:timers/promises";

const TIMEOUT_MS = 20_000;
const RETRY_MS = 50;

/**
 * Retries while another process holds the home: a command that is about to end, or a server that the next attempt can find.
 */
export async function retryWhileHeld<T>(attempt: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + TIMEOUT_MS; ; await sleep(RETRY_MS)) {
    try {
      return await attempt();
    } catch (error) {
      const isHeld = error instanceof Error && error.name === "HomeHeldError";
      if (!isHeld || performance.now() > end) throw error;
    }
  }
}
