import { realpath } from "node:fs/promises";
import path from "node:path";
import { readRegularFile } from "../project/read-regular-file.ts";
import { limits } from "./limits.ts";

/**
 * Decides whether Codex trusts the project's own servers, hooks and rules. On its own, Codex permanently trusts a
 * repository as soon as it may write there, and runs everything in it. So the decision is passed to each process, for
 * every folder by which Codex may identify the project.
 */
export async function trustArguments(projectRoot: string, isTrusted: boolean): Promise<string[]> {
  const folders = new Set([
    ...above(projectRoot),
    // A folder that cannot be resolved only has its given name.
    ...above(await realpath(projectRoot).catch(() => projectRoot)),
  ]);
  for (const folder of [...folders]) for (const root of await worktreeOf(folder)) folders.add(root);
  const level = isTrusted ? "trusted" : "untrusted";
  const entries = [...folders].map((folder) => `${JSON.stringify(folder)}={trust_level="${level}"}`);
  return ["-c", `projects={${entries.join(",")}}`];
}

/** A folder and its ancestors, except for the root. */
function above(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [] : [folder, ...above(parent)];
}

/** The main work tree, if the folder is a linked one: Codex uses its trust. */
async function worktreeOf(folder: string): Promise<string[]> {
  // In a main work tree `.git` is a folder, which cannot be read as a file.
  const link = await readRegularFile(path.join(folder, ".git"), limits.gitFileBytes).catch(() => "");
  const gitFolder = /^gitdir: (.+)$/m.exec(link)?.[1];
  if (gitFolder === undefined) return [];
  const main = /^(.+)\/\.git\/worktrees\/[^/]+$/.exec(path.resolve(folder, gitFolder.trim()))?.[1];
  return main === undefined ? [] : [main];
}
