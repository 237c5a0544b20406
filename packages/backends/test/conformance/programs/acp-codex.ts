import { acpBackend } from "../../../src/acp/backend.ts";
import type { Program } from "../support/program.ts";
import { acpToolKind } from "./acp-tool-kind.ts";
import { acpUnsupported, unknownCall } from "./acp-unsupported.ts";
import { codex, codexHome } from "./codex.ts";
import { installedProgram } from "./installed.ts";

const version = "2.6.0";

export const acpCodex: Program = {
  name: "codex-acp",
  backend: acpBackend,
  version,
  command: installedProgram("@agentclientprotocol/codex-acp/dist/index.js"),
  versionText: { from: `"version":"${version}"`, to: '"version":"0.1.0"' },
  setUp: async ({ home, modelUrl, command, mcpServer, start }) => ({
    backend: "acp",
    command,
    // Its other modes are sandboxes, in which it asks only if its model requests to leave them.
    permissionMode: start.permissionMode === "plan" || start.asks ? start.permissionMode : "full",
    env: {
      // Otherwise it retries an unreachable model indefinitely.
      ...(await codexHome(home, modelUrl, "unbounded_connection_retries = false")),
      CODEX_PATH: codex.command,
    },
    options: {
      preset: "codex-acp",
      ...(mcpServer === null ? {} : { mcp_servers: { conformance: mcpServer } }),
    },
  }),
  otherModel: codex.otherModel,
  mcpTool: "echo",
  ownTool: (name) => name,
  planStep: codex.planStep ?? "",
  askedStep: (cmd) => {
    const escalated = { sandbox_permissions: "require_escalated", justification: "It writes." };
    return `tool exec_command ${JSON.stringify({ cmd, ...escalated })}`;
  },
  failures: {
    "API error 401": {
      code: "auth_required",
      message: /requires you to log in: .* Authentication required$/,
    },
    "API error 429": {
      code: "agent_error",
      message: /^exceeded retry limit, last status: 429 Too Many Requests/,
    },
    "the model's stream is cut": { code: "agent_error", message: /^stream disconnected before completion: / },
    "model unreachable": { code: "agent_error", message: /^Connection failed: / },
  },
  ownWords: [/^User approved the plan\.$/, /^(?:It is fine|Made)\.$/],
  hidesUsageOfSubagents: true,
  endAfterDenial: "cancelled",
  unsupported: {
    ...acpUnsupported,
    ...unknownCall,
    "permission deny": "codex-acp ends the turn after a denial.",
    "plan reject": "claude-agent-acp and codex-acp end the turn when a plan is rejected.",
  },
  toolKind: acpToolKind,
};
