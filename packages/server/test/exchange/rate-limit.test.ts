import { expect, test } from "vitest";
import { RateLimit } from "../../src/exchange/rate-limit.ts";

test("[X8] so many at once, then one each interval, each name by itself", () => {
  let elapsed = 0;
  const rate = new RateLimit(3, 1000, () => elapsed);
  const take = (name: string, times: number) => Array.from({ length: times }, () => rate.take(name));
  expect([take("a", 4), take("b", 1)]).toEqual([[true, true, true, false], [true]]);
  elapsed += 1000;
  expect(take("a", 2)).toEqual([true, false]);
});

test("[R27] [X8] by itself it goes by what has elapsed, whatever the clock on the wall says", () => {
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
