#!/usr/bin/env node
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** `npx polylog` in a clone. Runs on any Node from 18 up and hands over to one that is new enough. */

const NEEDED = 24;
const folder = path.dirname(fileURLToPath(import.meta.url));

if (Number(process.versions.node.split(".")[0]) >= NEEDED) {
  await import("../src/main.ts");
} else {
  const node = fetchedNode(path.resolve(folder, "../../../.runtime/node_modules"));
  if (node === undefined) {
    const advice = '"npm start" fetches one into the clone.';
    process.stderr.write(`polylog: This needs Node ${NEEDED}; this is ${process.version}. ${advice}\n`);
    process.exit(1);
  }
  handOver(node, [path.resolve(folder, "../src/main.ts"), ...process.argv.slice(2)]);
}

/**
 * The Node that the launcher has fetched.
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
  // A terminal sends its signals to both; the child decides when to end.
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      if (!process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on("exit", (code, signal) => {
    process.exit(code ?? 128 + os.constants.signals[signal ?? "SIGTERM"]);
  });
}
