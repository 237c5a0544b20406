import path from "node:path";
import { claudeBackend } from "../../../src/claude/backend.ts";
import type { Program } from "../support/program.ts";
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
  failures: {
    "API error 401": {
      code: "authentication_failed",
      message: /^Failed to authenticate\. API Error: 401 The scripted model rejects this key\.$/,
    },
    "API error 429": {
      code: "rate_limit",
      message: /^API Error: Request rejected \(429\) · The scripted model was called too often\.$/,
    },
    "the model's stream is cut": {
      code: "server_error",
      message: /^API Error: Connection dropped \(ECONNRESET\)\./,
    },
    "model unreachable": {
      code: "server_error",
      message: /^API Error: Connection refused .*ECONNREFUSED/,
    },
  },
  ownWords: [
    /^\(Bash completed with no output\)$/,
    /^The file .* has been updated successfully\.(?: \(file state is current.*\))?$/,
    /^File created successfully at: \S+(?: \(file state is current.*\))?$/,
    /^Exit code \d+\n/,
    // The line numbers that it adds to a file.
    /^\d+(?:\t|$)/gm,
    /^User has approved exiting plan mode\. You can now proceed\.$/,
    /^Your questions have been answered: "Which one\?"="Blue"\. You can now continue.*$/,
    // A subagent's report with the text that Claude Code adds for its model.
    /^<tools-used-before-summary>[\s\S]*The report follows:\n {2}(?:It is fine|Made)\.\nagentId: [\s\S]*<\/usage>$/,
    /^(?:It is fine|Made)\.$/,
    /^Not now$/,
  ],
  unsupported: {
    "message to a subagent": "Claude Code's subagents accept messages only from its own model.",
  },
};
