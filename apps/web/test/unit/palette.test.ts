import { expect, test } from "vitest";
import { rank } from "../../src/palette/rank.ts";

/** The items as the palette has them: what they are found by, and their names. */
const items = [
  ["Rename… title", "Rename…"],
  ["Fix the usage page shop claude 01ABC", "Fix the usage page"],
  ["Usage and cost", "Usage and cost"],
  ["Usage of this session budget", "Usage of this session"],
  ["Keys, help", "Keys"],
  ["usage shop claude 01ABD", "usage"],
] as const;

const ranked = (typed: string) =>
  items
    .map(([value, name]) => ({ name, score: rank(value, typed, [name]) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ name }) => name);

test("[W7] the palette has exact names first, then those that begin so, then words of them, whatever their group", () => {
  expect(ranked("usage")).toEqual(["usage", "Usage and cost", "Usage of this session", "Fix the usage page"]);
  expect(ranked("rename")[0]).toBe("Rename…");
  expect(ranked("keys")).toEqual(["Keys"]);
});

test("[W7] what is found by other words comes last", () => {
  expect(ranked("claude")).toEqual(expect.arrayContaining(["usage", "Fix the usage page"]));
  expect(rank("Keys, help", "help", ["Keys"])).toBeLessThan(0.6);
});
