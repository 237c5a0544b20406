import { limits } from "./limits.ts";

/** The clock, chance and the screen's rhythm: given from outside, so that a test can hold them still. */
export interface Timing {
  /** What a clock on the wall says, to be shown: it may be set at any time. */
  now(): number;
  /** Milliseconds since some moment, to measure by: it is never set back. */
  elapsed(): number;
  random(): number;
  /** Runs something later; gives back how to call it off. */
  setTimer(run: () => void, ms: number): () => void;
  /** When listeners are told: at the end of this tick, or with the next picture. */
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

/** 1, 2, 4, 8, 16 s and then 16 s again, each with up to half a second more so that clients do not come in step. */
export function backoffMs(attempt: number, random: () => number): number {
  const { backoffMs, jitterMs } = limits;
  const base = backoffMs[Math.min(attempt, backoffMs.length - 1)] as number;
  return base + Math.floor(random() * jitterMs);
}

/** A wait that can be cut short. */
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
