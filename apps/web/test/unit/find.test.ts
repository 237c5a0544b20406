import { expect, test } from "vitest";
import { withoutMarks } from "../../src/find/without-marks.ts";

test("what was found is shown without the signs of Markdown", () => {
  const text =
    "## The **totals**\n\n- [ ] see [the cart](src/cart.ts), `sum`\n> a quote\n| a | b |\n|---|--:|\n| 1 | 2 |";
  expect(withoutMarks(text)).toBe("The totals [ ] see the cart, sum a quote a b 1 2");
});

test("names with underscores, stars alone and dashes inside stay", () => {
  expect(withoutMarks("a_b_c * 2 - 1 snake_case --flag")).toBe("a_b_c * 2 - 1 snake_case --flag");
});
