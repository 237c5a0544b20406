import { expect, test } from "vitest";
import { RateLimit } from "../../src/exchange/rate-limit.ts";

test("[X8] a burst up to the limit, then one per interval, separately for each name", () => {
  let elapsed = 0;
  const rate = new RateLimit(3, 1000, () => elapsed);
  const take = (name: string, times: number) => Array.from({ length: times }, () => rate.take(name));
  expect([take("a", 4), take("b", 1)]).toEqual([[true, true, true, false], [true]]);
  elapsed += 1000;
  expect(take("a", 2)).toEqual([true, false]);
});

test("[R27] [X8] the default clock measures elapsed time, independent of the wall clock", () => {
  const rate = new RateLimit(2, 60_000);
  const { now } = Date;
  try {
    const taken = [0, -24, 24, -1000].map((hours) => {
      Date.now = () => now() + hours * 60 * 60 * 1000;
      return rate.take("a");
    });
    expect(taken).toEqual([true, true, false, false]);
  } finally {
    Date.now = now;
  }
});
