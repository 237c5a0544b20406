import { readFileSync } from "node:fs";
import path from "node:path";
import { type Import, importsOf } from "../source/imports.ts";
import { listSourceFiles } from "../source/list-files.ts";
import { parseSource } from "../source/parse.ts";
import type { Zone } from "./arrows.ts";
import { coreImportFault, corePureViolations } from "./core-pure.ts";
import { cycleViolations, loadGraph } from "./cycles.ts";
import { folderCycleViolations } from "./folder-cycles.ts";
import { importViolations, type Manifest, readManifest } from "./import-rules.ts";
import { compareViolations, type Violation } from "./violation.ts";
import { zoneOf } from "./zones.ts";

export type Report = { readonly fileCount: number; readonly violations: readonly Violation[] };

/** Checks every source file below a repository's root. */
export function checkBoundaries(root: string): Report {
  const files = listSourceFiles(root);
  const imports = new Map<string, Import[]>();
  const manifests = new Map<Zone, Manifest>();
  const violations = unknownFolders(files);
  for (const file of files) {
    const source = parseSource(file, readFileSync(path.join(root, file), "utf8"));
    for (const { message, offset } of source.errors) {
      violations.push({ path: file, line: source.lineAt(offset), rule: "syntax", sentence: message });
    }
    const found = importsOf(source);
    imports.set(file, found);
    violations.push(...corePureViolations(source, found));
    const zone = zoneOf(file);
    if (!zone) continue;
    const manifest = manifests.get(zone) ?? readManifest(root, zone);
    manifests.set(zone, manifest);
    const rest = found.filter(({ specifier }) => coreImportFault(file, specifier) === undefined);
    violations.push(...importViolations(file, rest, zone, manifest));
  }
  const graph = loadGraph(imports);
  violations.push(...cycleViolations(graph), ...folderCycleViolations(graph));
  return { fileCount: files.length, violations: violations.sort(compareViolations) };
}

function unknownFolders(files: readonly string[]): Violation[] {
  const folders = files.filter((file) => !zoneOf(file)).map((file) => file.split("/").slice(0, 2).join("/"));
  return [...new Set(folders)].map((folder) => ({
    path: `${folder}/package.json`,
    line: 1,
    rule: "arrow",
    sentence: `the imports that ${folder} may have are not defined; add it to tools/boundaries/arrows.ts`,
  }));
}
