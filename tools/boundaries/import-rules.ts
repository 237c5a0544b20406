import { existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import type { Import } from "../source/imports.ts";
import { rootZone, SCOPE, type Zone } from "./arrows.ts";
import { packageOf } from "./package-name.ts";
import type { Violation } from "./violation.ts";
import { isTestFile, nameOf, packageNameOf, zoneOf } from "./zones.ts";

/** The dependencies that a zone's `package.json` declares. */
export type Manifest = {
  readonly path: string;
  readonly dependencies: ReadonlySet<string>;
  readonly devDependencies: ReadonlySet<string>;
};

type File = { readonly path: string; readonly zone: Zone; readonly isTest: boolean };
type Fault = Pick<Violation, "rule" | "sentence">;

/** The faults of a file's imports against the arrows, the package's own borders and its declared dependencies. */
export function importViolations(
  filePath: string,
  imports: readonly Import[],
  zone: Zone,
  manifest: Manifest,
): Violation[] {
  const file = { path: filePath, zone, isTest: isTestFile(filePath, zone) };
  return imports.flatMap(({ specifier, line }) => {
    const fault = specifier === undefined ? undefined : faultOf(specifier, file, manifest);
    return fault ? [{ path: filePath, line, ...fault }] : [];
  });
}

function faultOf(specifier: string, file: File, manifest: Manifest): Fault | undefined {
  if (specifier.startsWith(".") || specifier.startsWith("/")) return outsideFault(specifier, file);
  if (isBuiltin(specifier) || specifier.startsWith("#")) return undefined;
  const name = packageOf(specifier);
  if (name === packageNameOf(file.zone)) return undefined;
  return (
    (name.startsWith(SCOPE) ? arrowFault(name, file) : undefined) ?? undeclaredFault(name, file, manifest)
  );
}

function outsideFault(specifier: string, { path: from, zone }: File): Fault | undefined {
  const target = path.posix.join(path.posix.dirname(from), specifier);
  const there = specifier.startsWith("/") || target.startsWith("../") ? undefined : zoneOf(target);
  // Configuration of a tool can be in the tools folder.
  if (there === zone || (zone === rootZone && there?.folder === "tools")) return undefined;
  const name = there && packageNameOf(there);
  const here = zone.folder === "." ? "the root folder" : zone.folder;
  const advice = name ? `import "${name}" by its name` : "move the file into it, or remove the import";
  return { rule: "outside", sentence: `"${specifier}" leaves ${here}; ${advice}` };
}

function arrowFault(name: string, { zone, isTest }: File): Fault | undefined {
  const allowed = [...zone.mayImport, ...(isTest ? (zone.testsMayImport ?? []) : [])];
  if (allowed.includes(name.slice(SCOPE.length))) return undefined;
  const list = allowed.length === 0 ? "no other package" : allowed.join(", ");
  return {
    rule: "arrow",
    sentence: `${nameOf(zone)} may import ${list}, not ${name}; move this code to where the arrow allows it`,
  };
}

function undeclaredFault(name: string, { zone, isTest }: File, manifest: Manifest): Fault | undefined {
  if (manifest.dependencies.has(name) || (isTest && manifest.devDependencies.has(name))) return undefined;
  if (zone.developmentOnly && name.startsWith(SCOPE)) return undefined;
  const field = isTest ? "devDependencies" : "dependencies";
  return { rule: "undeclared", sentence: `"${name}" is missing in ${manifest.path}; add it to ${field}` };
}

/** A zone without its own `package.json` uses the one in the root. */
export function readManifest(root: string, zone: Zone): Manifest {
  const own = path.posix.join(zone.folder, "package.json");
  const file = existsSync(path.join(root, own)) ? own : "package.json";
  const fields = JSON.parse(readFileSync(path.join(root, file), "utf8")) as Record<
    string,
    object | undefined
  >;
  const named = (...keys: string[]) => new Set(keys.flatMap((key) => Object.keys(fields[key] ?? {})));
  return {
    path: file,
    dependencies: named("dependencies", "peerDependencies", "optionalDependencies"),
    devDependencies: named("devDependencies"),
  };
}
