import path from "node:path";
import { acpBackend } from "../../../src/acp/backend.ts";
import type { Program } from "../support/program.ts";
import { acpToolKind } from "./acp-tool-kind.ts";
import { acpUnsupported, unknownCall } from "./acp-unsupported.ts";
import { installedAgent } from "./installed.ts";

const version = "1.0.102";

const nextTurn = "Copilot CLI accepts no messages during a turn. A message becomes its next turn.";
const oneLane = "Copilot CLI reports its subagents' work as its own.";
const noPlan = "Copilot CLI offers its model no tool to present a plan over ACP.";

export const acpCopilot: Program = {
  name: "Copilot CLI",
  backend: acpBackend,
  version,
  command: installedAgent(`@github/copilot-${process.platform}-${process.arch}/copilot`),
  versionText: { from: `"version":"${version}"`, to: '"version":"0.1.0"' },
  setUp: async ({ home, modelUrl, command, mcpServer }) => ({
    backend: "acp",
    command,
    env: {
      COPILOT_HOME: path.join(home, ".copilot"),
      COPILOT_OFFLINE: "true",
      COPILOT_AUTO_UPDATE: "false",
      COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
      COPILOT_PROVIDER_API_KEY: "scripted",
      COPILOT_MODEL: "gpt-4.1",
    },
    options: {
      preset: "copilot",
      ...(mcpServer === null ? {} : { mcp_servers: { conformance: mcpServer } }),
    },
  }),
  otherModel: "gpt-5-mini",
  mcpTool: "conformance-echo",
  ownTool: (name) => `polylog-${name}`,
  failures: {
    "API error 401": {
      code: "agent_error",
      message: /^Error: Authentication failed with provider at \S+ \(HTTP 401\)\./,
    },
    "API error 429": {
      code: "agent_error",
      message: /^Error: Failed to get response from the AI model; retried 5 times .* 429 The scripted model /,
    },
    "the model's stream is cut": {
      code: "agent_error",
      message: /^Error: Failed to get response from the AI model; retried 5 times .* unexpected EOF /,
    },
    "model unreachable": {
      code: "agent_error",
      message: /^Error: Could not connect to local model provider at /,
    },
  },
  ownWords: [/^The call was denied\.$/, /^MCP server 'polylog': /],
  alternatives: {
    // If its model writes faster than it can pass the text on, it loses the rest and ends the turn as cancelled.
    "huge output of 1 MB": [["user", "agent: …", "= cancelled"]],
  },
  endAfterDenial: "completed",
  unsupported: {
    ...acpUnsupported,
    ...unknownCall,
    "read, edit and write with diff":
      "Copilot CLI does not report the content that it reads, and adds the path of a created file to its answer.",
    "MCP tool":
      "Copilot CLI offers its model the tools of MCP servers only if they are configured by URL, not by command.",
    subagent: oneLane,
    "permission inside a subagent": oneLane,
    "permission deny": "Copilot CLI ends the turn after a denial.",
    question: "Copilot CLI offers its model no question tool over ACP.",
    "plan approve": noPlan,
    "plan reject": noPlan,
    "mode change": noPlan,
    steer: nextTurn,
    "model change":
      "Copilot CLI offers no choice of models with a custom model provider, which the tests use.",
  },
  toolKind: acpToolKind,
};
