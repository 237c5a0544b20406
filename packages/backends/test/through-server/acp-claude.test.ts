import { expect } from "vitest";
import { acpClaude } from "../conformance/programs/acp-claude.ts";
import { describeThroughServer } from "./suite.ts";

// The cost includes side calls to the model.
const cost = expect.any(Number);
describeThroughServer(
  "[CF7] claude-agent-acp through a server",
  acpClaude,
  { id: "claude-acp", program: "claude-agent-acp" },
  { found: cost, configured: cost },
);
