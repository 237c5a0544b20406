import { acpBackend } from "../../../src/acp/backend.ts";
import type { Program } from "../program.ts";
import { acpToolKind } from "./acp-tool-kind.ts";
import { acpUnsupported } from "./acp-unsupported.ts";
import { codex, codexHome } from "./codex.ts";
import { installedProgram } from "./installed.ts";

const version = "2.6.0";

const asksForItself =
  "codex-acp asks only where the model itself asks to leave the sandbox, and ends the turn at a no.";
const noPlan = "codex-acp has no plan to approve; its plan mode is an option beside its modes.";
const noSubagent = "codex-acp does not tell what subagents do.";

export const acpCodex: Program = {
  name: "codex-acp",
  backend: acpBackend,
  version,
  command: installedProgram("@agentclientprotocol/codex-acp/dist/index.js"),
  versionText: { from: `"version":"${version}"`, to: '"version":"0.1.0"' },
  setUp: async ({ home, modelUrl, command, mcpServer, start }) => ({
    backend: "acp",
    command,
    // Its other modes are sandboxes, out of which the scripted model does not ask to be let.
    permissionMode: start.permissionMode === "plan" || start.asks ? start.permissionMode : "full",
    env: {
      // A model that cannot be reached would be tried for ever.
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
  planStep: codex.planStep ?? "",
  askedStep: (cmd) => {
    const escalated = { sandbox_permissions: "require_escalated", justification: "It writes." };
    return `tool exec_command ${JSON.stringify({ cmd, ...escalated })}`;
  },
  unsupported: {
    ...acpUnsupported,
    "permission allow": asksForItself,
    "permission deny": asksForItself,
    "permission deny with a reason": asksForItself,
    "permission always": asksForItself,
    "permission deny and stop": asksForItself,
    "cancel while it asks": asksForItself,
    question: "codex-acp offers the model no tool for questions.",
    "plan approve": noPlan,
    "plan reject": noPlan,
    "mode change": noPlan,
    "the model's stream is cut":
      "claude-agent-acp and codex-acp say an answer that breaks off again at every try, as another message.",
    subagent: noSubagent,
    "permission inside a subagent": noSubagent,
  },
  toolKind: acpToolKind,
};
