import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** @typedef {{ name: string, args: string[] }} Step `args` are the arguments for Node */

// By default, Biome stops after 20 diagnostics and ignores warnings.
const whole = ["--error-on-warnings", "--max-diagnostics=none"];
const projectFolders = ["packages", "apps"];

/**
 * All checks that are not tests.
 *
 * @param {string} root
 * @returns {Step[]}
 */
export function staticSteps(root) {
  const biome = programOf(root, "@biomejs/biome", "biome");
  const tsc = programOf(root, "typescript", "tsc");
  return [
    { name: "knip", args: [programOf(root, "knip", "knip"), "--no-progress", ...knipCache("knip")] },
    // A single build for all projects: unchanged projects are not read again.
    { name: "types", args: [tsc, "--build", ...typeProjects(root), "--incremental", "--builders", "2"] },
    { name: "code that only tests use", args: ["tools/unused/main.ts"] },
    { name: "boundaries", args: ["tools/boundaries/main.ts"] },
    { name: "glossary", args: ["tools/glossary/main.ts"] },
    { name: "voice", args: ["tools/voice/main.ts"] },
    { name: "format and lint", args: [biome, "check", ...whole] },
  ];
}

/**
 * A cache folder, so that unchanged files are not read again. Parallel runs need separate folders.
 *
 * @param {string} name
 */
export function knipCache(name) {
  return ["--cache", "--cache-location", `node_modules/.cache/polylog/${name}`];
}

/**
 * The tests that `vitest.config.ts` counts as fast.
 *
 * @param {string} root
 * @returns {Step}
 */
export function unitTestStep(root) {
  return { name: "unit tests", args: [programOf(root, "vitest", "vitest"), "run", "--project", "unit"] };
}

/**
 * The script behind a tool's command. Node can run it on every platform; the shim in `.bin` is a batch file on Windows.
 *
 * @param {string} root
 * @param {string} name
 * @param {string} command
 */
export function programOf(root, name, command) {
  const folder = path.join(root, "node_modules", name);
  const { bin } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  return path.join(folder, typeof bin === "string" ? bin : bin[command]);
}

/**
 * The folders with a `tsconfig.json`: each package, its tests, and the folders next to them.
 *
 * @param {string} root
 * @returns {string[]}
 */
export function typeProjects(root) {
  const packages = projectFolders
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) => readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`));
  return [...packages, "tools", "bench"]
    .flatMap((folder) => [folder, `${folder}/test`])
    .filter((folder) => existsSync(path.join(root, folder, "tsconfig.json")))
    .sort();
}
