import path from "node:path";
import { expect, test } from "vitest";
import { sampleTree } from "../testing/sample-tree.ts";
import { checkSpec } from "./check.ts";

test("each package's tests cite the package's own rules; other files do not count", () => {
  const root = sampleTree({
    "packages/core/SPEC.md": "- **F1** a\n",
    "packages/core/test/fold/a.test.ts": 'test("[F1] a", () => {});\n',
    "packages/server/SPEC.md": "- **R1** b\n- **R2** c\n",
    "packages/server/test/b.test.ts":
      'test("[R1] b", () => {});\ntest("[F1] of another package", () => {});\n',
    "packages/core/src/c.ts": 'export const c = "[F3] c";\n',
    "tools/d.test.ts": 'test("[F4] d", () => {});\n',
  });
  expect(checkSpec(root)).toEqual([
    "packages/server/SPEC.md:2: no test cites R2; begin a test's title with [R2]",
    "packages/server/test/b.test.ts:2: cites F1, which packages/server/SPEC.md does not define",
  ]);
});

test("a repository without a specification is a fault", () => {
  expect(checkSpec(sampleTree({}))).toEqual([
    "packages/core/SPEC.md is missing; it holds the rules that tests cite",
  ]);
});

test("in this repository every rule has a test and every citation a rule", () => {
  expect(checkSpec(path.resolve(import.meta.dirname, "../.."))).toEqual([]);
});
