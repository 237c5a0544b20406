import path from "node:path";

/**
 * @param {readonly string[]} folders
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function withFirstOnPath(folders, env) {
  // Windows spells it "Path".
  const key = Object.keys(env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  const all = [...folders, env[key] ?? ""].filter((folder) => folder !== "");
  return { ...env, [key]: all.join(path.delimiter) };
}

/**
 * The environment of a task: the chosen Node and the installed tools come first on the path, and colors are disabled unless the
 * output goes to a terminal.
 *
 * @param {{ node: string, root: string, env?: NodeJS.ProcessEnv, inColour?: boolean }} options
 * @returns {NodeJS.ProcessEnv}
 */
export function taskEnv({ node, root, env = process.env, inColour = process.stdout.isTTY }) {
  const plain = inColour || env.FORCE_COLOR !== undefined ? {} : { NO_COLOR: "1" };
  return withFirstOnPath([path.dirname(node), path.join(root, "node_modules", ".bin")], { ...env, ...plain });
}
