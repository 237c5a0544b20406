import { expect, test } from "vitest";
import { fuzzyFind } from "../../src/composer/fuzzy-find.ts";

test("a name matches if it has every typed letter in order; the best match comes first", () => {
  const files = ["src/checkout/cart-row.ts", "src/cart.ts", "docs/chart.md", "README.md"];
  expect(fuzzyFind("cart", files, (file) => file, 3)).toEqual([
    "src/cart.ts",
    "src/checkout/cart-row.ts",
    "docs/chart.md",
  ]);
  expect(fuzzyFind("xyz", files, (file) => file)).toEqual([]);
  expect(fuzzyFind("", files, (file) => file, 2)).toEqual(files.slice(0, 2));
});
