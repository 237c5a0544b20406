#!/usr/bin/env node
import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** `npx polylog` in a clone. Runs on Node 18 or newer and restarts itself on a Node that is new enough. */

const NEEDED = 24;
const folder = path.dirname(fileURLToPath(import.meta.url));

if (Number(process.versions.node.split(".")[0]) >= NEEDED) {
  await import(mainFile());
} else {
  const node = fetchedNode(path.resolve(folder, "../../../.runtime/node_modules"));
  if (node === undefined) {
    const advice = 'Run "npm start" once to download it into the clone.';
    process.stderr.write(
      `polylog: Node ${NEEDED} or newer is required; this is ${process.version}. ${advice}\n`,
    );
    process.exit(1);
  }
  handOver(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)]);
}

/** The bundle, which starts faster, or the sources if there is no bundle or a source is newer. */
function mainFile() {
  const root = path.resolve(folder, "../../..");
  const built = timeOf(path.join(folder, "../dist/.stamp"));
  const packages = readdirSync(path.join(root, "packages")).map((name) => `packages/${name}`);
  const places = ["apps/cli", "apps/tui", ...packages].map((place) => path.join(root, place, "src"));
  const isNewer = (file) => timeOf(file) > built;
  const isStale =
    isNewer(path.join(root, "package-lock.json")) || places.some((place) => holds(place, isNewer));
  return isStale ? "../src/main.ts" : "../dist/main.js";
}

/**
 * A folder's own time changes when a file is removed.
 *
 * @param {string} place
 * @param {(file: string) => boolean} isWanted
 */
function holds(place, isWanted) {
  if (!existsSync(place)) return false;
  const below = readdirSync(place, { recursive: true, encoding: "utf8" });
  return isWanted(place) || below.some((name) => isWanted(path.join(place, name)));
}

/** @param {string} file */
function timeOf(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/**
 * The Node that the launcher has downloaded.
 *
 * @param {string} packages
 */
function fetchedNode(packages) {
  if (!existsSync(packages)) return undefined;
  const name = process.platform === "win32" ? "node.exe" : "node";
  return readdirSync(packages)
    .map((each) => path.join(packages, each, "bin", name))
    .find((file) => existsSync(file));
}

/**
 * @param {string} node
 * @param {string[]} args
 */
function handOver(node, args) {
  const child = spawn(node, args, { stdio: "inherit" });
  // A terminal sends its signals to both processes, and the child decides when to exit.
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      if (!process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on("exit", (code, signal) => {
    process.exit(code ?? 128 + os.constants.signals[signal ?? "SIGTERM"]);
  });
}
