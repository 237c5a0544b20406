/** Two clocks: one to show, which may be set at any time, and one to measure by, which is never set back. */
export interface Clocks {
  readonly now: () => number;
  readonly elapsed: () => number;
}

export const systemClocks: Clocks = { now: Date.now, elapsed: () => performance.now() };
