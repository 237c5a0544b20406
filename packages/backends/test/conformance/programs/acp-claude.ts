import { acpBackend } from "../../../src/acp/backend.ts";
import type { Program } from "../support/program.ts";
import { acpToolKind } from "./acp-tool-kind.ts";
import { acpUnsupported } from "./acp-unsupported.ts";
import { claude } from "./claude.ts";
import { installedProgram } from "./installed.ts";

const version = "0.99.1";

export const acpClaude: Program = {
  name: "claude-agent-acp",
  backend: acpBackend,
  version,
  command: installedProgram("@agentclientprotocol/claude-agent-acp/dist/index.js"),
  versionText: { from: `"version":"${version}"`, to: '"version":"0.1.0"' },
  setUp: async (place) => {
    const { env } = await claude.setUp(place);
    const { command, mcpServer } = place;
    return {
      backend: "acp",
      command,
      env: { ...env, CLAUDE_CODE_EXECUTABLE: claude.command },
      options: {
        preset: "claude-acp",
        ...(mcpServer === null ? {} : { mcp_servers: { conformance: mcpServer } }),
      },
    };
  },
  otherModel: claude.otherModel,
  planStep: 'tool ExitPlanMode {"plan":"1. Fix it\\n2. Test it"}',
  failures: {
    ...claude.failures,
    "API error 401": {
      code: "auth_required",
      message: /requires you to log in: .* It reported: Failed to authenticate\. API Error: 401 /,
    },
  },
  ownWords: claude.ownWords ?? [],
  hidesUsageOfSubagents: true,
  alternatives: {
    // The reason interrupts the model's answer to the denial. If that answer is already complete, the model also
    // answers the reason.
    "permission deny with a reason": [
      [
        ...["user", "shell denied", "agent: Then not.Done.", "= completed"],
        ...["asked 1", "made: false", "told why: true"],
      ],
    ],
  },
  unsupported: {
    ...acpUnsupported,
    "plan reject": "claude-agent-acp and codex-acp end the turn when a plan is rejected.",
  },
  toolKind: acpToolKind,
};
