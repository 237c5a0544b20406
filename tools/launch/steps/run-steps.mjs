import os from "node:os";
import { captureChild, exitCodeOf, stopSignal } from "../run-child.mjs";

/**
 * @typedef {import("./steps.mjs").Step} Step
 * @typedef {{ root: string, node: string, env: NodeJS.ProcessEnv, print: (line: string) => void }} StepContext
 */

/**
 * Runs the steps in parallel and prints a line for each. A failure does not stop the others.
 *
 * @param {readonly Step[]} steps
 * @param {StepContext} context
 * @param {number} [lanes]
 * @returns {Promise<string[]>} the names of the failed steps
 */
export async function runSteps(steps, context, lanes = Math.max(2, os.cpus().length)) {
  const waiting = [...steps];
  /** @type {string[]} */
  const failed = [];
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      if (!(await runStep(step, context))) failed.push(step.name);
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return failed;
}

/**
 * @param {Step} step
 * @param {StepContext} context
 */
async function runStep({ name, args }, { root, node, env, print }) {
  const began = Date.now();
  const { code, output } = await captureChild(node, args, { cwd: root, env });
  const signal = stopSignal();
  if (signal) process.exit(exitCodeOf(signal));
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  print(`${code === 0 ? "ok    " : "FAILED"}  ${name.padEnd(30)} ${seconds.padStart(5)} s`);
  if (code !== 0) print(output.trimEnd());
  return code === 0;
}
