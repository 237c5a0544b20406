import { openaiBackend } from "../../src/openai/backend.ts";
import type { Program } from "../conformance/program.ts";
import { describeThroughServer } from "./suite.ts";

/** Polylog's own agent: it needs a key in the environment, and no program. */
const builtIn: Program = {
  name: "Built-in agent",
  backend: openaiBackend,
  command: process.execPath,
  version: "",
  versionText: { from: "-", to: "-" },
  setUp: async ({ modelUrl }) => ({
    backend: "openai",
    baseUrl: `${modelUrl}/v1`,
    apiKey: "scripted",
    model: "gpt-5.6",
    env: { OPENAI_API_KEY: "scripted", OPENAI_BASE_URL: `${modelUrl}/v1` },
    options: { provider: "openai", prices: { "gpt-5.6": { input: 1, output: 10 } } },
  }),
  otherModel: "other",
  unsupported: {},
};

describeThroughServer(
  "[CF7] the built-in agent through a server",
  builtIn,
  { id: "openai" },
  { found: null, configured: 0.00154 },
);
