import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { listSourceFiles } from "../source/list-files.ts";
import { promiseFaults, promises } from "./promises.ts";

const root = path.resolve(import.meta.dirname, "../..");
const a = "packages/server/test/a.test.ts";
const read = () => 'test("[R1, R2] kept", () => {});\n';
const others = promises.filter((number) => number !== "R1" && number !== "R2" && number !== "R3");

test("a promise without a test, and a test that does not speak of it, are told", () => {
  const table = [
    "| R1 | `packages/server/test/a.test.ts` |",
    `| R2 | ${a}, ${a.replace("a.", "b.")} |`,
    `| R3 | ${a} |`,
  ];
  expect(promiseFaults(table.join("\n"), [a], read)).toEqual([
    "R2: packages/server/test/b.test.ts has no test that begins with [R2]",
    "R3: packages/server/test/a.test.ts has no test that begins with [R3]",
    ...others.map((number) => `${number} is kept by no test; name one in the table`),
  ]);
});

test("in this repository every promise has a test", () => {
  const table = readFileSync(path.join(root, "docs/operate/reliability-tests.md"), "utf8");
  const text = (file: string) => readFileSync(path.join(root, file), "utf8");
  expect(promiseFaults(table, listSourceFiles(root), text)).toEqual([]);
});
