import { expect, test } from "vitest";
import { amountIn, partsOf, raised, toneOf } from "../../src/budgets/budget-amounts.ts";

const used = { usedUsd: 1.05, usedTokens: 12_400, costComplete: true };

test("amounts are parsed as people type them, and other text is rejected", () => {
  expect(["", "  ", "2.50", "$3", "50k", "1.5M", "1,000", ".5"].map(amountIn)).toEqual([
    ...[undefined, undefined, 2.5, 3, 50_000, 1_500_000, 1000, 0.5],
  ]);
  expect(["0", "-1", "a few", "1e9", "2..5", "5 apples", "NaN", "Infinity"].map(amountIn)).toEqual(
    new Array(8).fill(null),
  );
});

test("a budget lists its limits, and an unknown price is not shown as 0", () => {
  expect(partsOf({ ...used })).toEqual([]);
  expect(partsOf({ ...used, costUsd: 2.1, tokens: 100_000 })).toEqual([
    { name: "Cost", share: 0.5, text: "$1.05 of $2.10" },
    { name: "Tokens", share: 0.124, text: "12.4k of 100k tokens" },
  ]);
  expect(partsOf({ ...used, costComplete: false, costUsd: 2.1 })[0]?.text).toBe("≥ $1.05 of $2.10");
  expect(partsOf({ ...used, usedUsd: 0, costComplete: false, costUsd: 2 })[0]?.text).toBe(
    "Price unknown, limit $2.00",
  );
  expect([0.79, 0.8, 0.99, 1, 7].map(toneOf)).toEqual(["quiet", "waiting", "waiting", "failed", "failed"]);
});

test("a used-up limit is doubled until it exceeds the usage; the other limit stays", () => {
  expect(raised({ ...used, costUsd: 1, tokens: 20_000 })).toEqual({ costUsd: 2, tokens: 20_000 });
  expect(raised({ ...used, costUsd: 0.25 })).toEqual({ costUsd: 2 });
  expect(raised({ ...used, tokens: 12_400 })).toEqual({ tokens: 24_800 });
});
