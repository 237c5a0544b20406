/**
 * The demo's project, by path. It is small and complete: `node --test` runs its tests, and one fails because of a
 * single wrong line.
 */
export const demoProject: Readonly<Record<string, string>> = {
  "README.md": `# Weather notes

A small project for trying out Polylog (polylog-demo-project). Change it as you like.

- \`src/statistics.js\`: the average and the range of temperatures
- \`src/report.js\`: a summary of a week
- \`test/\`: the tests; run them with \`node --test\`

One test fails because of a bug in the average.
`,
  "package.json": `{
  "name": "polylog-demo-project",
  "version": "1.0.0",
  "private": true,
  "type": "module",
  "scripts": {
    "start": "node src/main.js",
    "test": "node --test"
  }
}
`,
  "src/statistics.js": `/** The average of the values, or 0 without values. */
export function average(values) {
  if (values.length === 0) return 0;
  const total = values.reduce((sum, value) => sum + value, 0);
  return total / (values.length - 1);
}

/** The lowest and the highest value. */
export function range(values) {
  return { lowest: Math.min(...values), highest: Math.max(...values) };
}
`,
  "src/report.js": `import { average, range } from "./statistics.js";

/** Summarizes a week in one sentence. */
export function report(temperatures) {
  if (temperatures.length === 0) return "Nobody looked at the thermometer.";
  const { lowest, highest } = range(temperatures);
  return \`Between \${lowest} and \${highest} degrees, \${average(temperatures).toFixed(1)} on average.\`;
}
`,
  "src/main.js": `import { report } from "./report.js";

console.log(report([11, 14, 9, 12, 17, 16, 12]));
`,
  "test/statistics.test.js": `import assert from "node:assert/strict";
import test from "node:test";
import { average, range } from "../src/statistics.js";

test("the average of three numbers", () => {
  assert.equal(average([10, 20, 30]), 20);
});

test("the average of no values is 0", () => {
  assert.equal(average([]), 0);
});

test("the range goes from the lowest to the highest", () => {
  assert.deepEqual(range([3, -1, 2]), { lowest: -1, highest: 3 });
});
`,
  "test/report.test.js": `import assert from "node:assert/strict";
import test from "node:test";
import { report } from "../src/report.js";

test("a week without measurements", () => {
  assert.equal(report([]), "Nobody looked at the thermometer.");
});
`,
};

/** Facts about the project that the tour uses. */
export const tourFacts = {
  marker: "polylog-demo-project",
  source: "src/statistics.js",
  test: "test/statistics.test.js",
  wrong: "return total / (values.length - 1);",
  right: "return total / values.length;",
  lastTest: `test("the range goes from the lowest to the highest", () => {`,
  newTest: `test("the average of a single value is the value", () => {
  assert.equal(average([7]), 7);
});

test("the range goes from the lowest to the highest", () => {`,
  testCommand: "node --test",
} as const;
