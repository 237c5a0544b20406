import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { LaunchError } from "./launch-error.mjs";
import { withLock } from "./lock.mjs";
import { runNpm } from "./npm.mjs";

const STAMP = ".polylog-stamp";

/**
 * Says which dependencies belong into a folder. Native packages differ by platform, so the platform is part of it.
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
 * Brings a folder's dependencies to what its lock file says; costs two small reads when they are there already.
 *
 * @param {string} folder
 * @param {{ node: string, lockFile: string, name: string, say: (line: string) => void }} options
 */
export async function ensureInstalled(folder, { node, lockFile, name, say }) {
  if (!isStale(folder)) return;
  const onWait = () => say("another process is installing here; waiting for it");
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
 * @param {string} output what npm said
 * @param {string} name
 */
function installAdvice(output, name) {
  return output.includes("EUSAGE")
    ? `The lock file of ${name} does not match its package.json; run "npm install" there and keep the new package-lock.json.`
    : `The dependencies of ${name} could not be installed; npm's reason stands above. Run the same command again once it is gone.`;
}
