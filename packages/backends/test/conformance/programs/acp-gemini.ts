import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { acpBackend } from "../../../src/acp/backend.ts";
import type { Program } from "../support/program.ts";
import { acpToolKind } from "./acp-tool-kind.ts";
import { acpUnsupported, unknownCall } from "./acp-unsupported.ts";
import { installedAgent } from "./installed.ts";

const version = "0.61.0";
const model = "gemini-2.5-flash";

const noSubagent = "Gemini CLI offers its model no subagents over ACP.";
const noPlan =
  "Gemini CLI presents a plan only as a file in its own folder, whose path a script cannot know.";
const nextTurn =
  "accepts no messages during a turn. A message, or the reason for a denial, becomes its next turn.";

export const acpGemini: Program = {
  name: "Gemini CLI",
  backend: acpBackend,
  version,
  command: installedAgent("@google/gemini-cli/bundle/gemini.js"),
  versionText: { from: `"version":"${version}"`, to: '"version":"0.1.0"' },
  setUp: async ({ home, modelUrl, command, mcpServer }) => {
    const folder = path.join(home, ".gemini");
    await mkdir(folder, { recursive: true });
    const settings = {
      general: { maxAttempts: 2, disableAutoUpdate: true, enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
    };
    await writeFile(path.join(folder, "settings.json"), JSON.stringify(settings));
    return {
      backend: "acp",
      command,
      args: ["--acp", "--model", model],
      env: { GEMINI_API_KEY: "scripted", GOOGLE_GEMINI_BASE_URL: modelUrl },
      options: {
        preset: "gemini",
        ...(mcpServer === null ? {} : { mcp_servers: { conformance: mcpServer } }),
      },
    };
  },
  otherModel: "gemini-2.5-pro",
  betweenStarts: agePastMinute,
  failures: {
    "API error 401": {
      code: "agent_error",
      message: /^\{"error":\{"code":401,"message":"The scripted model rejects this key\."/,
    },
    "API error 429": {
      code: "agent_error",
      message: /^The scripted model was called too often\.$/,
    },
    "the model's stream is cut": { code: "agent_error", message: /^terminated$/ },
    "model unreachable": {
      code: "agent_error",
      message: /^exception TypeError: fetch failed sending request$/,
    },
  },
  ownWords: [/^Tool call aborted$/, /^Command cancelled by user\.$/],
  hidesUsageOfThoughts: true,
  unsupported: {
    ...acpUnsupported,
    ...unknownCall,
    usage: "Gemini CLI does not report which tokens were cached.",
    "shell fails": "Gemini CLI does not report whether a command failed.",
    "read, edit and write with diff": "Gemini CLI does not report the content that it reads.",
    subagent: noSubagent,
    "permission inside a subagent": noSubagent,
    "permission deny with a reason": `Gemini CLI ${nextTurn}`,
    steer: `Gemini CLI ${nextTurn}`,
    question: "Gemini CLI offers its model no question tool over ACP.",
    "plan approve": noPlan,
    "plan reject": noPlan,
    "mode change": noPlan,
    "resume after kill -9 of the server":
      "Gemini CLI loses a session when it loads it a second time, or in the same minute in which the session started.",
  },
  toolKind: acpToolKind,
};

/** Gemini CLI names a session's file by the minute, and overwrites it if it loads the session in the same minute. */
async function agePastMinute(home: string): Promise<void> {
  const files = await readdir(path.join(home, ".gemini/tmp"), { recursive: true }).catch(() => []);
  const young = files.filter((name) => /session-20[2-9]\d-/.test(name));
  for (const file of young) {
    const older = file.replace(/session-\d{4}/, `session-20${10 + files.length - young.length}`);
    await rename(path.join(home, ".gemini/tmp", file), path.join(home, ".gemini/tmp", older));
  }
}
