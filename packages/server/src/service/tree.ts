import { lstat, readdir, realpath } from "node:fs/promises";
import path from "node:path";
import type { TreeEntry } from "@polylog/core";
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

/** The path inside a project; whatever leads out of it, by dots or by links, is refused. */
export async function insideProject(projectRoot: string, inner: string): Promise<string> {
  const root = await projectFolder(projectRoot);
  const outside = new PolylogError("path_outside_project", "That path is not inside the project.", {
    path: inner,
  });
  if (inner.includes("\0") || path.isAbsolute(inner)) throw outside;
  const wanted = path.resolve(root, inner);
  if (!contains(root, wanted)) throw outside;
  let real: string;
  try {
    real = await realpath(wanted);
  } catch {
    throw new PolylogError("not_found", "There is no such file or folder in the project.", { path: inner });
  }
  if (!contains(root, real)) throw outside;
  return real;
}

function contains(root: string, target: string): boolean {
  const relative = path.relative(root, target);
  return relative === "" || (!relative.startsWith("..") && !path.isAbsolute(relative));
}

const MOST_ENTRIES = 2000;

/** What lies in a folder of the project, folders first. Links are named, never followed. */
export async function readTree(projectRoot: string, inner: string): Promise<TreeEntry[]> {
  const folder = await insideProject(projectRoot, inner);
  const root = await projectFolder(projectRoot);
  const names = (await readdir(folder)).sort().slice(0, MOST_ENTRIES);
  const entries = await Promise.all(names.map((name) => readEntry(root, folder, name)));
  return entries.toSorted((a, b) => Number(b.kind === "folder") - Number(a.kind === "folder"));
}

async function readEntry(root: string, folder: string, name: string): Promise<TreeEntry> {
  const file = path.join(folder, name);
  const at = { name, path: path.relative(root, file) };
  try {
    const stat = await lstat(file);
    if (stat.isSymbolicLink()) return { ...at, kind: "link", size: null };
    if (stat.isDirectory()) return { ...at, kind: "folder", size: null };
    return stat.isFile() ? { ...at, kind: "file", size: stat.size } : { ...at, kind: "other", size: null };
  } catch {
    return { ...at, kind: "other", size: null };
  }
}
