import { readdirSync } from "node:fs";
import path from "node:path";

const skipped = new Set(["node_modules", "dist", "coverage"]);
const sourceFile = /\.[cm]?[jt]sx?$/;

/** The source files below a folder, sorted, as paths from it with forward slashes on every platform. */
export function listSourceFiles(root: string): string[] {
  return filesBelow(root, "").sort();
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      return skipped.has(entry.name) || entry.name.startsWith(".") ? [] : filesBelow(root, name);
    }
    return sourceFile.test(entry.name) ? [name] : [];
  });
}
