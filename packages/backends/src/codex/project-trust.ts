import { realpath } from "node:fs/promises";
import path from "node:path";
import { readRegularFile } from "../project/read-regular-file.ts";
import { limits } from "./limits.ts";

/**
 * What a project brings along for Codex (servers, hooks, rules) is its business and not Codex's guess: Codex trusts a
 * repository for good as soon as it may write there, and runs it all. So it is told, for its process only, under every
 * folder by which it may know the project.
 */
export async function trustArguments(projectRoot: string, isTrusted: boolean): Promise<string[]> {
  const folders = new Set([
    ...above(projectRoot),
    // A folder that cannot be resolved has only the name that is given.
    ...above(await realpath(projectRoot).catch(() => projectRoot)),
  ]);
  for (const folder of [...folders]) for (const root of await worktreeOf(folder)) folders.add(root);
  const level = isTrusted ? "trusted" : "untrusted";
  const entries = [...folders].map((folder) => `${JSON.stringify(folder)}={trust_level="${level}"}`);
  return ["-c", `projects={${entries.join(",")}}`];
}

/** A folder and all it lies in, but for the root of everything. */
function above(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [] : [folder, ...above(parent)];
}

/** Where a folder is a second work tree of a repository, the first one: Codex goes by that. */
async function worktreeOf(folder: string): Promise<string[]> {
  // In a first work tree `.git` is a folder, which cannot be read as a file.
  const link = await readRegularFile(path.join(folder, ".git"), limits.gitFileBytes).catch(() => "");
  const gitFolder = /^gitdir: (.+)$/m.exec(link)?.[1];
  if (gitFolder === undefined) return [];
  const main = /^(.+)\/\.git\/worktrees\/[^/]+$/.exec(path.resolve(folder, gitFolder.trim()))?.[1];
  return main === undefined ? [] : [main];
}
