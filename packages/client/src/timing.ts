import { limits } from "./limits.ts";

/** The clock, random numbers and the screen's rhythm: passed in, so that a test can control them. */
export interface Timing {
  /** The wall clock time, for display: it may be changed at any time. */
  now(): number;
  /** Milliseconds since some fixed moment, to measure durations: it never goes backwards. */
  elapsed(): number;
  random(): number;
  /** Runs a function later; returns a function that cancels it. */
  setTimer(run: () => void, ms: number): () => void;
  /** When listeners are notified: at the end of this tick, or with the next frame of the screen. */
  schedule(run: () => void): void;
}

export const systemTiming: Timing = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  random: () => Math.random(),
  setTimer: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  schedule: (run) => queueMicrotask(run),
};

/** 1, 2, 4, 8, 16 s and then always 16 s, each with up to half a second more so that clients do not reconnect simultaneously. */
export function backoffMs(attempt: number, random: () => number): number {
  const { backoffMs, jitterMs } = limits;
  const base = backoffMs[Math.min(attempt, backoffMs.length - 1)] as number;
  return base + Math.floor(random() * jitterMs);
}

/** A wait that can be ended early. */
export class Pause {
  private readonly timing: Timing;
  private finish: (() => void) | null = null;

  constructor(timing: Timing) {
    this.timing = timing;
  }

  /** Null waits until `end` is called. */
  wait(ms: number | null): Promise<void> {
    this.end();
    return new Promise((resolve) => {
      const cancel = ms === null ? null : this.timing.setTimer(() => this.end(), ms);
      this.finish = () => {
        cancel?.();
        resolve();
      };
    });
  }

  end(): void {
    const { finish } = this;
    this.finish = null;
    finish?.();
  }
}
