import { pi } from "../conformance/programs/pi.ts";
import { describeThroughServer } from "./suite.ts";

describeThroughServer(
  "[CF7] Pi through a server",
  pi,
  { id: "pi", program: "pi" },
  { found: null, configured: null },
);
