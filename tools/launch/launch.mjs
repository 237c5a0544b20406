import path from "node:path";
import { ensureInstalled } from "./install.mjs";
import { LaunchError } from "./launch-error.mjs";
import { findNode } from "./runtime.mjs";
import { taskEnv } from "./task-env.mjs";
import { tasks } from "./tasks.mjs";

const REQUIRED_MAJOR = 24;

/**
 * Finds Node, installs missing dependencies, runs the task, and returns the exit code. Prints every failure that the user can fix
 * to stderr.
 *
 * @param {{
 *   root: string, argv: readonly string[], requiredMajor?: number,
 *   say?: (line: string) => void, print?: (line: string) => void,
 * }} options
 * @returns {Promise<number>}
 */
export async function launch({
  root,
  argv,
  requiredMajor = REQUIRED_MAJOR,
  say = (line) => console.error(`polylog: ${line}`),
  print = (line) => console.log(line),
}) {
  const [name = "", ...args] = argv;
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
  if (!task) {
    say(`unknown task "${name}". Available tasks:`);
    for (const [known, { about }] of Object.entries(tasks)) say(`  ${known.padEnd(12)}${about}`);
    return 2;
  }
  try {
    const lockFile = path.join(root, ".runtime", "install.lock");
    const node = await findNode({ root, requiredMajor, lockFile, say });
    const folders = typeof task.folders === "function" ? task.folders(args) : task.folders;
    for (const folder of folders) {
      const where = folder === "." ? "polylog" : folder;
      await ensureInstalled(path.join(root, folder), { node, lockFile, name: where, say });
    }
    return await task.run({ root, node, args, env: taskEnv({ node, root }), print });
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error;
    say(error.message);
    return 1;
  }
}
