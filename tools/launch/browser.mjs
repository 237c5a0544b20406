import { existsSync } from "node:fs";
import path from "node:path";
import { LaunchError } from "./launch-error.mjs";
import { withLock } from "./lock.mjs";
import { withProgress } from "./progress.mjs";
import { tryChild } from "./run-child.mjs";
import { programOf } from "./steps/steps.mjs";

/** Debian's path, which the browser tests also check. */
const SYSTEM = "/usr/bin/chromium";
const DEBIAN = "/etc/debian_version";

/**
 * @typedef {{ root: string, node: string, env: NodeJS.ProcessEnv, say?: (line: string) => void }} Options
 * @typedef {{ doing: string, commands: string[][] }} Way a way to install a browser
 */

/**
 * Ensures that a Chromium for the web tests is installed: the system's, or Playwright's.
 *
 * @param {Options} options
 */
export async function ensureBrowser({ root, node, env, say = (line) => console.error(`polylog: ${line}`) }) {
  if (!existsSync(path.join(root, "node_modules/playwright")) || (await hasBrowser({ root, node, env })))
    return;
  const onWait = () => say("waiting for another process that is installing a browser here");
  await withLock(path.join(root, ".runtime", "browser.lock"), { onWait }, async () => {
    if (await hasBrowser({ root, node, env })) return;
    const ways = waysToBrowser({
      isDebian: existsSync(DEBIAN),
      isRoot: process.getuid?.() === 0,
      playwright: [node, programOf(root, "playwright", "playwright")],
    });
    await install(ways, { root, env, say });
    if (!(await hasBrowser({ root, node, env }))) throw new LaunchError(advice);
  });
}

/**
 * @param {{ isDebian: boolean, isRoot: boolean, playwright: string[] }} machine
 * @returns {Way[]} tried in order
 */
export function waysToBrowser({ isDebian, isRoot, playwright }) {
  const debian = {
    doing: "installing Chromium with apt-get",
    commands: [
      ["apt-get", "update"],
      ["apt-get", "install", "-y", "--no-install-recommends", "chromium"],
    ],
  };
  const own = {
    doing: "downloading Playwright's Chromium",
    commands: [[...playwright, "install", "chromium"]],
  };
  return isDebian && isRoot ? [debian, own] : [own];
}

const advice =
  'The web tests need Chromium. Install it ("sudo apt-get install chromium" on Debian and Ubuntu), or run ' +
  '"npx playwright install chromium". Then run the same command again. ' +
  '"npm run check" does not need it.';

/**
 * @param {readonly Way[]} ways
 * @param {{ root: string, env: NodeJS.ProcessEnv, say: (line: string) => void }} options
 */
export async function install(ways, { root, env, say }) {
  const said = [];
  for (const { doing, commands } of ways) {
    const { ok, output } = await withProgress(doing, say, () => runAll(commands, { cwd: root, env }));
    if (ok) return;
    said.push(output.trimEnd());
  }
  throw new LaunchError([...said, advice].join("\n"));
}

/**
 * @param {readonly string[][]} commands
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 */
async function runAll(commands, { cwd, env }) {
  for (const [command = "", ...args] of commands) {
    const quiet = { ...env, DEBIAN_FRONTEND: "noninteractive" };
    const result = await tryChild(command, args, { cwd, env: quiet });
    if (!result.ok) return result;
  }
  return { ok: true, output: "" };
}

/** @param {{ root: string, node: string, env: NodeJS.ProcessEnv }} options */
async function hasBrowser({ root, node, env }) {
  if (existsSync(SYSTEM)) return true;
  const code = 'import { chromium } from "playwright"; console.log(chromium.executablePath());';
  const { ok, output } = await tryChild(node, ["--input-type=module", "-e", code], { cwd: root, env });
  return ok && existsSync(output.trim());
}
