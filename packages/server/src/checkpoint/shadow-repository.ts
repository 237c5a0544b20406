import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { access, chmod, mkdir, readdir, realpath, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { readRegularFile } from "@polylog/backends/project";
import type { GitPlace } from "./git.ts";
import { limits } from "./limits.ts";

/**
 * A Polylog repository separate from the project's own. It uses the project's files as its work tree but has its own
 * folder, index and configuration. The user's repository is never opened. Null if the project's folder does not exist.
 */
export function shadowRepositoryOf(checkpoints: string, projectRoot: string): GitPlace | null {
  const workTree = realPathOf(projectRoot);
  if (workTree === null) return null;
  const key = createHash("sha256").update(workTree).digest("hex").slice(0, 32);
  return { folder: path.join(checkpoints, key), workTree };
}

/** Synchronous, so that calls keep their order. */
function realPathOf(folder: string): string | null {
  try {
    return realpathSync(folder);
  } catch {
    // The folder does not exist.
    return null;
  }
}

/**
 * Creates the repository if needed and removes the leftovers of a killed process. Returns the exclude rules that apply in
 * addition to the project's `.gitignore` files.
 */
export async function prepareShadowRepository(place: GitPlace): Promise<string> {
  const { folder } = place;
  if (await isThere(path.join(folder, "HEAD"))) {
    const names = await readdir(folder);
    const locks = names.filter((name) => name.endsWith(".lock"));
    await Promise.all(locks.map((name) => rm(path.join(folder, name), { force: true })));
  } else {
    await makeRepository(place);
  }
  await chmod(folder, 0o700);
  await mkdir(path.join(folder, "info"), { recursive: true, mode: 0o700 });
  // Files that git creates must be private too. Git reads this setting only from its configuration file.
  await writePrivate(
    path.join(folder, "config"),
    "[core]\n\trepositoryFormatVersion = 0\n\tbare = false\n\tsharedRepository = 0600\n",
  );
  // These attributes override the project's: bytes are saved unchanged, and no filter program runs.
  await writePrivate(
    path.join(folder, "info", "attributes"),
    "* -text !eol -ident !filter !working-tree-encoding !diff !merge\n",
  );
  const excludes = await excludesOf(place);
  await writePrivate(path.join(folder, "info", "exclude"), excludes);
  return excludes;
}

/** The minimum that git requires of a repository; the HEAD file makes it one. */
async function makeRepository({ folder, workTree }: GitPlace): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of ["objects", "refs"])
    await mkdir(path.join(folder, name), { recursive: true, mode: 0o700 });
  await writePrivate(path.join(folder, "project"), `${workTree}\n`);
  await writePrivate(path.join(folder, "HEAD"), "ref: refs/heads/none\n");
}

/** Also fixes the permissions of a file that an earlier version created as readable by everyone. */
async function writePrivate(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600 });
  await chmod(file, 0o600);
}

/** The excludes of the user's clone, and the folder of the checkpoints if it is inside the project. */
async function excludesOf({ folder, workTree }: GitPlace): Promise<string> {
  // Most projects have no such file.
  const own = await readRegularFile(
    path.join(workTree, ".git", "info", "exclude"),
    limits.excludeBytes,
  ).catch(() => "");
  const ours = path.relative(workTree, path.dirname(await realpath(folder)));
  const isInside = ours !== "" && !ours.startsWith("..") && !path.isAbsolute(ours);
  return isInside ? `${own}\n/${ours.replace(/[\\*?[\] !#]/g, "\\$&")}/\n` : own;
}

export async function isThere(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    // The file does not exist.
    return false;
  }
}
