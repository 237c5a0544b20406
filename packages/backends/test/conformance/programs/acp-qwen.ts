import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { acpBackend } from "../../../src/acp/backend.ts";
import type { Program } from "../support/program.ts";
import { acpToolKind } from "./acp-tool-kind.ts";
import { acpUnsupported, unknownCall } from "./acp-unsupported.ts";
import { installedAgent } from "./installed.ts";

const version = "0.24.4";
/** Unlike other ACP agents, Qwen Code reports each model request. */
const { "each model request": _, ...acpUnsupportedHere } = acpUnsupported;

/** The lines of two commands of which at least one lost its output. */
function lost(first: string, second: string): string[][] {
  return [
    ["shell ok", `shell ok: ${first}`],
    ["shell ok", `shell ok: ${second}`],
    ["shell ok", "shell ok"],
  ];
}

export const acpQwen: Program = {
  name: "Qwen Code",
  backend: acpBackend,
  version,
  command: installedAgent("@qwen-code/qwen-code/cli-entry.js"),
  versionText: { from: `"version":"${version}"`, to: '"version":"0.1.0"' },
  setUp: async ({ home, modelUrl, command, mcpServer }) => {
    const folder = path.join(home, ".qwen");
    await mkdir(folder, { recursive: true });
    const openai = ["scripted", "other"].map((id) => ({
      ...{ id, name: id, envKey: "OPENAI_API_KEY", baseUrl: `${modelUrl}/v1` },
      generationConfig: { modalities: { image: true }, maxRetries: 1 },
    }));
    const settings = {
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      security: { auth: { selectedType: "openai" }, folderTrust: { enabled: false } },
      // Otherwise it asks its model what to remember, at any time after a turn.
      memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false, enableAutoSkill: false },
      // In a terminal it sometimes reports a successful command as terminated by a signal.
      tools: { shell: { enableInteractiveShell: false } },
      model: { name: "scripted" },
      modelProviders: { openai },
    };
    await writeFile(path.join(folder, "settings.json"), JSON.stringify(settings));
    return {
      backend: "acp",
      command,
      env: { OPENAI_API_KEY: "scripted" },
      options: {
        preset: "qwen",
        ...(mcpServer === null ? {} : { mcp_servers: { conformance: mcpServer } }),
      },
    };
  },
  otherModel: "other",
  failures: {
    "API error 401": {
      code: "agent_error",
      message: /^Internal error: 401 The scripted model rejects this key\.$/,
    },
    "API error 429": { code: "agent_error", message: /^Rate limit exceeded\. Try again later\.$/ },
    "model unreachable": { code: "agent_error", message: /^Internal error: Connection error\.$/ },
  },
  ownWords: [
    /^User approved\.$/,
    /^(?:It is fine|Made)\.$/,
    /^User has provided the following answers:\s+\*\*Question\*\*: Blue$/,
    /^Command cancelled by user\.$/,
    /^Tool call (?:aborted|was cancelled before execution\.)$/,
    /^The tool had already completed; its output was discarded\.$/,
  ],
  alternatives: {
    // It can lose the output of commands that run at the same time. Its model receives no output either.
    "parallel tools": lost("the-first", "the-second").map((calls) => [
      "user",
      ...calls,
      ...["agent: Both.", "= completed", "each has its own output: true"],
    ]),
    "each model request": lost("one", "two").map((calls) => [
      ...["user", ...calls, "agent: Both.", "= completed"],
      ...["completed: 1000 + 200 in, 34 out, 2 calls", "completed: 100 + 1200 in, 5 out, 0 calls"],
    ]),
  },
  endAfterDenial: "completed",
  unsupported: {
    ...acpUnsupportedHere,
    ...unknownCall,
    "permission deny": "Qwen Code ends the turn after a denial or a rejected plan.",
    "the model's stream is cut": "Qwen Code asks its model to continue an interrupted answer.",
    "plan reject": "Qwen Code ends the turn after a denial or a rejected plan.",
  },
  toolKind: acpToolKind,
};
