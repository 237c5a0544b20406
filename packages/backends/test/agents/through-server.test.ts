import { acpOpencode } from "../conformance/programs/acp-opencode.ts";
import { describeThroughServer } from "../through-server/suite.ts";

describeThroughServer(
  "[CF7] OpenCode through a server",
  acpOpencode,
  { id: "opencode", program: "opencode" },
  { found: null, preset: null },
);
