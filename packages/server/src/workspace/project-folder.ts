import { lstat, realpath } from "node:fs/promises";
import path from "node:path";
import { type FileFailure, type Place, ProjectFolder, systemFailure } from "@polylog/backends/project";
import type { ErrorCode } from "@polylog/core";
import { PolylogError } from "../errors.ts";

/** A folder that agents work in: absolute, there, and by its real name. */
export async function projectFolder(projectRoot: string): Promise<string> {
  if (!path.isAbsolute(projectRoot) || projectRoot.includes("\0")) {
    throw new PolylogError("not_a_project", "A project is named by the absolute path of its folder.", {
      projectRoot,
    });
  }
  try {
    const real = await realpath(projectRoot);
    if ((await lstat(real)).isDirectory()) return real;
  } catch {
    // Falls through to the sentence below: why it cannot be opened makes no difference to the caller.
  }
  throw new PolylogError("not_a_project", "There is no such folder.", { projectRoot });
}

/**
 * Does something at a path inside a project. Whatever leads out of it, by dots or by links, or into a folder that is
 * closed, is refused; also where it became so after it was looked at, so `use` opens it only by the project's own means.
 */
export async function insideProject<T extends object>(
  projectRoot: string,
  inner: string,
  use: (project: ProjectFolder, place: Place) => Promise<T | FileFailure>,
  closed: readonly string[] = [],
): Promise<T> {
  const root = await projectFolder(projectRoot);
  if (inner.includes("\0") || path.isAbsolute(inner)) throw refusal(inner, "outside_project");
  const project = await ProjectFolder.open(root, [], closed);
  const place = await project.resolve(inner === "" ? "." : inner);
  if (!place.ok) throw refusal(inner, place.code);
  const used = await use(project, place).catch((error: unknown) => {
    if (error instanceof PolylogError) throw error;
    return systemFailure(place.shown, error);
  });
  if (isFailure(used)) throw refusal(inner, used.code);
  return used;
}

function isFailure(used: object): used is FileFailure {
  return "ok" in used && used.ok === false;
}

const refusals: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  outside_project: ["path_outside_project", "That path is not inside the project."],
  not_found: ["not_found", "There is no such file or folder in the project."],
  bad_path: ["not_found", "There is no such file or folder in the project."],
  is_folder: ["not_found", "That is a folder of the project, not a file."],
  not_a_file: ["not_found", "That is no ordinary file."],
  no_permission: ["not_found", "The server may not read that file or folder."],
  too_large: ["bad_file", "That file is too large to be read."],
};

function refusal(inner: string, reason: string): PolylogError {
  const [code, message] = refusals[reason] ?? ["bad_file", "That file or folder cannot be read."];
  return new PolylogError(code, message, { path: inner, reason });
}
