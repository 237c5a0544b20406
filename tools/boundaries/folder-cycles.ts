import { type LoadGraph, shortestCycle } from "./cycles.ts";
import type { Violation } from "./violation.ts";

const insideSource = /^((?:packages|apps)\/[^/]+\/src\/[^/]+)/;

type Edge = { readonly path: string; readonly line: number };
type FolderGraph = Map<string, Map<string, Edge>>;

/**
 * Cycles between the folders directly in a package's `src`. A deeper file counts as part of its topmost folder, and a file
 * directly in `src` counts alone. As between files, type-only imports do not count.
 */
export function folderCycleViolations(files: LoadGraph): Violation[] {
  return cyclesIn(folderGraph(files));
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

/** Every cycle must be removed, so one is reported for each folder that is part of a cycle. */
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
        sentence: `${way}; move the shared code to the folder that the others may import`,
      },
    ];
  });
}

function isFile(folder: string): boolean {
  return /\.tsx?$/.test(folder);
}

function linesOf(graph: FolderGraph): LoadGraph {
  return new Map(
    [...graph].map(([from, edges]) => [from, new Map([...edges].map(([to, { line }]) => [to, line]))]),
  );
}
