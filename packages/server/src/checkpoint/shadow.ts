import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { access, mkdir, readdir, realpath, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { readOrdinary } from "@polylog/backends/project";
import type { GitPlace } from "./git.ts";
import { limits } from "./limits.ts";

/**
 * A repository of ours beside the project's own: it has the project's files as its work tree, and a folder, an index
 * and a configuration of its own. The person's repository is never opened. Null where there is no such folder.
 */
export function shadowOf(checkpoints: string, projectRoot: string): GitPlace | null {
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
    return null;
  }
}

/** Makes the repository where there is none, and clears away what a killed one left. */
export async function prepareShadow(place: GitPlace): Promise<void> {
  const { folder } = place;
  if (await isThere(path.join(folder, "HEAD"))) {
    const names = await readdir(folder);
    const locks = names.filter((name) => name.endsWith(".lock"));
    await Promise.all(locks.map((name) => rm(path.join(folder, name), { force: true })));
  } else {
    await makeRepository(place);
  }
  await mkdir(path.join(folder, "info"), { recursive: true });
  // Before all that the project says: bytes are saved as they are, and no program has a say in them.
  await writeFile(
    path.join(folder, "info", "attributes"),
    "* -text !eol -ident !filter !working-tree-encoding !diff !merge\n",
  );
  await writeFile(path.join(folder, "info", "exclude"), await excludesOf(place));
}

/** All that git asks of a repository; its head makes it one. */
async function makeRepository({ folder, workTree }: GitPlace): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of ["objects", "refs"]) await mkdir(path.join(folder, name), { recursive: true });
  await writeFile(path.join(folder, "config"), "[core]\n\trepositoryFormatVersion = 0\n\tbare = false\n");
  await writeFile(path.join(folder, "project"), `${workTree}\n`);
  await writeFile(path.join(folder, "HEAD"), "ref: refs/heads/none\n");
}

/** What the person left out for this clone only, and our own folder where it is in the project. */
async function excludesOf({ folder, workTree }: GitPlace): Promise<string> {
  const own = await readOrdinary(path.join(workTree, ".git", "info", "exclude"), limits.excludeBytes).catch(
    () => "",
  );
  const ours = path.relative(workTree, path.dirname(await realpath(folder)));
  const isInside = ours !== "" && !ours.startsWith("..") && !path.isAbsolute(ours);
  return isInside ? `${own}\n/${ours.replace(/[\\*?[\] !#]/g, "\\$&")}/\n` : own;
}

export async function isThere(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}
