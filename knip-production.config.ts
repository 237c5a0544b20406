import type { KnipConfig } from "knip";
import base from "./knip.json" with { type: "json" };

/** Finds code that only tests use. `tools/unused` runs it and lists the accepted cases. */
export default {
  ...base,
  // Code that its own file uses is product code, even if it is exported for a test.
  ignoreExportsUsedInFile: true,
  exclude: ["types"],
  workspaces: {
    ...base.workspaces,
    ".": {
      ...base.workspaces["."],
      // Entry points of npm and Vitest.
      entry: [...base.workspaces["."].entry, "tools/launch/main.mjs!", "tools/testing/long-files-first.ts!"],
    },
    "packages/core": { ...base.workspaces["packages/*"], includeEntryExports: true },
  },
} satisfies KnipConfig;
