import path from "node:path";
import { expect, test } from "vitest";
import { sampleTree } from "../testing/sample-tree.ts";
import { checkSpec } from "./check.ts";

test("the tests of every package count, other files do not", () => {
  const root = sampleTree({
    "packages/core/SPEC.md": "- **F1** a\n- **F2** b\n",
    "packages/core/test/fold/a.test.ts": 'test("[F1] a", () => {});\n',
    "packages/client/test/b.test.ts": 'test("[F2] b", () => {});\n',
    "packages/core/src/c.ts": 'export const c = "[F3] c";\n',
    "tools/d.test.ts": 'test("[F4] d", () => {});\n',
  });
  expect(checkSpec(root)).toEqual([]);
});

test("a repository without a specification is told so", () => {
  expect(checkSpec(sampleTree({}))).toEqual([
    "packages/core/SPEC.md is missing; it holds the rules that tests cite",
  ]);
});

test("in this repository every rule has a test and every citation a rule", () => {
  expect(checkSpec(path.resolve(import.meta.dirname, "../.."))).toEqual([]);
});
