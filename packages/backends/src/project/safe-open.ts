import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readlink, realpath, stat } from "node:fs/promises";
import path from "node:path";
import type { ProjectFolder } from "./project-folder.ts";

/**
 * Opens project files safely. Any part of a path may be replaced by a link between a check and its use, so the opened
 * file is checked again, and operations in a folder go through its open handle.
 */

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** Only Linux has a path for a handle, which reaches its folder even after it has moved. */
const handlesHavePaths = process.platform === "linux";

/** Has a code, like system errors. */
class LeftProject extends Error {
  readonly code = "ELOOP";
}

/** Never blocks, whatever the file is: a pipe without a writer would hold the caller. */
export async function openFile(project: ProjectFolder, real: string): Promise<FileHandle> {
  return verified(project, real, await open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
}

async function verified(project: ProjectFolder, real: string, handle: FileHandle): Promise<FileHandle> {
  try {
    if (handlesHavePaths ? project.holds(await readlink(pathOf(handle))) : await isStill(real, handle)) {
      return handle;
    }
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  throw new LeftProject(`${real} is outside the project.`);
}

function pathOf(handle: FileHandle): string {
  return `/proc/self/fd/${handle.fd}`;
}

async function isStill(real: string, handle: FileHandle): Promise<boolean> {
  const [now, opened, there] = await Promise.all([realpath(real), handle.stat(), stat(real)]);
  return now === real && opened.ino === there.ino && opened.dev === there.dev;
}

/** Runs `act` in a folder of the project, with a path that refers to this folder even if it is moved meanwhile. */
export async function inFolder<T>(
  project: ProjectFolder,
  real: string,
  act: (folder: string) => Promise<T>,
): Promise<T> {
  const handle = await verified(project, real, await open(real, O_RDONLY | O_DIRECTORY | O_NOFOLLOW));
  try {
    return await act(handlesHavePaths ? pathOf(handle) : real);
  } finally {
    await handle.close();
  }
}

/** The same, but creates missing folders first, each in its parent. */
export async function inNewFolder<T>(
  project: ProjectFolder,
  real: string,
  act: (folder: string) => Promise<T>,
): Promise<T> {
  try {
    return await inFolder(project, real, act);
  } catch (error) {
    const parent = path.dirname(real);
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || !project.holds(parent)) throw error;
    await inNewFolder(project, parent, (folder) => makeFolder(path.join(folder, path.basename(real))));
    return inFolder(project, real, act);
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
