import { claude } from "../conformance/programs/claude.ts";
import { describeThroughServer } from "./suite.ts";

describeThroughServer(
  "[CF7] Claude Code through a server",
  claude,
  { id: "claude", program: "claude" },
  { found: 0.00548, configured: 0.00548 },
);
