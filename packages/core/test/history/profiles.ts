import { wellFormed } from "./well-formed.ts";
import { wild } from "./wild.ts";

/** The kinds of histories that every property of the log is tested with. */
export const profiles = [
  { profile: "well-formed", histories: wellFormed },
  { profile: "wild", histories: wild },
] as const;

/** The number of histories for each property; the soak test uses ten times as many. */
export const numRuns = process.env.POLYLOG_SOAK === "1" ? 5_000 : 500;

/** Time for the soak test, and for a failing history to shrink. */
export const timeout = 600_000;
