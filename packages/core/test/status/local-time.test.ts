import { describe, expect, test } from "vitest";
import { localParts } from "../../src/status/index.ts";
import { season, timeOfDay } from "../../src/status/local-time.ts";
import { at } from "./clock.ts";

describe("timeOfDay", () => {
  test.each([
    ["2026-03-04T00:00", "night"],
    ["2026-03-04T04:59", "night"],
    ["2026-03-04T05:00", "morning"],
    ["2026-03-04T11:59", "morning"],
    ["2026-03-04T12:00", "afternoon"],
    ["2026-03-04T16:59", "afternoon"],
    ["2026-03-04T17:00", "evening"],
    ["2026-03-04T20:59", "evening"],
    ["2026-03-04T21:00", "night"],
    ["2026-03-04T23:59", "night"],
  ])("[S4] Wednesday %s is %s", (date, expected) => {
    expect(timeOfDay(at(date))).toBe(expected);
  });

  test.each([
    ["2026-03-06T23:59", "night"],
    ["2026-03-07T00:00", "weekend"],
    ["2026-03-07T09:00", "weekend"],
    ["2026-03-08T14:00", "weekend"],
    ["2026-03-08T23:59", "weekend"],
    ["2026-03-09T00:00", "night"],
    ["2026-03-09T05:00", "morning"],
  ])("[S4] from Friday to Monday, %s is %s", (date, expected) => {
    expect(timeOfDay(at(date))).toBe(expected);
  });
});

describe("season", () => {
  test.each([
    ["2026-10-14T23:59", null],
    ["2026-10-15T00:00", "halloween"],
    ["2026-10-31T12:00", "halloween"],
    ["2026-11-01T23:59", "halloween"],
    ["2026-11-02T00:00", null],
    ["2026-12-14T23:59", null],
    ["2026-12-15T00:00", "christmas"],
    ["2026-12-26T23:59", "christmas"],
    ["2026-12-27T00:00", null],
    ["2026-12-30T23:59", null],
    ["2026-12-31T00:00", "newYear"],
    ["2027-01-01T12:00", "newYear"],
    ["2027-01-02T23:59", "newYear"],
    ["2027-01-03T00:00", null],
    ["2026-02-12T23:59", null],
    ["2026-02-13T00:00", "valentine"],
    ["2026-02-15T23:59", "valentine"],
    ["2026-02-16T00:00", null],
  ])("[S5] %s is %s", (date, expected) => {
    expect(season(at(date))).toBe(expected);
  });

  test("[S5] a year has 18 days of Halloween, 12 of Christmas, 3 of New Year and 3 of Valentine", () => {
    const days: Record<string, number> = {};
    for (let day = 0; day < 365; day += 1) {
      const name = season(localParts(Date.UTC(2026, 0, 1 + day), 0)) ?? "none";
      days[name] = (days[name] ?? 0) + 1;
    }
    expect(days).toEqual({ halloween: 18, christmas: 12, newYear: 3, valentine: 3, none: 329 });
  });
});

describe("localParts", () => {
  const newYear = Date.UTC(2026, 0, 1, 0, 30);

  test.each([
    [0, { year: 2026, month: 1, day: 1, hour: 0, minute: 30, weekday: 4 }],
    [60, { year: 2026, month: 1, day: 1, hour: 1, minute: 30, weekday: 4 }],
    [345, { year: 2026, month: 1, day: 1, hour: 6, minute: 15, weekday: 4 }],
    [-60, { year: 2025, month: 12, day: 31, hour: 23, minute: 30, weekday: 3 }],
  ])("[S4] an offset of %i minutes east moves the wall clock", (offsetMinutes, expected) => {
    expect(localParts(newYear, offsetMinutes)).toEqual(expected);
  });
});
