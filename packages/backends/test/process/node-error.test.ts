import { expect, test } from "vitest";
import { describeExit } from "../../src/connection/backend-exited.ts";
import { nodeError } from "../../src/process/node-error.ts";

const missingExport =
  "The requested module 'node:zlib' does not provide an export named 'createZstdDecompress'";
const tooOld = "Node.js 20.20.2 may be too old. Put a newer version first on the PATH of Polylog's server";

/** The output of Node after an uncaught error. */
function crash(...error: readonly string[]): string {
  return [
    "file:///agent/main.mjs:20",
    "import x",
    "       ^",
    ...error,
    "    at run (node:x:1:2)",
    "",
    "Node.js v20.20.2",
    "",
  ].join("\n");
}

test.for([
  { error: `SyntaxError: ${missingExport}`, said: `SyntaxError: ${missingExport}. ${tooOld}` },
  {
    error: "Error [ERR_UNKNOWN_BUILTIN_MODULE]: No such built-in module: node:sqlite",
    said: `Error [ERR_UNKNOWN_BUILTIN_MODULE]: No such built-in module: node:sqlite. ${tooOld}`,
  },
  { error: "TypeError: x is not iterable", said: "TypeError: x is not iterable" },
])("[AC9] [AC31] the error of a crashed Node program is reported: $error", ({ error, said }) => {
  expect(nodeError(crash(error))).toBe(said);
});

test("[AC9] the last line of any other program is reported unchanged", () => {
  const exit = { code: 1, signal: null };
  const told = ["Error: no key\n", "Node.js v20.20.2\n", ""].map((stderrTail) =>
    describeExit("Kimi Code", { ...exit, stderrTail }),
  );
  const ended = "Kimi Code exited unexpectedly (exit code 1).";
  expect(told).toEqual([
    `${ended} Last output: Error: no key`,
    `${ended} Last output: Node.js v20.20.2`,
    ended,
  ]);
});

test("[AC9] the error of a program with an outdated Node version says how to fix it", () => {
  const stderrTail = crash(`SyntaxError: ${missingExport}`);
  expect(describeExit("Kimi Code", { code: 1, signal: null, stderrTail })).toBe(
    `Kimi Code exited unexpectedly (exit code 1). Last output: SyntaxError: ${missingExport}. ${tooOld}`,
  );
});
