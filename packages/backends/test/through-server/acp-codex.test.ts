import { acpCodex } from "../conformance/programs/acp-codex.ts";
import { describeThroughServer } from "./suite.ts";

describeThroughServer(
  "[CF7] codex-acp through a server",
  acpCodex,
  { id: "codex-acp", program: "codex-acp" },
  { found: null, configured: null },
);
