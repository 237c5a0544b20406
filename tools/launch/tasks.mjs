import { existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { LaunchError } from "./launch-error.mjs";
import { runChild } from "./run-child.mjs";
import { runSteps } from "./run-steps.mjs";
import { programOf, staticSteps, unitTestStep } from "./steps.mjs";
import { countTests } from "./test-count.mjs";

/**
 * @typedef {import("./run-steps.mjs").StepContext & { args: string[] }} TaskContext
 * @typedef {{ about: string, folders: string[], run: (context: TaskContext) => Promise<number> }} Task
 *   `folders` are those whose dependencies must be there; `run` gives the exit code
 */

/** @type {Readonly<Record<string, Task>>} */
export const tasks = {
  start: { about: "start Polylog", folders: ["."], run: start },
  test: { about: "run every check and every test", folders: [".", "bench"], run: test },
  check: { about: "run the checks and the unit tests", folders: [".", "bench"], run: check },
  bench: { about: "run the benchmarks", folders: [".", "bench"], run: bench },
  format: { about: "format the sources and apply safe fixes", folders: ["."], run: format },
};

/** @param {TaskContext} context */
async function start({ root, node, env, args }) {
  return runChild(node, ["apps/cli/src/main.ts", "serve", ...args], { cwd: root, env });
}

/** @param {TaskContext} context */
async function check(context) {
  // The tests take longest, so they go first and the rest runs beside them.
  const failed = await runSteps([unitTestStep(context.root), ...staticSteps(context.root)], context);
  context.print(failed.length === 0 ? "all checks passed" : `failed: ${failed.join(", ")}`);
  return failed.length === 0 ? 0 : 1;
}

/** @param {TaskContext} context */
async function test(context) {
  const { root, node, env, args, print } = context;
  const failedSteps = await runSteps(staticSteps(root), context);
  const folder = mkdtempSync(path.join(os.tmpdir(), "polylog-test-"));
  try {
    const report = path.join(folder, "report.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const vitest = [programOf(root, "vitest", "vitest"), "run", ...reporters, ...args];
    const code = await runChild(node, vitest, { cwd: root, env });
    const { passed, failed } = countTests(report, code);
    if (failedSteps.length > 0) print(`failed checks: ${failedSteps.join(", ")}`);
    print(`${passed} passed, ${failed} failed`);
    return code !== 0 ? code : Math.min(1, failedSteps.length);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {TaskContext} context */
async function bench({ root, node, env, args }) {
  if (!existsSync(path.join(root, "bench", "main.ts"))) throw new LaunchError("There are no benchmarks yet.");
  return runChild(node, ["bench/main.ts", ...args], { cwd: root, env });
}

/** @param {TaskContext} context */
async function format({ root, node, env, args }) {
  const biome = programOf(root, "@biomejs/biome", "biome");
  return runChild(node, [biome, "check", "--write", ...args], { cwd: root, env });
}
