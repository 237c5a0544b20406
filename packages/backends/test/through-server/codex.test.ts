import { codex } from "../conformance/programs/codex.ts";
import { describeThroughServer } from "./suite.ts";

describeThroughServer(
  "[CF7] Codex through a server",
  codex,
  { id: "codex", program: "codex" },
  { found: null, configured: null },
);
