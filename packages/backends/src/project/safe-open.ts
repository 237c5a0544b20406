import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readlink, realpath, stat } from "node:fs/promises";
import path from "node:path";
import type { ProjectFolder } from "./project-folder.ts";

/**
 * Opening what is in a project for certain. Between a look at a path and its use any part of it may be exchanged for
 * a link, so what was opened is looked at again, and what is done in a folder is done through its open handle.
 */

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** Only there a handle has a path, by which its folder can be used wherever it went. */
const handlesHavePaths = process.platform === "linux";

/** Thrown with a code of its own, as the system does. */
class LeftProject extends Error {
  readonly code = "ELOOP";
}

/** Never waits, whatever stands there: a pipe without a writer would hold the caller. */
export async function openFile(project: ProjectFolder, real: string): Promise<FileHandle> {
  return verified(project, real, await open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
}

async function openFolder(project: ProjectFolder, real: string): Promise<FileHandle> {
  return verified(project, real, await open(real, O_RDONLY | O_DIRECTORY | O_NOFOLLOW));
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
  throw new LeftProject(`${real} leads out of the project.`);
}

function pathOf(handle: FileHandle): string {
  return `/proc/self/fd/${handle.fd}`;
}

async function isStill(real: string, handle: FileHandle): Promise<boolean> {
  const [now, opened, there] = await Promise.all([realpath(real), handle.stat(), stat(real)]);
  return now === real && opened.ino === there.ino && opened.dev === there.dev;
}

/** Does something in a folder of the project, by a path that means this folder even if it is moved meanwhile. */
export async function inFolder<T>(
  project: ProjectFolder,
  real: string,
  act: (folder: string) => Promise<T>,
): Promise<T> {
  const handle = await openFolder(project, real);
  try {
    return await act(handlesHavePaths ? pathOf(handle) : real);
  } finally {
    await handle.close();
  }
}

/** The same; folders that are missing are made first, each in the one above it. */
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
