import { expect, test } from "vitest";
import { rank } from "../../src/palette/rank.ts";

/** The items of the palette: search text and name. */
const items = [
  ["Rename… title", "Rename…"],
  ["Fix the usage page shop claude 01ABC", "Fix the usage page"],
  ["Usage and cost", "Usage and cost"],
  ["Usage of this session budget", "Usage of this session"],
  ["Keyboard shortcuts, help", "Keyboard shortcuts"],
  ["usage shop claude 01ABD", "usage"],
] as const;

const ranked = (typed: string) =>
  items
    .map(([value, name]) => ({ name, score: rank(value, typed, [name]) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ name }) => name);

test("[W7] the palette lists exact names first, then prefixes, then words, across groups", () => {
  expect(ranked("usage")).toEqual(["usage", "Usage and cost", "Usage of this session", "Fix the usage page"]);
  expect(ranked("rename")[0]).toBe("Rename…");
  expect(ranked("keyboard")).toEqual(["Keyboard shortcuts"]);
});

test("[W7] matches by other search terms come last", () => {
  expect(ranked("claude")).toEqual(expect.arrayContaining(["usage", "Fix the usage page"]));
  expect(rank("Keyboard shortcuts, help", "help", ["Keyboard shortcuts"])).toBeLessThan(0.6);
});
