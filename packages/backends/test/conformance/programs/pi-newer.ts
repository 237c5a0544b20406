import type { Program } from "../support/program.ts";
import { installedAgent } from "./installed.ts";
import { pi } from "./pi.ts";

const version = "1.5.0";

/** Pi after its first stable version, in addition to the version that every test run plays. */
export const piNewer: Program = {
  ...pi,
  version,
  command: installedAgent("@earendil-works/pi-coding-agent/dist/bundle/cli.js"),
  unsupported: {
    ...pi.unsupported,
    "MCP tool": "Pi uses only MCP servers from its own configuration. Polylog passes it none.",
  },
  versionText: { from: `"statusText":"${version}"`, to: '"statusText":"0.99.0"' },
};
