import { wellFormed } from "./well-formed.ts";
import { wild } from "./wild.ts";

/** What every property of the log is tried on. */
export const profiles = [
  { profile: "well-formed", histories: wellFormed },
  { profile: "wild", histories: wild },
] as const;

/** How many histories each property is tried on; the soak tries ten times as many. */
export const numRuns = process.env.POLYLOG_SOAK === "1" ? 5_000 : 500;

/** Room for the soak, and for a failing history to shrink. */
export const timeout = 600_000;
