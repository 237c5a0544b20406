import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

/** Time and chance, so that tests can have their own. */
export interface World {
  now(): number;
  random(): number;
  newId(): string;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls back after that time. */
  after(ms: number, call: () => void): Alarm;
}

export interface Alarm {
  /** The time begins anew, also where it was over. */
  again(): void;
  stop(): void;
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
    return { again: () => void timer.refresh(), stop: () => clearTimeout(timer) };
  },
};
