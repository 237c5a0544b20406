import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

/** Time and chance, so that tests can have their own. */
export interface World {
  now(): number;
  random(): number;
  newId(): string;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls back after that time, unless what it returns is called first. */
  after(ms: number, call: () => void): () => void;
}

export const realWorld: World = {
  now: Date.now,
  random: Math.random,
  newId: randomUUID,
  sleep: async (ms, signal) => {
    await sleep(ms, undefined, { signal });
  },
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};
