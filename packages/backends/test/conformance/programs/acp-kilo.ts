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
  "Kilo Code reports neither its subagents' work nor their permission requests over ACP, so Polylog configures it to deny them.";
const nextTurn =
  "Kilo Code accepts no messages during a turn. A message, or the reason for a denial, becomes its next turn.";
const noPlan = "Kilo Code presents a plan only as a file in its own folder, whose path a script cannot know.";

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
      "Kilo Code does not send its model's questions over ACP, so Polylog configures it to deny that tool.",
    steer: nextTurn,
    "plan approve": noPlan,
    "plan reject": noPlan,
    "mode change": noPlan,
    "model unreachable":
      "Kilo Code waits for an unreachable model without reporting it over ACP. Only a cancel ends the run.",
  },
  toolKind: (call) => (call.rawName === "conformance_echo" ? "mcp" : acpToolKind(call)),
};
