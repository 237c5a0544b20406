import { lstat, realpath } from "node:fs/promises";
import path from "node:path";
import { type FileFailure, type Place, ProjectFolder, systemFailure } from "@polylog/backends/project";
import type { ErrorCode } from "@polylog/core";
import { PolylogError } from "../polylog-error.ts";

/** A folder for agents to work in, which must be absolute and exist. Returns its real path. */
export async function projectFolder(projectRoot: string): Promise<string> {
  if (!path.isAbsolute(projectRoot) || projectRoot.includes("\0")) {
    throw new PolylogError("not_a_project", "Use the absolute path of the project's folder.", {
      projectRoot,
    });
  }
  try {
    const real = await realpath(projectRoot);
    if ((await lstat(real)).isDirectory()) return real;
  } catch {
    // Continues to the error below, because the reason makes no difference to the caller.
  }
  throw new PolylogError("not_a_project", "This folder does not exist. Choose an existing folder.", {
    projectRoot,
  });
}

/**
 * Runs `use` on a path inside a project. A path that leaves the project through dots or links, or enters a closed folder, is
 * rejected. Because the path could change after this check, `use` opens it only through the project's own methods.
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
  outside_project: ["path_outside_project", "This path is not inside the project. Choose a path inside it."],
  not_found: ["not_found", "The project has no such file or folder. Reload the list of files."],
  bad_path: ["not_found", "The project has no such file or folder. Reload the list of files."],
  is_folder: ["not_found", "This is a folder, not a file. Choose a file."],
  not_a_file: ["not_found", "This is not a regular file. Choose another one."],
  no_permission: [
    "not_found",
    "The server does not have permission to read this file or folder. Change its permissions.",
  ],
  too_large: ["bad_file", "This file is too large to read."],
};

function refusal(inner: string, reason: string): PolylogError {
  const [code, message] = refusals[reason] ?? ["bad_file", "This file or folder cannot be read."];
  return new PolylogError(code, message, { path: inner, reason });
}
