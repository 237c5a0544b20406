import { builtIn } from "../conformance/programs/built-in.ts";
import { describeThroughServer } from "./suite.ts";

describeThroughServer(
  "[CF7] the built-in agent through a server",
  builtIn,
  { id: "openai" },
  { found: null, configured: 0.00154 },
);
