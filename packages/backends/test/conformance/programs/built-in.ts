import { builtInBackend } from "../../../src/built-in-agent/backend.ts";
import type { Program } from "../support/program.ts";

const inProcess = "The built-in agent is no program of its own: it runs inside the server.";

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
    // A server finds the agent by these where no configuration names it.
    env: { OPENAI_API_KEY: "scripted", OPENAI_BASE_URL: `${modelUrl}/v1` },
    options: {
      provider: "openai",
      prices: { "gpt-5.6": { input: 1, output: 10 } },
      ...(mcpServer === null ? {} : { mcp_servers: { conformance: mcpServer } }),
    },
  }),
  otherModel: "other",
  // Its list of tasks is a plan to the model too.
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
    "the model is not there": {
      code: "model_unreachable",
      message: /^Cannot reach .*\. Start the server or check base_url\. .*ECONNREFUSED/,
    },
  },
  ownWords: [
    /^\(no output\)$/,
    /^Exit code \d+(?:\n|$)/,
    // The numbers of lines that it reads.
    /^ *\d+\t/gm,
    /^Edited notes\.txt: 1 replacement\.$/,
    /^Created fresh\.txt\.$/,
    /^\s*(?:They said: “Not now”\. )?Do not try to achieve it in another way\..*$/,
    /^The user rejected the plan\. Ask what they want, or present a revised plan\.$/,
    /^The user stopped the subagent\.$/,
    /^Which one\?\n→ Blue$/,
    /^The user approved the plan\.\s+Plan mode is off\. Carry out the plan\.$/,
    // The report of a subagent, which its own run shows.
    /^(?:It is fine|Made)\.$/,
  ],
  unsupported: {
    "two runs in one program": inProcess,
    "a session of the program itself is taken over": inProcess,
    "program killed with -9 in mid-run": inProcess,
    "the program is not there": inProcess,
    "the program is of another version": inProcess,
    "the model's stream is cut":
      "The built-in agent asks the model for the rest of an answer that breaks off, and the run goes on.",
  },
};
