import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { acpBackend } from "../../../src/acp/backend.ts";
import type { Program } from "../support/program.ts";
import { acpToolKind } from "./acp-tool-kind.ts";
import { acpUnsupported, unknownCall } from "./acp-unsupported.ts";
import { installedAgent } from "./installed.ts";

const version = "0.24.4";
/** Beside what ACP has for it, Qwen Code reports each request. */
const { "each model request": _, ...acpUnsupportedHere } = acpUnsupported;

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
      // It would ask its model on the side what to remember, at any time after a turn.
      memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false, enableAutoSkill: false },
      // In a terminal it sometimes tells of a command that ended well that a signal of the terminal ended it.
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
    "the model is not there": { code: "agent_error", message: /^Internal error: Connection error\.$/ },
  },
  ownWords: [
    /^User approved\.$/,
    /^(?:It is fine|Made)\.$/,
    /^User has provided the following answers:\s+\*\*Question\*\*: Blue$/,
    /^Command cancelled by user\.$/,
    /^Tool call (?:aborted|was cancelled before execution\.)$/,
    /^The tool had already completed; its output was discarded\.$/,
  ],
  unsupported: {
    ...acpUnsupportedHere,
    ...unknownCall,
    "permission deny": "Qwen Code ends the turn at a no, also to a plan.",
    "the model's stream is cut": "Qwen Code asks its model to continue an answer that breaks off.",
    "plan reject": "Qwen Code ends the turn at a no, also to a plan.",
  },
  toolKind: acpToolKind,
};
