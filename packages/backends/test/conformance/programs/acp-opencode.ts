import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { acpBackend } from "../../../src/acp/backend.ts";
import type { Program } from "../support/program.ts";
import { acpToolKind } from "./acp-tool-kind.ts";
import { acpUnsupported, unknownCall } from "./acp-unsupported.ts";
import { installedAgent } from "./installed.ts";

const version = "1.18.33";

const silentBelow =
  "OpenCode reports neither its subagents' work nor their permission requests over ACP, so Polylog configures it to deny them.";
const nextTurn =
  "accepts no messages during a turn. A message, or the reason for a denial, becomes its next turn.";
const noPlan = "OpenCode presents no plans over ACP. Its plan mode only reads.";

/** Also used by programs that are based on OpenCode. */
export function openCodeSettings(modelUrl: string): object {
  const models = Object.fromEntries(
    ["scripted", "other"].map((id) => [
      id,
      {
        ...{ name: id, reasoning: true, attachment: true, tool_call: true },
        modalities: { input: ["text", "image"], output: ["text"] },
        limit: { context: 1_000_000, output: 8192 },
      },
    ]),
  );
  return {
    model: "scripted/scripted",
    small_model: "scripted/scripted",
    enabled_providers: ["scripted"],
    autoupdate: false,
    share: "disabled",
    provider: {
      scripted: {
        npm: "@ai-sdk/openai-compatible",
        name: "Scripted",
        options: { baseURL: `${modelUrl}/v1`, apiKey: "scripted" },
        models,
      },
    },
  };
}

/** Also used by programs that are based on OpenCode. */
export const openCodeWords = [
  /^\(no output\)(?:\s+<shell_metadata>\nUser aborted the command\n<\/shell_metadata>)?$/,
  /^Edit applied successfully\.$/,
  /^Wrote file successfully\.$/,
  /^Tool execution aborted$/,
];

export const acpOpencode: Program = {
  name: "OpenCode",
  backend: acpBackend,
  version,
  command: installedAgent(`opencode-${process.platform}-${process.arch}/bin/opencode`),
  versionText: { from: `"version":"${version}"`, to: '"version":"0.1.0"' },
  setUp: async ({ home, modelUrl, command, mcpServer }) => {
    const folder = path.join(home, ".config/opencode");
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, "opencode.json"), JSON.stringify(openCodeSettings(modelUrl)));
    return {
      backend: "acp",
      command,
      env: {
        OPENCODE_DISABLE_MODELS_FETCH: "1",
        OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
        OPENCODE_DISABLE_AUTOUPDATE: "1",
      },
      options: {
        preset: "opencode",
        ...(mcpServer === null ? {} : { mcp_servers: { conformance: mcpServer } }),
      },
    };
  },
  otherModel: "other",
  mcpTool: "conformance_echo",
  ownTool: (name) => `polylog_${name}`,
  failures: {
    "API error 401": {
      code: "agent_error",
      message: /^Internal error: The scripted model rejects this key\.$/,
    },
    "API error 429": {
      code: "agent_error",
      message: /^Internal error: The scripted model was called too often\.$/,
    },
    "model unreachable": {
      code: "agent_error",
      message: /^Internal error: Cannot connect to API: Unable to connect\./,
    },
  },
  ownWords: openCodeWords,
  tellsLastCallOnly: true,
  unsupported: {
    ...acpUnsupported,
    ...unknownCall,
    subagent: silentBelow,
    "permission inside a subagent": silentBelow,
    "permission deny with a reason": `OpenCode ${nextTurn}`,
    question: "OpenCode offers its model no question tool over ACP, and would not send its questions.",
    steer: `OpenCode ${nextTurn}`,
    "plan approve": noPlan,
    "plan reject": noPlan,
    "mode change": noPlan,
    "the model's stream is cut": "OpenCode keeps retrying interrupted answers. Only a cancel ends the run.",
  },
  toolKind: (call) => (call.rawName === "conformance_echo" ? "mcp" : acpToolKind(call)),
};
