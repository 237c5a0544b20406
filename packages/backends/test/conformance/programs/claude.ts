import path from "node:path";
import { claudeBackend } from "../../../src/claude/backend.ts";
import type { Program } from "../program.ts";
import { installedProgram } from "./installed.ts";

const version = "2.1.325";

export const claude: Program = {
  name: "Claude Code",
  backend: claudeBackend,
  version,
  command: installedProgram(`@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`),
  versionText: { from: `"claude_code_version":"${version}"`, to: '"claude_code_version":"1.0.99"' },
  setUp: async ({ home, modelUrl, command, mcpServer }) => ({
    backend: "claude",
    command,
    env: {
      CLAUDE_CONFIG_DIR: path.join(home, ".claude"),
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: "scripted",
      CLAUDE_CODE_MAX_RETRIES: "2",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_TELEMETRY: "1",
      DISABLE_ERROR_REPORTING: "1",
    },
    ...(mcpServer === null
      ? {}
      : { options: { mcp_servers: { conformance: { type: "stdio", ...mcpServer } } } }),
  }),
  alone: (text) => ["-p", text],
  otherModel: "claude-sonnet-5-5",
  // The tool is offered only on request.
  planStep: 'tool ExitPlanMode {"plan":"1. Fix it\\n2. Test it"}',
  unsupported: {
    "message to a subagent": "Claude Code takes messages to its subagents from nobody but its own model.",
  },
};
