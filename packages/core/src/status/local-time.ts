/** A wall clock reading. The caller owns the clock and the time zone; core only computes. */
export interface LocalParts {
  readonly year: number;
  /** 1–12 */
  readonly month: number;
  /** 1–31 */
  readonly day: number;
  /** 0–23 */
  readonly hour: number;
  /** 0–59 */
  readonly minute: number;
  /** 0 is Sunday, 6 is Saturday. */
  readonly weekday: number;
}

export type TimeOfDay = "morning" | "afternoon" | "evening" | "night" | "weekend";
export type Season = "halloween" | "christmas" | "newYear" | "valentine";

const minuteMs = 60_000;

/** `offsetMinutes` counts east of UTC: 60 is UTC+1. (`Date.getTimezoneOffset` has the opposite sign.) */
export function localParts(epochMs: number, offsetMinutes: number): LocalParts {
  const shifted = new Date(epochMs + offsetMinutes * minuteMs);
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
    weekday: shifted.getUTCDay(),
  };
}

/** The offset with which `epochMs` reads as `local`, to read another instant on the same wall clock. */
export function offsetOf(local: LocalParts, epochMs: number): number {
  const wallMs = Date.UTC(local.year, local.month - 1, local.day, local.hour, local.minute);
  return wallMs / minuteMs - Math.floor(epochMs / minuteMs);
}

/** On a weekend, `weekend` applies at any hour. */
export function timeOfDay(local: LocalParts): TimeOfDay {
  if (local.weekday === 0 || local.weekday === 6) return "weekend";
  if (local.hour < 5) return "night";
  if (local.hour < 12) return "morning";
  if (local.hour < 17) return "afternoon";
  if (local.hour < 21) return "evening";
  return "night";
}

interface SeasonDates {
  readonly season: Season;
  /** month * 100 + day, both ends inclusive; a season that starts after it ends spans the new year. */
  readonly from: number;
  readonly to: number;
}

const seasons: readonly SeasonDates[] = [
  { season: "halloween", from: 1015, to: 1101 },
  { season: "christmas", from: 1215, to: 1226 },
  { season: "newYear", from: 1231, to: 102 },
  { season: "valentine", from: 213, to: 215 },
];

export function season(local: LocalParts): Season | null {
  const date = local.month * 100 + local.day;
  const current = seasons.find(({ from, to }) =>
    from <= to ? from <= date && date <= to : from <= date || date <= to,
  );
  return current?.season ?? null;
}
