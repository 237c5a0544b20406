import path from "node:path";
import type { Import } from "../source/imports.ts";
import type { Violation } from "./violation.ts";

/** For each file, the files it loads, with the line of the import. */
export type LoadGraph = ReadonlyMap<string, ReadonlyMap<string, number>>;

export function loadGraph(imports: ReadonlyMap<string, readonly Import[]>): LoadGraph {
  return new Map(
    [...imports].map(([file, list]) => {
      const loads = new Map<string, number>();
      for (const { specifier, typeOnly, line } of list) {
        if (typeOnly || !specifier?.startsWith(".")) continue;
        const target = path.posix.join(path.posix.dirname(file), specifier);
        if (imports.has(target) && !loads.has(target)) loads.set(target, line);
      }
      return [file, loads];
    }),
  );
}

/** One violation for each group of files that load each other: the shortest cycle through its first file. */
export function cycleViolations(graph: LoadGraph): Violation[] {
  const reported = new Set<string>();
  return [...graph.keys()].sort().flatMap((file) => {
    if (reported.has(file)) return [];
    const cycle = shortestCycle(graph, file);
    if (!cycle) return [];
    for (const member of cycleMembers(graph, file)) reported.add(member);
    const way = [...cycle, file].join(" → ");
    return [
      {
        path: file,
        line: graph.get(file)?.get(cycle[1] ?? file) ?? 1,
        rule: "cycle" as const,
        sentence: `${way}; move the shared code to a separate file, or use import type if only types are shared`,
      },
    ];
  });
}

export function shortestCycle(graph: LoadGraph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    for (const next of graph.get(file)?.keys() ?? []) {
      if (next === start) return pathTo(file, cameFrom);
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      queue.push(next);
    }
  }
  return undefined;
}

function pathTo(file: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [file];
  for (let at = cameFrom.get(file); at !== undefined; at = cameFrom.get(at)) way.unshift(at);
  return way;
}

/** The files that `start` reaches and that reach it back. */
function cycleMembers(graph: LoadGraph, start: string): string[] {
  return [...reachedFrom(graph, start)].filter((file) => reachedFrom(graph, file).has(start));
}

function reachedFrom(graph: LoadGraph, start: string): Set<string> {
  const reached = new Set<string>();
  const stack = [start];
  for (let file = stack.pop(); file !== undefined; file = stack.pop()) {
    for (const next of graph.get(file)?.keys() ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      stack.push(next);
    }
  }
  return reached;
}
