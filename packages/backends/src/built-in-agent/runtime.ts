import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

/** Time and randomness, which tests replace. */
export interface Runtime {
  now(): number;
  random(): number;
  newId(): string;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls back after that time. */
  after(ms: number, call: () => void): Timer;
}

export interface Timer {
  /** Restarts the timer, even after it has fired. */
  again(): void;
  stop(): void;
}

export const systemRuntime: Runtime = {
  now: Date.now,
  random: Math.random,
  newId: randomUUID,
  sleep: async (ms, signal) => {
    await sleep(ms, undefined, { signal });
  },
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return { again: () => void timer.refresh(), stop: () => clearTimeout(timer) };
  },
};
