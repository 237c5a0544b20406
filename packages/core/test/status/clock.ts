import { type LocalParts, localParts } from "../../src/status/index.ts";
import { type Season, season, type TimeOfDay, timeOfDay } from "../../src/status/local-time.ts";

/** A reading of a clock that shows UTC. */
export function at(date: string): LocalParts {
  return localParts(Date.parse(`${date}:00Z`), 0);
}

const times: Readonly<Record<TimeOfDay, string>> = {
  morning: "2026-03-04T09:00",
  afternoon: "2026-03-04T14:00",
  evening: "2026-03-04T19:00",
  night: "2026-03-04T23:00",
  weekend: "2026-03-07T09:00",
};

const seasonDays: Readonly<Record<Season, string>> = {
  halloween: "2026-10-28",
  christmas: "2026-12-16",
  newYear: "2026-12-31",
  valentine: "2026-02-13",
};

/** One reading for each time of day outside seasons, and for each season. */
export const readings: readonly { name: string; local: LocalParts; open: readonly string[] }[] = [
  ...Object.values(times),
  ...Object.values(seasonDays).map((day) => `${day}T09:00`),
].map((date) => {
  const local = at(date);
  const open = [timeOfDay(local), season(local)].filter((name) => name !== null);
  return { name: open.join(" + "), local, open };
});
