import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { piBackend } from "../../../src/pi/backend.ts";
import type { Program } from "../support/program.ts";
import { installedProgram } from "./installed.ts";

const version = "0.87.1";

const noPlan = "Pi has no plan mode and presents no plans. In Polylog's plan mode it only reads.";
const noSubagent = "Pi has no subagents.";

/** Writes Pi's models for the scripted model, and returns the environment that names them. */
export async function piHome(home: string, modelUrl: string): Promise<Record<string, string>> {
  const folder = path.join(home, ".pi/agent");
  const model = { reasoning: true, input: ["text", "image"], contextWindow: 128_000, maxTokens: 8192 };
  const provider = {
    baseUrl: `${modelUrl}/v1`,
    api: "openai-completions",
    apiKey: "scripted",
    models: ["scripted", "other"].map((id) => ({ id, ...model })),
  };
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "models.json"), JSON.stringify({ providers: { scripted: provider } }));
  // Retries without a delay.
  await writeFile(path.join(folder, "settings.json"), JSON.stringify({ retry: { baseDelayMs: 10 } }));
  return { PI_OFFLINE: "1", PI_CODING_AGENT_DIR: folder };
}

export const pi: Program = {
  name: "Pi",
  backend: piBackend,
  version,
  command: installedProgram("@earendil-works/pi-coding-agent/dist/bundle/cli.js"),
  versionText: { from: `"statusText":"${version}"`, to: '"statusText":"0.99.0"' },
  setUp: async ({ home, modelUrl, command }) => {
    const env = await piHome(home, modelUrl);
    return {
      backend: "pi",
      command,
      model: "scripted/scripted",
      args: ["--thinking", "medium"],
      env,
    };
  },
  alone: (text, { model = "", args = [] }) => ["-p", text, "--model", model, ...args],
  otherModel: "other",
  failures: {
    "API error 401": {
      code: "authentication_failed",
      message: /^401: The scripted model rejects this key\.$/,
    },
    "API error 429": {
      code: "rate_limit",
      message: /^429: The scripted model was called too often\.$/,
    },
    "the model's stream is cut": { code: "api_error", message: /^terminated$/ },
    "model unreachable": { code: "api_error", message: /^Connection error\.$/ },
  },
  ownWords: [
    /^\(no output\)$/,
    /\s*Command exited with code \d+$/,
    /^(?:Command|Operation) aborted$/,
    /^Successfully replaced 1 block\(s\) in notes\.txt\.$/,
    /^Successfully wrote to fresh\.txt$/,
    /^Not now$/,
  ],
  unsupported: {
    question: "Pi has no question tool. Dialogs of its extensions are shown as questions.",
    "plan approve": noPlan,
    "plan reject": noPlan,
    "mode change": noPlan,
    subagent: noSubagent,
    "permission inside a subagent": noSubagent,
    "cancel one subagent": noSubagent,
    "message to a subagent": noSubagent,
    "MCP tool": "Pi does not support MCP.",
  },
};
