/** A part of the repository: who it may import, by package name without the scope. */
export type Zone = {
  readonly folder: string;
  readonly mayImport: readonly string[];
  /** What its tests may import beside that. */
  readonly testsMayImport?: readonly string[];
  /** Never shipped: all of it counts as tests, and it finds the packages through the root's links. */
  readonly developmentOnly?: boolean;
};

export const SCOPE = "@polylog/";

const realAgents = ["scripted-model"];

export const zones: readonly Zone[] = [
  { folder: "packages/core", mayImport: [] },
  { folder: "packages/backends", mayImport: ["core"], testsMayImport: realAgents },
  { folder: "packages/server", mayImport: ["core", "backends"], testsMayImport: realAgents },
  { folder: "packages/client", mayImport: ["core"], testsMayImport: realAgents },
  { folder: "packages/scripted-model", mayImport: [] },
  { folder: "apps/web", mayImport: ["client", "core"], testsMayImport: realAgents },
  { folder: "apps/tui", mayImport: ["client", "core"], testsMayImport: realAgents },
  {
    folder: "apps/cli",
    mayImport: ["server", "client", "tui", "core", "scripted-model"],
    testsMayImport: realAgents,
  },
  {
    folder: "bench",
    mayImport: ["core", "server", "client", "backends", "scripted-model", "web"],
    developmentOnly: true,
  },
  { folder: "tools", mayImport: ["core"], developmentOnly: true },
];

/** The files beside the folders: configuration of the tools. */
export const rootZone: Zone = { folder: ".", mayImport: [], developmentOnly: true };
