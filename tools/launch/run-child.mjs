import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const SAME_SIGNAL_MS = 100;
const PARENT_MS = 250;
const onWindows = process.platform === "win32";
/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
/** @type {Map<NodeJS.Signals, number>} */
const lastSeen = new Map();
/** @type {NodeJS.Signals | undefined} */
let firstSignal;

/** The first stop signal that this process received, if any. */
export function stopSignal() {
  return firstSignal;
}

/** @param {NodeJS.Signals} signal */
export function exitCodeOf(signal) {
  return 128 + os.constants.signals[signal];
}

/** Installs handlers: a signal stops the children, and this process exits after them. */
export function forwardSignals() {
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => forward(signal));
  }
  if (process.env.npm_lifecycle_event !== undefined) watchParent();
}

/** npm sends SIGTERM to the shell between it and this process, and the shell exits without forwarding it. */
function watchParent() {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    if (firstSignal === undefined) forward("SIGTERM");
  }, PARENT_MS);
  watch.unref();
}

/** @param {NodeJS.Signals} signal */
function forward(signal) {
  // One Ctrl-C arrives twice: from the terminal and from npm. A server treats a second one as "stop immediately".
  const now = Date.now();
  const repeated = now - (lastSeen.get(signal) ?? 0) < SAME_SIGNAL_MS;
  lastSeen.set(signal, now);
  if (repeated) return;
  firstSignal ??= signal;
  if (running.size === 0) process.exit(exitCodeOf(signal));
  for (const child of running) send(child, signal);
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function send(child, signal) {
  if (child.pid === undefined) return;
  if (onWindows) {
    // A Windows console sends Ctrl-C to every process.
    if (signal !== "SIGINT") child.kill(signal);
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ESRCH") throw error;
  }
}

/**
 * @typedef {{ cwd: string, env?: NodeJS.ProcessEnv, shell?: boolean }} ChildOptions
 */

/**
 * Runs a program with this process's input and output, and returns its exit code.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {ChildOptions} options
 */
export function runChild(command, args, options) {
  return waitFor(command, args, options, "inherit");
}

/**
 * Runs a program and captures the output of both streams in order.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {ChildOptions} options
 */
export async function captureChild(command, args, options) {
  // One file for both streams keeps the order and whole lines, unlike two pipes.
  const folder = mkdtempSync(path.join(os.tmpdir(), "polylog-output-"));
  const file = path.join(folder, "output");
  const handle = openSync(file, "a");
  try {
    const code = await waitFor(command, args, options, ["ignore", handle, handle]);
    return { code, output: readFileSync(file, "utf8") };
  } finally {
    closeSync(handle);
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Like `captureChild`, for a program that may be missing. A signal that stopped it also ends this process.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {ChildOptions} options
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function tryChild(command, args, options) {
  try {
    const { code, output } = await captureChild(command, args, options);
    if (firstSignal) process.exit(exitCodeOf(firstSignal));
    return { ok: code === 0, output };
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    return { ok: false, output: `could not start ${path.basename(command)}: ${message}` };
  }
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {ChildOptions} options
 * @param {import("node:child_process").StdioOptions} stdio
 * @returns {Promise<number>}
 */
function waitFor(command, args, { cwd, env = process.env, shell = false }, stdio) {
  return new Promise((resolve, reject) => {
    // A separate process group, so that the terminal's Ctrl-C reaches it only once, through `forward`.
    const child = spawn(command, args, { cwd, env, shell, stdio, detached: !onWindows });
    running.add(child);
    child.on("error", (error) => {
      running.delete(child);
      reject(error);
    });
    child.on("exit", (code, signal) => {
      running.delete(child);
      resolve(code ?? exitCodeOf(/** @type {NodeJS.Signals} */ (signal)));
    });
  });
}
