import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { programs } from "./programs/index.ts";
import { scenarios } from "./scenarios/index.ts";
import { matrixFile, withMatrix } from "./support/matrix.ts";

test("[CF4] the matrix in docs/use/agents.md is up to date: npm run record -- matrix", () => {
  expect(readFileSync(matrixFile, "utf8")).toBe(withMatrix());
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
