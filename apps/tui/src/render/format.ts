export { cost, count, duration, elapsed, plural } from "@polylog/core";

const minute = 60_000;
const hour = 60 * minute;

/** A short relative time for lists. */
export function ago(ts: number, now: number): string {
  const past = Math.max(0, now - ts);
  if (past < minute) return "now";
  if (past < hour) return `${Math.floor(past / minute)}m`;
  if (past < 24 * hour) return `${Math.floor(past / hour)}h`;
  return `${Math.floor(past / (24 * hour))}d`;
}
