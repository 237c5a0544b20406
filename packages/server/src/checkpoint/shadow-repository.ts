import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { access, chmod, mkdir, readdir, realpath, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { readRegularFile } from "@polylog/backends/project";
import type { GitPlace } from "./git.ts";
import { limits } from "./limits.ts";

/**
 * A repository of ours beside the project's own: it has the project's files as its work tree, and a folder, an index
 * and a configuration of its own. The person's repository is never opened. Null where there is no such folder.
 */
export function shadowRepositoryOf(checkpoints: string, projectRoot: string): GitPlace | null {
  const workTree = realPathOf(projectRoot);
  if (workTree === null) return null;
  const key = createHash("sha256").update(workTree).digest("hex").slice(0, 32);
  return { folder: path.join(checkpoints, key), workTree };
}

/** At once, so that who comes first is first. */
function realPathOf(folder: string): string | null {
  try {
    return realpathSync(folder);
  } catch {
    // There is no such folder.
    return null;
  }
}

/**
 * Makes the repository where there is none, and removes what a killed one left. Returns what is excluded beside the
 * project's own `.gitignore` files.
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
  // Files that git itself makes are for their owner only, too. It does not take this from its arguments.
  await writePrivate(
    path.join(folder, "config"),
    "[core]\n\trepositoryFormatVersion = 0\n\tbare = false\n\tsharedRepository = 0600\n",
  );
  // Before all that the project says: bytes are saved as they are, and no program has a say in them.
  await writePrivate(
    path.join(folder, "info", "attributes"),
    "* -text !eol -ident !filter !working-tree-encoding !diff !merge\n",
  );
  const excludes = await excludesOf(place);
  await writePrivate(path.join(folder, "info", "exclude"), excludes);
  return excludes;
}

/** All that git asks of a repository; its head makes it one. */
async function makeRepository({ folder, workTree }: GitPlace): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of ["objects", "refs"])
    await mkdir(path.join(folder, name), { recursive: true, mode: 0o700 });
  await writePrivate(path.join(folder, "project"), `${workTree}\n`);
  await writePrivate(path.join(folder, "HEAD"), "ref: refs/heads/none\n");
}

/** Also where an earlier version wrote it for everybody. */
async function writePrivate(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600 });
  await chmod(file, 0o600);
}

/** What the person left out for this clone only, and our own folder where it is in the project. */
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
    // It does not exist.
    return false;
  }
}
