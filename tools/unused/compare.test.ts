import { expect, test } from "vitest";
import { unusedFaults, unusedIn } from "./compare.ts";

const report = {
  issues: [
    { file: "src/a.ts", files: [], exports: [{ name: "a" }, { name: "b" }] },
    { file: "src/test-only.ts", files: [{ name: "src/test-only.ts" }], exports: [] },
  ],
};

test("a report reads as files and their exports", () => {
  expect(unusedIn(report)).toEqual(["src/a.ts#a", "src/a.ts#b", "src/test-only.ts"]);
});

test("what only tests use is a fault unless it is known", () => {
  expect(unusedFaults(unusedIn(report), ["src/a.ts#a", "src/test-only.ts"])).toEqual([
    "src/a.ts#b: only tests use it; move it there or remove it",
  ]);
});

test("a known name that is no longer unused is a fault", () => {
  expect(unusedFaults([], ["src/a.ts#a"])).toEqual([
    "src/a.ts#a: is used or gone; remove it from tools/unused/known.ts",
  ]);
});
