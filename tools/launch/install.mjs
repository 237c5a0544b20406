import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { LaunchError } from "./launch-error.mjs";
import { withLock } from "./lock.mjs";
import { runNpm } from "./npm.mjs";

const STAMP = ".polylog-stamp";

/**
 * Identifies a folder's dependencies. Native packages differ by platform, so the platform is included.
 *
 * @param {string} folder
 */
export function stampOf(folder) {
  const lock = readFileSync(path.join(folder, "package-lock.json"));
  return `${createHash("sha256").update(lock).digest("hex")} ${process.platform}-${process.arch}\n`;
}

/** @param {string} folder */
export function isStale(folder) {
  if (!existsSync(path.join(folder, "package-lock.json"))) return false;
  const file = path.join(folder, "node_modules", STAMP);
  return !existsSync(file) || readFileSync(file, "utf8") !== stampOf(folder);
}

/**
 * Installs a folder's dependencies as its lock file requires. If they are up to date, this costs two small reads.
 *
 * @param {string} folder
 * @param {{ node: string, lockFile: string, name: string, say: (line: string) => void }} options
 */
export async function ensureInstalled(folder, { node, lockFile, name, say }) {
  if (!isStale(folder)) return;
  const onWait = () => say("waiting for another process that is installing here");
  await withLock(lockFile, { onWait }, async () => {
    if (isStale(folder)) await install(folder, { node, name, say });
  });
}

/**
 * @param {string} folder
 * @param {{ node: string, name: string, say: (line: string) => void }} options
 */
async function install(folder, { node, name, say }) {
  const stamp = stampOf(folder);
  const flags = ["--include=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
  const result = await runNpm(["ci", "--prefix", folder, ...flags], {
    node,
    cwd: folder,
    doing: `installing the dependencies of ${name}`,
    say,
  });
  if (!result.ok) throw new LaunchError(`${result.output.trimEnd()}\n${installAdvice(result.output, name)}`);
  mkdirSync(path.join(folder, "node_modules"), { recursive: true });
  writeFileSync(path.join(folder, "node_modules", STAMP), stamp);
}

/**
 * @param {string} output npm's output
 * @param {string} name
 */
function installAdvice(output, name) {
  return output.includes("EUSAGE")
    ? `The lock file of ${name} does not match its package.json; run "npm install" there and commit the new package-lock.json.`
    : `Could not install the dependencies of ${name}. Fix npm's error above, then run the same command again.`;
}
