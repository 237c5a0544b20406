import { expect, test } from "vitest";
import { cost, count, duration, elapsed, parseAmount, plural } from "../../src/format/quantities.ts";

test("[V24] an unknown price is never shown as free, and a partly unknown sum is marked", () => {
  expect([cost(0, true), cost(0, false), cost(0.0012, true), cost(1.5, false)]).toEqual([
    "$0",
    "unknown cost",
    "$0.0012",
    "≥ $1.50",
  ]);
});

test("[V24] times and counts look the same on every screen", () => {
  expect([1, 1500, 61_000, 3_600_000 + 120_000].map(duration)).toEqual([
    "< 0.1 s",
    "1.5 s",
    "1 m 1 s",
    "1 h 2 m",
  ]);
  expect([900, 59_999, 60_000].map(elapsed)).toEqual(["0 s", "59 s", "1 m 0 s"]);
  expect([999, 1000, 12_340, 123_456, 2_000_000].map(count)).toEqual(["999", "1k", "12.3k", "123k", "2M"]);
  expect([plural(1, "file"), plural(2, "file"), plural(2, "search", "searches")]).toEqual([
    "1 file",
    "2 files",
    "2 searches",
  ]);
});

test("[V24] amounts are typed the same way on every screen", () => {
  expect(
    ["2.50", "$3", "50k", "1.5M", "1,000", ".5", "0", "", "$", "x", "-1", "1 2"].map(parseAmount),
  ).toEqual([...[2.5, 3, 50_000, 1_500_000, 1000, 0.5], ...[null, null, null, null, null, null]]);
});
