/** Small and repeatable numbers below a bound. */
export function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** `npm run soak` sets it, for the large figures. */
export const isSoak = process.env.POLYLOG_SOAK === "1";

/**
 * Milliseconds that a rule allows. The soak holds the server to it, where nothing else keeps the machine busy; in every
 * other run it is only not for ever.
 */
export function allowed(ms: number): number {
  return isSoak ? ms : 90_000;
}

export function figure(small: number, large: number): number {
  return isSoak ? large : small;
}

/** How long a test may take: as long as any other, and longer where it soaks. */
export function atMost(soakMs: number): number {
  return figure(600_000, soakMs);
}
