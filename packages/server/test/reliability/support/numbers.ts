/** Small, repeatable numbers below a limit. */
export function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** `npm run soak` sets it, for the large numbers. */
export const isSoak = process.env.POLYLOG_SOAK === "1";

/**
 * The milliseconds that a rule allows. The soak enforces them, because nothing else keeps the machine busy;
 * other runs only prevent an endless wait.
 */
export function allowed(ms: number): number {
  return isSoak ? ms : 90_000;
}

export function figure(small: number, large: number): number {
  return isSoak ? large : small;
}

/** The timeout of a test: the default, and longer in a soak. */
export function atMost(soakMs: number): number {
  return figure(600_000, soakMs);
}
