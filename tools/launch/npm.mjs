import path from "node:path";
import { captureChild, exitCodeOf, stopSignal } from "./run-child.mjs";
import { withFirstOnPath } from "./task-env.mjs";

const PROGRESS_MS = 10_000;

/**
 * @param {string} node
 * @returns {{ command: string, prefix: string[], env: NodeJS.ProcessEnv, shell: boolean }}
 */
function npmOn(node) {
  const script = process.env.npm_execpath;
  if (script?.endsWith("npm-cli.js")) {
    return { command: node, prefix: [script], env: process.env, shell: false };
  }
  const env = node === process.execPath ? process.env : withFirstOnPath([path.dirname(node)], process.env);
  // On Windows npm is a .cmd file, which only a shell can start.
  return { command: "npm", prefix: [], env, shell: process.platform === "win32" };
}

/**
 * Runs npm without a word while all goes well; `doing` is said at the start and again with the time it takes. npm
 * leaves out optional packages that its own Node is too old for, so it matters on which `node` it runs.
 *
 * @param {readonly string[]} args
 * @param {{ node: string, cwd: string, doing: string, say: (line: string) => void }} options
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function runNpm(args, { node, cwd, doing, say }) {
  const { command, prefix, env, shell } = npmOn(node);
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  say(`${doing} …`);
  const progress = setInterval(() => say(`${doing} … ${seconds()} s`), PROGRESS_MS);
  try {
    const { code, output } = await captureChild(command, [...prefix, ...args], { cwd, env, shell });
    const signal = stopSignal();
    if (signal) process.exit(exitCodeOf(signal));
    if (code === 0) say(`${doing}: done in ${seconds()} s`);
    return { ok: code === 0, output };
  } catch (error) {
    return { ok: false, output: `npm could not be started: ${/** @type {Error} */ (error).message}` };
  } finally {
    clearInterval(progress);
  }
}
