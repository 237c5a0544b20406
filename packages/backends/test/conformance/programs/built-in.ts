import { openaiBackend } from "../../../src/openai/backend.ts";
import type { Program } from "../program.ts";

const noProgram = "The built-in agent is no program of its own.";

/** Polylog's own agent: it needs a key in the environment, and no program. */
export const builtIn: Program = {
  name: "Built-in agent",
  backend: openaiBackend,
  command: process.execPath,
  version: "on the scripted model",
  versionText: { from: "-", to: "-" },
  setUp: async ({ modelUrl, mcpServer }) => ({
    backend: "openai",
    baseUrl: `${modelUrl}/v1`,
    apiKey: "scripted",
    model: "gpt-5.6",
    env: { OPENAI_API_KEY: "scripted", OPENAI_BASE_URL: `${modelUrl}/v1` },
    options: {
      ...{ provider: "openai", prices: { "gpt-5.6": { input: 1, output: 10 } }, max_retries: 1 },
      ...(mcpServer === null ? {} : { mcp_servers: { conformance: mcpServer } }),
    },
  }),
  otherModel: "other",
  // Items of a plan are a list of things to do.
  planStep: 'tool ExitPlanMode {"plan":"1. Fix it\\n2. Test it"}',
  failures: {
    "API error 401": {
      code: "auth_failed",
      message: /refused the key \(401\): .* It said: The scripted model was told to refuse this key\.$/,
    },
    "API error 429": {
      code: "rate_limited",
      message: / \(429\)\. It said: The scripted model was told to be asked too often\.$/,
    },
    "the model is not there": { code: "model_unreachable", message: / cannot be reached: .*ECONNREFUSED/ },
  },
  ownWords: [
    /^\(no output\)$/,
    /^Exit code \d+\n/,
    // The numbers of lines that it reads.
    /^ *\d+\t/gm,
    /^Edited \S+: 1 replacement\.$/,
    /^Created \S+\.$/,
    /^ ?(?:They said: “Not now”\. )?Do not try it again in another way; .*$/,
    /^Which one\?\n→ Blue$/,
    /^(?:It is fine|Made)\.$/,
    /^The user approved the plan\.\s+Plan mode is over: carry it out\.$/,
    /^The user rejected the plan\. Ask what they want, or present another plan\.$/,
    /^The user approved the plan\.$/,
    /^The user stopped the subagent\.$/,
  ],
  unsupported: {
    "two runs in one program": noProgram,
    "a session of the program itself is taken over": noProgram,
    "program killed with -9 in mid-run": noProgram,
    "the program is not there": noProgram,
    "the program is of another version": noProgram,
    "the model's stream is cut": "The built-in agent lets its model continue an answer that broke off.",
  },
};
