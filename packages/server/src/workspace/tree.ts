import { lstat, readdir } from "node:fs/promises";
import path from "node:path";
import { inFolder, type Place, type ProjectFolder } from "@polylog/backends/project";
import type { TreeEntry } from "@polylog/core";
import { insideProject } from "./project-folder.ts";

const MOST_ENTRIES = 2000;

/** The entries of a project's folder, folders first. Links are listed, but never followed. */
export function readTree(
  projectRoot: string,
  inner: string,
  closed: readonly string[] = [],
): Promise<TreeEntry[]> {
  const list =
    ({ root }: ProjectFolder, real: string) =>
    async (folder: string) => {
      const names = (await readdir(folder)).sort().slice(0, MOST_ENTRIES);
      const at = path.relative(root, real);
      const entries = await Promise.all(names.map((name) => readEntry(folder, at, name)));
      return entries.toSorted((a, b) => Number(b.kind === "folder") - Number(a.kind === "folder"));
    };
  const use = (project: ProjectFolder, place: Place) =>
    inFolder(project, place.path, list(project, place.path));
  return insideProject(projectRoot, inner, use, closed);
}

async function readEntry(folder: string, shown: string, name: string): Promise<TreeEntry> {
  const at = { name, path: path.join(shown, name) };
  try {
    const stat = await lstat(path.join(folder, name));
    if (stat.isSymbolicLink()) return { ...at, kind: "link", size: null };
    if (stat.isDirectory()) return { ...at, kind: "folder", size: null };
    return stat.isFile() ? { ...at, kind: "file", size: stat.size } : { ...at, kind: "other", size: null };
  } catch {
    return { ...at, kind: "other", size: null };
  }
}
