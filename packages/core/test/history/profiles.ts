import { wellFormed } from "./well-formed.ts";
import { wild } from "./wild.ts";

/** What every property of the log is tried on. */
export const profiles = [
  { profile: "well-formed", histories: wellFormed },
  { profile: "wild", histories: wild },
] as const;

/** How many histories each property is tried on; `SOAK=1` tries ten times as many. */
export const numRuns = process.env.SOAK === undefined ? 500 : 5_000;

/** Room for the soak, and for a failing history to shrink. */
export const timeout = 600_000;
