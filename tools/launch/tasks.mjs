import { existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { LaunchError } from "./launch-error.mjs";
import { bundle, ensureBuilt, page } from "./product.mjs";
import { runChild } from "./run-child.mjs";
import { takeMinutes } from "./steps/minutes.mjs";
import { runSteps } from "./steps/run-steps.mjs";
import { programOf, staticSteps, unitTestStep } from "./steps/steps.mjs";
import { countTests } from "./steps/test-count.mjs";

/**
 * @typedef {import("./steps/run-steps.mjs").StepContext & { args: string[] }} TaskContext
 * @typedef {{
 *   about: string,
 *   folders: string[] | ((args: readonly string[]) => string[]),
 *   run: (context: TaskContext) => Promise<number>,
 * }} Task
 *   `folders` lists the folders whose dependencies must be installed; `run` returns the exit code
 */

/** The agent programs that tests drive. */
const PROGRAMS = "tools/programs";
/** Programs that are too heavy for every run. */
const HEAVY_PROGRAMS = "tools/programs-acp";

/** @type {Readonly<Record<string, Task>>} */
export const tasks = {
  start: { about: "start Polylog", folders: ["."], run: start },
  test: { about: "run every check and every test", folders: [".", "bench", PROGRAMS], run: test },
  "test:agents": {
    about: "also run the conformance suite on the heavier agents",
    folders: [".", PROGRAMS, HEAVY_PROGRAMS],
    run: testAgents,
  },
  check: { about: "run the checks and the unit tests", folders: [".", "bench"], run: check },
  soak: { about: "run the reliability tests for hours", folders: ["."], run: soak },
  bench: { about: "run the benchmarks", folders: benchFolders, run: bench },
  record: { about: "record the output of agent programs", folders: recordFolders, run: record },
  screenshots: { about: "take the pictures of docs/screenshots", folders: ["."], run: screenshots },
  tour: { about: "record the animation of the README", folders: [".", PROGRAMS], run: tour },
  packages: { about: "build the packages that programs can install", folders: ["."], run: packages },
  format: { about: "format the sources and apply safe fixes", folders: ["."], run: format },
};

/** @param {TaskContext} context */
async function start({ root, node, env, args }) {
  await ensureBuilt(page, { root, node, env });
  const isBuilt = await ensureBuilt(bundle, { root, node, env }).catch(orFromSources);
  const main = isBuilt ? "apps/cli/dist/main.js" : "apps/cli/src/main.ts";
  return runChild(node, [main, "serve", ...args], { cwd: root, env });
}

/**
 * The bundle only speeds up the start, so a failed build is not fatal.
 *
 * @param {unknown} error
 */
function orFromSources(error) {
  if (!(error instanceof LaunchError)) throw error;
  console.error(`polylog: ${error.message}\npolylog: starting from the sources instead`);
  return false;
}

/** @param {TaskContext} context */
async function check(context) {
  await ensureBuilt(page, context);
  // The tests take longest, so they start first and the rest runs in parallel.
  const failed = await runSteps([unitTestStep(context.root), ...staticSteps(context.root)], context);
  context.print(failed.length === 0 ? "all checks passed" : `failed: ${failed.join(", ")}`);
  return failed.length === 0 ? 0 : 1;
}

/** @param {TaskContext} context */
async function test(context) {
  const { root, node, env, args, print } = context;
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  const prepared = prepareTests(context);
  // Its failure is reported after the checks, which run in parallel.
  prepared.catch(() => {});
  const failedSteps = await runSteps(staticSteps(root), context);
  await prepared;
  print(`checked and built in ${seconds()} s; the tests take a few minutes`);
  const folder = mkdtempSync(path.join(os.tmpdir(), "polylog-test-"));
  try {
    const report = path.join(folder, "report.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const vitest = [programOf(root, "vitest", "vitest"), "run", ...reporters, ...args];
    const code = await runChild(node, vitest, { cwd: root, env });
    const { passed, failed } = countTests(report, code);
    if (failedSteps.length > 0) print(`failed checks: ${failedSteps.join(", ")}`);
    print(`${seconds()} s in all`);
    print(`${passed} passed, ${failed} failed`);
    return code !== 0 ? code : Math.min(1, failedSteps.length);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {TaskContext} context */
async function prepareTests(context) {
  await ensureBrowser(context);
  await ensureBuilt(page, context);
  await ensureBuilt(bundle, context);
}

/** @param {TaskContext} context */
async function testAgents({ root, node, env, args }) {
  // In parallel they would wait for each other.
  const vitest = ["run", "--project", "agents", "--no-file-parallelism", "--reporter=verbose", ...args];
  const agentsEnv = { ...env, POLYLOG_TEST_AGENTS: "1" };
  return runChild(node, [programOf(root, "vitest", "vitest"), ...vitest], { cwd: root, env: agentsEnv });
}

/** Tests that have a large figure in addition to the small one of every test run. */
const soakTests = [
  "packages/server/test/reliability",
  "packages/server/test/store",
  "packages/server/test/model",
  "packages/core/test/properties",
  ...[
    "claude/fixtures",
    "codex/fixtures",
    "pi/fixtures",
    "acp/translate/translate",
    "script/translate",
    "built-in-agent/mutated",
  ].map((file) => `packages/backends/test/${file}.test.ts`),
];

/** @param {TaskContext} context */
async function soak({ root, node, env, args, print }) {
  const { minutes, rest } = takeMinutes(args);
  const soakEnv = { ...env, POLYLOG_SOAK: "1", POLYLOG_SOAK_MINUTES: minutes };
  const chosen = rest.some((arg) => !arg.startsWith("-")) ? rest : [...soakTests, ...rest];
  print(
    `Running the tests at their large figures, one file after another. The steady load takes ${minutes} minutes.`,
  );
  // In parallel they would measure how long they wait for each other.
  const vitest = ["run", "--reporter=verbose", "--no-file-parallelism", ...chosen];
  return runChild(node, [programOf(root, "vitest", "vitest"), ...vitest], { cwd: root, env: soakEnv });
}

const COLD_START = "cold-start";
/** These tests open the built page. */
const ON_THE_PAGE = ["page-open", "typing"];
const IN_BROWSER = ["markdown", "long-list", ...ON_THE_PAGE];

/**
 * @param {readonly string[]} args
 * @param {readonly string[]} some
 */
function asksForAny(args, some) {
  const names = args.filter((arg) => !arg.startsWith("-"));
  return names.length === 0 || some.some((name) => names.includes(name));
}

/**
 * The server used for comparison is heavy, so it is only installed for benchmarks that need it.
 *
 * @param {readonly string[]} args
 */
function benchFolders(args) {
  return [".", "bench", ...(asksForAny(args, [COLD_START]) ? ["bench/opencode"] : [])];
}

/** @param {TaskContext} context */
async function bench(context) {
  const { root, node, env, args } = context;
  if (!existsSync(path.join(root, "bench", "main.ts"))) throw new LaunchError("No benchmarks yet.");
  if (asksForAny(args, IN_BROWSER)) await ensureBrowser(context);
  await ensureBuilt(bundle, context);
  if (asksForAny(args, ON_THE_PAGE)) await ensureBuilt(page, context);
  return runChild(node, ["bench/main.ts", ...args], { cwd: root, env });
}

/**
 * The heavier agents are only installed when they are recorded.
 *
 * @param {readonly string[]} args
 */
function recordFolders([name = ""]) {
  return [".", PROGRAMS, ...(/^acp\/(?:opencode|gemini)$/.test(name) ? [HEAVY_PROGRAMS] : [])];
}

/** @param {TaskContext} context */
async function record({ root, node, env, args }) {
  return runChild(node, ["packages/backends/test/record/main.ts", ...args], { cwd: root, env });
}

/** @param {TaskContext} context */
async function screenshots(context) {
  const { root, node, env, args } = context;
  await ensureBrowser(context);
  await ensureBuilt(page, context);
  return runChild(node, ["apps/web/test/screenshots/main.ts", ...args], { cwd: root, env });
}

/** @param {TaskContext} context */
async function tour(context) {
  const { root, node, env } = context;
  await ensureBrowser(context);
  await ensureBuilt(page, context);
  return runChild(node, ["apps/web/test/tour/main.ts"], { cwd: root, env });
}

/** @param {TaskContext} context */
async function packages({ root, node, env, args }) {
  return runChild(node, ["tools/packages/main.ts", ...args], { cwd: root, env });
}

/** @param {TaskContext} context */
async function format({ root, node, env, args }) {
  const biome = programOf(root, "@biomejs/biome", "biome");
  return runChild(node, [biome, "check", "--write", ...args], { cwd: root, env });
}
