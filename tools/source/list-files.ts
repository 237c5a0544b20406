import { readdirSync } from "node:fs";
import path from "node:path";

const skipped = new Set(["node_modules", "dist", "coverage"]);

/** The source files below a folder, sorted, as paths from it with forward slashes on every platform. */
export function listSourceFiles(root: string): string[] {
  return filesBelow(root, "", /\.[cm]?[jt]sx?$/).sort();
}

/** The Markdown files below a folder, in the same form. */
export function listDocuments(root: string): string[] {
  return filesBelow(root, "", /\.md$/).sort();
}

function filesBelow(root: string, folder: string, wanted: RegExp): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      return skipped.has(entry.name) || entry.name.startsWith(".") ? [] : filesBelow(root, name, wanted);
    }
    return wanted.test(entry.name) ? [name] : [];
  });
}
