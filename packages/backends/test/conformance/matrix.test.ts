import { describe, expect, test } from "vitest";
import { programs } from "./programs/index.ts";
import { scenarios } from "./scenarios/index.ts";
import { pagesWithTables } from "./support/matrix.ts";

test("[CF4] the tables in docs/use are up to date: npm run record -- matrix", () => {
  for (const { file, text, updated } of pagesWithTables()) expect(text, file).toBe(updated);
});

describe.each(programs)("$name", ({ unsupported }) => {
  test("[CF4] only existing scenarios are declared unsupported, each with a reason", () => {
    const names = new Set(scenarios.map(({ name }) => name));
    const wrong = Object.entries(unsupported).filter(
      ([name, reason]) => !names.has(name) || reason.trim() === "",
    );
    expect(wrong).toEqual([]);
  });
});

test("[CF4] scenario names are unique", () => {
  expect([...new Set(scenarios.map(({ name }) => name))].length).toBe(scenarios.length);
});
