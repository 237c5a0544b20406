export { cost, count, duration, elapsed, plural } from "@polylog/core";

/** The size of a file. */
export function bytes(number: number): string {
  if (number < 1000) return `${number} B`;
  if (number < 1_000_000) return `${(number / 1000).toFixed(number < 10_000 ? 1 : 0)} KB`;
  return `${(number / 1_000_000).toFixed(1)} MB`;
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const day = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric" });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

export function clockTime(ts: number): string {
  return clock.format(ts);
}

export function wholeTime(ts: number): string {
  return whole.format(ts);
}

const minute = 60_000;
const hour = 60 * minute;

/** The time since then, short enough for a list. */
export function ago(ts: number, now: number): string {
  const past = now - ts;
  if (past < minute) return "now";
  if (past < hour) return `${Math.floor(past / minute)}m`;
  if (past < 24 * hour) return `${Math.floor(past / hour)}h`;
  if (past < 7 * 24 * hour) return `${Math.floor(past / (24 * hour))}d`;
  return day.format(ts);
}

/** The last folder of a path, which is the short name of a project. */
export function folderName(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
}
