import { type LoadGraph, reachedFrom, shortestCycle } from "./cycles.ts";
import type { FolderImport } from "./folder-exceptions.ts";
import type { Violation } from "./violation.ts";

const EXCEPTIONS_FILE = "tools/boundaries/folder-exceptions.ts";
const insideSource = /^((?:packages|apps)\/[^/]+\/src\/[^/]+)/;

type Edge = { readonly path: string; readonly line: number };
type FolderGraph = Map<string, Map<string, Edge>>;

/**
 * The folders right below a package's `src` that load each other. What is deeper counts for its topmost folder, a file
 * beside the folders for itself, and type-only imports not at all, as between files.
 */
export function folderCycleViolations(files: LoadGraph, exceptions: readonly FolderImport[]): Violation[] {
  const all = folderGraph(files);
  const allowed = withoutExceptions(all, exceptions);
  return [...cyclesIn(allowed), ...unneededExceptions(all, allowed, exceptions)];
}

function folderGraph(files: LoadGraph): FolderGraph {
  const folders: FolderGraph = new Map();
  for (const [path, loads] of files) {
    const from = insideSource.exec(path)?.[1];
    if (from === undefined) continue;
    const edges = folders.get(from) ?? new Map<string, Edge>();
    folders.set(from, edges);
    for (const [target, line] of loads) {
      const to = insideSource.exec(target)?.[1];
      if (to !== undefined && to !== from && !edges.has(to)) edges.set(to, { path, line });
    }
  }
  return folders;
}

function withoutExceptions(graph: FolderGraph, exceptions: readonly FolderImport[]): FolderGraph {
  const kept: FolderGraph = new Map([...graph].map(([from, edges]) => [from, new Map(edges)]));
  for (const { from, to } of exceptions) kept.get(from)?.delete(to);
  return kept;
}

/** Every cycle has to go, so one is reported for each folder that takes part in any. */
function cyclesIn(graph: FolderGraph): Violation[] {
  return [...graph.keys()].sort().flatMap((from) => {
    const cycle = shortestCycle(linesOf(graph), from);
    // Each cycle once, from its first folder; files alone are a cycle of files.
    if (cycle === undefined || cycle.some((folder) => folder < from) || cycle.every(isFile)) return [];
    const edge = graph.get(from)?.get(cycle[1] ?? from);
    const way = [...cycle, from].join(" → ");
    return [
      {
        ...{ path: edge?.path ?? from, line: edge?.line ?? 1, rule: "folder-cycle" as const },
        sentence: `${way}; move what they share to the folder that the others may import`,
      },
    ];
  });
}

function isFile(folder: string): boolean {
  return /\.tsx?$/.test(folder);
}

/** The list only shrinks: an exception goes as soon as there is no cycle without it. */
function unneededExceptions(
  all: FolderGraph,
  allowed: FolderGraph,
  exceptions: readonly FolderImport[],
): Violation[] {
  return exceptions.flatMap(({ from, to }) => {
    const isNeeded = all.get(from)?.has(to) === true && reachedFrom(linesOf(allowed), to).has(from);
    if (isNeeded) return [];
    const sentence = `${from} → ${to} is no part of a cycle any more; remove this exception`;
    return [{ path: EXCEPTIONS_FILE, line: 1, rule: "folder-cycle" as const, sentence }];
  });
}

function linesOf(graph: FolderGraph): LoadGraph {
  return new Map(
    [...graph].map(([from, edges]) => [from, new Map([...edges].map(([to, { line }]) => [to, line]))]),
  );
}
