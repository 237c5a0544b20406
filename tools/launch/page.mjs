import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { LaunchError } from "./launch-error.mjs";
import { withLock } from "./lock.mjs";
import { tryChild } from "./run-child.mjs";
import { programOf } from "./steps.mjs";

const PAGE = "apps/web";
const STAMP = "dist/.stamp";

/** Everything that the page is made of. */
const sources = [
  "apps/web/index.html",
  "apps/web/package.json",
  "apps/web/public",
  "apps/web/src",
  "apps/web/vite.config.ts",
  "package-lock.json",
  "packages/client/src",
  "packages/core/src",
];

/**
 * Says what the page would be built from.
 *
 * @param {string} root
 */
export function pageStamp(root) {
  const hash = createHash("sha256");
  for (const file of sources.flatMap((source) => filesIn(path.join(root, source)))) {
    hash.update(path.relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
  }
  return `${hash.digest("hex")}\n`;
}

/**
 * @param {string} root
 * @returns {boolean}
 */
export function isPageStale(root) {
  const file = path.join(root, PAGE, STAMP);
  return !existsSync(file) || readFileSync(file, "utf8") !== pageStamp(root);
}

/**
 * Builds the page where it is missing or older than its sources; costs a read of the sources where it is not.
 *
 * @param {{ root: string, node: string, env: NodeJS.ProcessEnv, say?: (line: string) => void }} options
 */
export async function ensurePage({ root, node, env, say = (line) => console.error(`polylog: ${line}`) }) {
  if (!existsSync(path.join(root, PAGE, "vite.config.ts")) || !isPageStale(root)) return;
  const onWait = () => say("another process is building the page here; waiting for it");
  await withLock(path.join(root, ".runtime", "page.lock"), { onWait }, async () => {
    if (isPageStale(root)) await build({ root, node, env, say });
  });
}

/** @param {{ root: string, node: string, env: NodeJS.ProcessEnv, say: (line: string) => void }} options */
async function build({ root, node, env, say }) {
  const stamp = pageStamp(root);
  const began = Date.now();
  say("building the page …");
  const args = [programOf(root, "vite", "vite"), "build", "--logLevel", "warn"];
  const { ok, output } = await tryChild(node, args, { cwd: path.join(root, PAGE), env });
  if (!ok)
    throw new LaunchError(`${output.trimEnd()}\nThe page could not be built; the reason stands above.`);
  writeFileSync(path.join(root, PAGE, STAMP), stamp);
  say(`building the page: done in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

/**
 * @param {string} place a file or a folder; what is not there has no files
 * @returns {string[]}
 */
function filesIn(place) {
  if (!existsSync(place)) return [];
  if (statSync(place).isFile()) return [place];
  const entries = readdirSync(place, { recursive: true, withFileTypes: true, encoding: "utf8" });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
