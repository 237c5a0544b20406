import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { acpBackend } from "../../../src/acp/backend.ts";
import type { Program } from "../support/program.ts";
import { acpToolKind } from "./acp-tool-kind.ts";
import { acpUnsupported, unknownCall } from "./acp-unsupported.ts";
import { installedAgent } from "./installed.ts";

const version = "2.1.0";

const nextTurn =
  "Kimi Code accepts no messages during a turn. A message, or the reason for a denial, becomes its next turn.";
const noPlan = "Kimi Code presents a plan only as a file in its own folder, whose path a script cannot know.";
const joinsPrompts =
  "Kimi Code keeps a prompt that a crash left unanswered, and sends it to its model again with the next one.";
const silentBelow = "Kimi Code does not report its subagents' work over ACP.";

function configOf(modelUrl: string): string {
  const models = ["scripted", "other"].flatMap((id) => [
    `[models.${id}]`,
    'provider = "scripted"',
    `model = "${id}"`,
    "max_context_size = 1000000",
    'capabilities = ["thinking", "image_in"]',
  ]);
  return [
    'default_model = "scripted"',
    "telemetry = false",
    "auto_session_title = false",
    "[loop_control]",
    "max_retries_per_step = 2",
    "[providers.scripted]",
    'type = "openai"',
    `base_url = "${modelUrl}/v1"`,
    'api_key = "scripted"',
    ...models,
    "",
  ].join("\n");
}

export const acpKimi: Program = {
  name: "Kimi Code",
  backend: acpBackend,
  version,
  command: installedAgent("@moonshot-ai/kimi-code/dist/main.mjs"),
  versionText: { from: `"version":"${version}"`, to: '"version":"0.1.0"' },
  setUp: async ({ home, modelUrl, command, mcpServer }) => {
    const folder = path.join(home, ".kimi-code");
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, "config.toml"), configOf(modelUrl));
    return {
      backend: "acp",
      command,
      options: {
        preset: "kimi",
        ...(mcpServer === null ? {} : { mcp_servers: { conformance: mcpServer } }),
      },
    };
  },
  otherModel: "other",
  failures: {
    "API error 401": {
      code: "auth_required",
      message: /^Kimi Code requires you to log in: .* 401 The scripted model rejects this key\.$/,
    },
    "API error 429": { code: "no_answer", message: /^Kimi Code ended its turn without an answer;/ },
    "model unreachable": { code: "no_answer", message: /^Kimi Code ended its turn without an answer;/ },
  },
  ownWords: [
    /^Command executed successfully\.$/,
    /\s*Command failed with exit code: \d+\.$/,
    /^Interrupted by user$/,
    /^The user manually interrupted "[\s\S]*$/,
    /^Tool "Bash" was not run because the approval request was cancelled\.$/,
    // The line numbers that it adds to a file.
    /^\d+\t/gm,
    /^Replaced 1 occurrence in notes\.txt$/,
    /^Wrote 6 bytes to fresh\.txt$/,
    /^\{"answers":\{"Which one\?":"Blue"\}\}$/,
  ],
  hidesUsage: true,
  unsupported: {
    ...acpUnsupported,
    ...unknownCall,
    usage: "Kimi Code reports how full the context window is, but not a run's usage.",
    "permission deny with a reason": nextTurn,
    steer: nextTurn,
    subagent: silentBelow,
    "permission inside a subagent": silentBelow,
    "resume after kill -9 of the server": joinsPrompts,
    "program killed with -9 in mid-run": joinsPrompts,
    "plan approve": noPlan,
    "plan reject": noPlan,
    "mode change": noPlan,
    "the model's stream is cut": "Kimi Code retries an interrupted answer, and the run continues.",
  },
  toolKind: acpToolKind,
};
