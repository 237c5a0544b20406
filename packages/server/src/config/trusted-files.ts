import { createHash } from "node:crypto";
import type { AgentFile, AgentFileScan, UncheckedFile } from "@polylog/backends/project";
import type { Manifest } from "./trust.ts";

/** Compares the files that an agent program would execute from a folder with those that a person trusted. */

export interface FileChange {
  /** Relative to the folder. */
  readonly path: string;
  readonly kind: "new" | "changed" | "removed";
}

export interface Comparison {
  readonly changes: readonly FileChange[];
  /** Files that run only after the folder is trusted again. */
  readonly waiting: readonly AgentFile[];
}

export function compareFiles(scan: AgentFileScan, said: Manifest): Comparison {
  const waiting = scan.files.filter(({ path, sha256 }) => hashIn(said, path) !== sha256);
  const now = new Set(scan.files.map(({ path }) => path));
  const changes = [
    ...waiting.map(
      ({ path }): FileChange => ({ path, kind: hashIn(said, path) === null ? "new" : "changed" }),
    ),
    ...Object.keys(said).flatMap((path): FileChange[] => (now.has(path) ? [] : [{ path, kind: "removed" }])),
  ];
  return { changes: changes.toSorted((one, other) => (one.path < other.path ? -1 : 1)), waiting };
}

function hashIn(manifest: Manifest, path: string): string | null {
  return Object.hasOwn(manifest, path) ? (manifest[path] ?? null) : null;
}

export function manifestOf({ files }: AgentFileScan): Manifest {
  return Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256]));
}

/** Equal for equal files. With it, a person who trusts a folder states which files they reviewed. */
export function digestOf({ files, unchecked }: AgentFileScan): string {
  const held = [
    files.map(({ path, sha256 }) => [path, sha256]),
    unchecked.map(({ path, reason }: UncheckedFile) => [path, reason]),
  ];
  return createHash("sha256").update(JSON.stringify(held)).digest("hex");
}
