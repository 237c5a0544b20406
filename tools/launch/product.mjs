import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { LaunchError } from "./launch-error.mjs";
import { withLock } from "./lock.mjs";
import { tryChild } from "./run-child.mjs";
import { programOf } from "./steps/steps.mjs";

/**
 * Something that is built from sources into the folder `dist` next to them.
 *
 * @typedef {{
 *   name: string,
 *   folder: string,
 *   config: string,
 *   sources: readonly string[],
 *   cwd: string,
 *   command: (root: string) => string[],
 * }} Product
 *   `sources` lists all inputs; without its `config`, there is nothing to build
 */

/** How long parts of older bundles are kept for servers that still run on them. */
const OLD_MS = 7 * 24 * 60 * 60 * 1000;

/** @type {Product} */
export const page = {
  name: "the page",
  folder: "apps/web",
  config: "apps/web/vite.config.ts",
  sources: [
    "apps/web/index.html",
    "apps/web/package.json",
    "apps/web/diagram-frame",
    "apps/web/public",
    "apps/web/src",
    "apps/web/vite.config.ts",
    "package-lock.json",
    "packages/client/src",
    "packages/core/src",
  ],
  cwd: "apps/web",
  command: (root) => [programOf(root, "vite", "vite"), "build", "--logLevel", "warn"],
};

/** @type {Product} */
export const bundle = {
  name: "the command",
  folder: "apps/cli",
  config: "tools/bundle/rolldown.config.ts",
  sources: [
    "apps/cli/package.json",
    "apps/cli/src",
    "apps/tui/package.json",
    "apps/tui/src",
    "package-lock.json",
    "packages/backends/package.json",
    "packages/backends/src",
    "packages/client/package.json",
    "packages/client/src",
    "packages/core/package.json",
    "packages/core/src",
    "packages/scripted-model/package.json",
    "packages/scripted-model/src",
    "packages/server/package.json",
    "packages/server/src",
    "tools/bundle",
  ],
  cwd: ".",
  command: (root) => [programOf(root, "rolldown", "rolldown"), "-c", bundle.config, "--logLevel", "warn"],
};

/**
 * Identifies the sources of a product.
 *
 * @param {string} root
 * @param {Product} product
 */
export function stampOf(root, { sources }) {
  const hash = createHash("sha256");
  for (const file of sources.flatMap((source) => filesIn(path.join(root, source)))) {
    hash.update(path.relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
  }
  return `${hash.digest("hex")}\n`;
}

/**
 * @param {string} root
 * @param {Product} product
 * @returns {boolean}
 */
export function isStale(root, product) {
  const file = stampFile(root, product);
  return !existsSync(file) || readFileSync(file, "utf8") !== stampOf(root, product);
}

/**
 * Builds the product if it is missing or older than its sources; otherwise this only reads the sources. Returns whether it exists
 * now: a tree may have nothing to build.
 *
 * @param {Product} product
 * @param {{ root: string, node: string, env: NodeJS.ProcessEnv, say?: (line: string) => void }} options
 */
export async function ensureBuilt(product, options) {
  const { root, node, env, say = (line) => console.error(`polylog: ${line}`) } = options;
  const { name, config } = product;
  if (!existsSync(path.join(root, config))) return false;
  if (!isStale(root, product)) return true;
  const onWait = () => say(`waiting for another process that is building ${name} here`);
  await withLock(path.join(root, ".runtime", "build.lock"), { onWait }, async () => {
    if (isStale(root, product)) await build(product, { root, node, env, say });
  });
  return true;
}

/**
 * @param {Product} product
 * @param {{ root: string, node: string, env: NodeJS.ProcessEnv, say: (line: string) => void }} options
 */
async function build(product, { root, node, env, say }) {
  const { name, folder, cwd, command } = product;
  const stamp = stampOf(root, product);
  const began = Date.now();
  say(`building ${name} …`);
  const { ok, output } = await tryChild(node, command(root), {
    cwd: path.join(root, cwd),
    // The shell's NODE_ENV must not add React's development code to the page.
    env: { ...env, NODE_ENV: "production" },
  });
  if (!ok) throw new LaunchError(`${output.trimEnd()}\nCould not build ${name}. The reason is shown above.`);
  writeFileSync(stampFile(root, product), stamp);
  sweep(path.join(root, folder, "dist", "parts"), began - OLD_MS);
  say(`building ${name}: done in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

/**
 * Removes files of older builds. Each build writes all of its files again.
 *
 * @param {string} parts
 * @param {number} before
 */
function sweep(parts, before) {
  for (const file of filesIn(parts)) if (statSync(file).mtimeMs < before) rmSync(file, { force: true });
}

/**
 * @param {string} root
 * @param {Product} product
 */
function stampFile(root, { folder }) {
  return path.join(root, folder, "dist", ".stamp");
}

/**
 * @param {string} place a file or a folder; may be missing
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
