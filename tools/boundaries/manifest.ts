import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Zone } from "./arrows.ts";
import type { Manifest } from "./import-rules.ts";

/** A zone without a `package.json` of its own lives on the root's. */
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
