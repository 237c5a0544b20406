import path from "node:path";
import { expect, test } from "vitest";
import { sampleTree } from "../../testing/sample-tree.ts";
import { runSteps } from "./run-steps.mjs";
import { typeProjects } from "./steps.mjs";
import { countTests } from "./test-count.mjs";

test("every folder with a tsconfig.json is checked, including new ones", () => {
  const root = sampleTree({
    "packages/core/tsconfig.json": "{}",
    "packages/core/test/tsconfig.json": "{}",
    "packages/core/src/tsconfig.json": "{}",
    "packages/plain/package.json": "{}",
    "apps/web/tsconfig.json": "{}",
    "tools/tsconfig.json": "{}",
  });
  expect(typeProjects(root)).toEqual(["apps/web", "packages/core", "packages/core/test", "tools"]);
});

test("all steps run, and a failed one shows its full output", async () => {
  const lines: string[] = [];
  const context = {
    root: import.meta.dirname,
    node: process.execPath,
    env: process.env,
    print: (line: string) => lines.push(line),
  };
  const steps = [
    { name: "good", args: ["-e", "console.log('unseen')"] },
    { name: "bad", args: ["-e", "console.log('why'); console.error('where'); process.exit(3)"] },
    { name: "last", args: ["-e", ""] },
  ];
  expect(await runSteps(steps, context, 1)).toEqual(["bad"]);
  expect(lines.map((line) => line.replace(/ +[\d.]+ s$/, ""))).toEqual([
    "ok      good",
    "FAILED  bad",
    "why\nwhere",
    "ok      last",
  ]);
});

const report = (fields: object) =>
  path.join(sampleTree({ "report.json": JSON.stringify(fields) }), "report.json");

test("passed and failed tests are counted from the report", () => {
  const testResults = [{ status: "failed", assertionResults: [{ status: "failed" }, { status: "passed" }] }];
  const file = report({ numPassedTests: 12, numFailedTests: 1, testResults });
  expect(countTests(file, 1)).toEqual({ passed: 12, failed: 1 });
});

test("a test file that could not be loaded is a failure", () => {
  const testResults = [{ status: "failed", assertionResults: [] }];
  expect(countTests(report({ numPassedTests: 3, numFailedTests: 0, testResults }), 1)).toEqual({
    passed: 3,
    failed: 1,
  });
});

test("a run with a failing exit code has at least one failure", () => {
  const file = report({ numPassedTests: 3, numFailedTests: 0, testResults: [] });
  expect(countTests(file, 0)).toEqual({ passed: 3, failed: 0 });
  expect(countTests(file, 1)).toEqual({ passed: 3, failed: 1 });
  expect(countTests("/nowhere/report.json", 1)).toEqual({ passed: 0, failed: 1 });
});
