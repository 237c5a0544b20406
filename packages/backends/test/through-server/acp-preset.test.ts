import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { acpClaude } from "../conformance/programs/acp-claude.ts";
import { describeThroughServer } from "./suite.ts";

// The cost includes side calls to the model.
const cost = expect.any(Number);
describeThroughServer(
  "[CF7] an agent whose preset has arguments through a server",
  {
    ...acpClaude,
    command: fileURLToPath(new URL("./stand-in-main.ts", import.meta.url)),
    setUp: async (place) => ({ ...(await acpClaude.setUp(place)), options: { preset: "opencode" } }),
  },
  { id: "opencode", program: "opencode" },
  { found: cost, preset: cost },
);
