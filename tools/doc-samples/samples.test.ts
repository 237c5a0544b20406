import { expect, test } from "vitest";
import { applyChange, samplesOf } from "./samples.ts";

test("only blocks that name a file are samples", () => {
  const document = [
    "# Adding a thing",
    "```ts src/thing.ts",
    "export const thing = 1;",
    "```",
    "For example:",
    "```ts",
    "thing;",
    "```",
    "```diff src/list.ts",
    " const list = [",
    "+  thing,",
    "```",
    "",
  ].join("\n");
  expect(samplesOf(document)).toEqual([
    { kind: "file", path: "src/thing.ts", text: "export const thing = 1;\n" },
    { kind: "change", path: "src/list.ts", lines: [" const list = [", "+  thing,"] },
  ]);
});

test("a change replaces the lines it names, at each of its places", () => {
  const text = "one\ntwo\nthree\nfour\n";
  expect(applyChange(text, [" one", "+one and a half", "…", "-three", "+drei"])).toBe(
    "one\none and a half\ntwo\ndrei\nfour\n",
  );
});

test("a change whose lines are missing or ambiguous fails", () => {
  expect(() => applyChange("one\n", [" two", "+three"])).toThrow("0 times");
  expect(() => applyChange("one\none\n", [" one", "+two"])).toThrow("2 times");
  expect(() => applyChange("one\n", ["+two"])).toThrow("instead of once");
});
