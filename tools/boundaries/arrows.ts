/** A part of the repository and the packages it may import, by name without the scope. */
export type Zone = {
  readonly folder: string;
  readonly mayImport: readonly string[];
  /** Additional packages that its tests may import. */
  readonly testsMayImport?: readonly string[];
  /** Never shipped: all of its files count as tests, and it finds packages through the links in the root. */
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

/** The files in the root folder: configuration of tools. */
export const rootZone: Zone = { folder: ".", mayImport: [], developmentOnly: true };
