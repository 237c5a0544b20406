/** Two clocks: wall time for display, which can be set back, and a monotonic clock for durations. */
export interface Clocks {
  readonly now: () => number;
  readonly elapsed: () => number;
}

export const systemClocks: Clocks = { now: Date.now, elapsed: () => performance.now() };
