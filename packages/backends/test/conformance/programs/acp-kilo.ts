import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { acpBackend } from "../../../src/acp/backend.ts";
import type { Program } from "../support/program.ts";
import { openCodeSettings, openCodeWords } from "./acp-opencode.ts";
import { acpToolKind } from "./acp-tool-kind.ts";
import { acpUnsupported, unknownCall } from "./acp-unsupported.ts";
import { installedAgent } from "./installed.ts";

const version = "7.7.9";

const silentBelow =
  "Kilo Code does not tell over ACP what its subagents do, and asks nobody for what they need; Polylog has it refuse them that.";
const nextTurn =
  "Kilo Code can be told nothing during a turn: what is said to a run at work, or with a no, is its next turn.";
const noPlan = "Kilo Code presents a plan only as a file in a folder of its own, which a script cannot name.";

export const acpKilo: Program = {
  name: "Kilo Code",
  backend: acpBackend,
  version,
  command: installedAgent(`@kilocode/cli-${process.platform}-${process.arch}/bin/kilo`),
  versionText: { from: `"version":"${version}"`, to: '"version":"0.1.0"' },
  setUp: async ({ home, modelUrl, command, mcpServer }) => {
    const folder = path.join(home, ".config/kilo");
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, "kilo.json"), JSON.stringify(openCodeSettings(modelUrl)));
    return {
      backend: "acp",
      command,
      env: { KILO_DISABLE_MODELS_FETCH: "1", KILO_DISABLE_LSP_DOWNLOAD: "1", KILO_DISABLE_AUTOUPDATE: "1" },
      options: {
        preset: "kilo",
        ...(mcpServer === null ? {} : { mcp_servers: { conformance: mcpServer } }),
      },
    };
  },
  otherModel: "other",
  mcpTool: "conformance_echo",
  ownTool: (name) => `polylog_${name}`,
  failures: {
    "the model's stream is cut": {
      code: "agent_error",
      message: /^Internal error: Connection reset by server$/,
    },
    "API error 401": {
      code: "agent_error",
      message: /^Internal error: The scripted model rejects this key\.$/,
    },
    "API error 429": {
      code: "agent_error",
      message: /^Internal error: The scripted model was called too often\.$/,
    },
  },
  ownWords: openCodeWords,
  tellsLastCallOnly: true,
  unsupported: {
    ...acpUnsupported,
    ...unknownCall,
    subagent: silentBelow,
    "permission inside a subagent": silentBelow,
    "permission deny with a reason": nextTurn,
    question:
      "Kilo Code does not ask over ACP what its model asks; Polylog has it refuse its model that tool.",
    steer: nextTurn,
    "plan approve": noPlan,
    "plan reject": noPlan,
    "mode change": noPlan,
    "the model is not there":
      "Kilo Code waits for a model that it cannot reach and does not tell so over ACP; only a cancel ends it.",
  },
  toolKind: (call) => (call.rawName === "conformance_echo" ? "mcp" : acpToolKind(call)),
};
