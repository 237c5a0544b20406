import { builtInBackend } from "../../../src/built-in-agent/backend.ts";
import type { Program } from "../support/program.ts";

const inProcess = "The built-in agent is not a separate program: it runs inside the server.";

/** Polylog's own agent, in the process of the test. */
export const builtIn: Program = {
  name: "Built-in agent",
  backend: builtInBackend,
  command: process.execPath,
  version: "",
  versionText: { from: "-", to: "-" },
  setUp: async ({ modelUrl, mcpServer }) => ({
    backend: "openai",
    baseUrl: `${modelUrl}/v1`,
    apiKey: "scripted",
    model: "gpt-5.6",
    // If no configuration names the agent, a server finds it by these variables.
    env: { OPENAI_API_KEY: "scripted", OPENAI_BASE_URL: `${modelUrl}/v1` },
    options: {
      provider: "openai",
      prices: { "gpt-5.6": { input: 1, output: 10 } },
      ...(mcpServer === null ? {} : { mcp_servers: { conformance: mcpServer } }),
    },
  }),
  otherModel: "other",
  // To the model, its to-do list looks like a plan, too.
  planStep: 'tool ExitPlanMode {"plan":"1. Fix it\\n2. Test it"}',
  failures: {
    "API error 401": {
      code: "auth_failed",
      message: /rejected the API key \(401\)\. Set api_key or api_key_env .* rejects this key\.$/,
    },
    "API error 429": {
      code: "rate_limited",
      message: /received too many requests \(429\)\. .* was called too often\.$/,
    },
    "model unreachable": {
      code: "model_unreachable",
      message: /^Cannot reach .*\. Start the server or check base_url\. .*ECONNREFUSED/,
    },
  },
  ownWords: [
    /^\(no output\)$/,
    /^Exit code \d+(?:\n|$)/,
    // The line numbers that it adds to a file.
    /^ *\d+\t/gm,
    /^Edited notes\.txt: 1 replacement\.$/,
    /^Created fresh\.txt\.$/,
    /^\s*(?:They said: “Not now”\. )?Do not try to achieve it in another way\..*$/,
    /^The user rejected the plan\. Ask what they want, or present a revised plan\.$/,
    /^The user stopped the subagent\.$/,
    /^Which one\?\n→ Blue$/,
    /^The user approved the plan\.\s+Plan mode is off\. Carry out the plan\.$/,
    // A subagent's report, which its own run shows.
    /^(?:It is fine|Made)\.$/,
  ],
  unsupported: {
    "two runs in one program": inProcess,
    "adopt a session of the program": inProcess,
    "program killed with -9 in mid-run": inProcess,
    "program not installed": inProcess,
    "untested program version": inProcess,
    "the model's stream is cut":
      "The built-in agent requests the rest of an interrupted answer, and the run continues.",
  },
};
