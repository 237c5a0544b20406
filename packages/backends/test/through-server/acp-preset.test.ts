import path from "node:path";
import { expect } from "vitest";
import { acpClaude } from "../conformance/programs/acp-claude.ts";
import { describeThroughServer } from "./suite.ts";

// Its cost includes what it asks the model on the side.
const cost = expect.any(Number);
describeThroughServer(
  "[CF7] an agent whose preset has arguments through a server",
  {
    ...acpClaude,
    command: path.join(import.meta.dirname, "stand-in-main.ts"),
    setUp: async (place) => ({ ...(await acpClaude.setUp(place)), options: { preset: "opencode" } }),
  },
  { id: "opencode", program: "opencode" },
  { found: cost, preset: cost },
);
