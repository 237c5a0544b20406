import path from "node:path";
import { withProgress } from "./progress.mjs";
import { tryChild } from "./run-child.mjs";
import { withFirstOnPath } from "./task-env.mjs";

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
  // On Windows, npm is a .cmd file that only a shell can start.
  return { command: "npm", prefix: [], env, shell: process.platform === "win32" };
}

/**
 * Runs npm and shows its output only on failure. `doing` is printed at the start and again with the duration. npm skips optional
 * packages that its own Node is too old for, so the choice of `node` matters.
 *
 * @param {readonly string[]} args
 * @param {{ node: string, cwd: string, doing: string, say: (line: string) => void }} options
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function runNpm(args, { node, cwd, doing, say }) {
  const { command, prefix, env, shell } = npmOn(node);
  return withProgress(doing, say, () => tryChild(command, [...prefix, ...args], { cwd, env, shell }));
}
