import { expect, test } from "vitest";
import { programArguments, programEnvironment } from "../../src/claude/arguments.ts";

const always = [
  ...["-p", "--output-format", "stream-json", "--input-format", "stream-json", "--verbose"],
  ...["--include-partial-messages", "--permission-prompt-tool", "stdio", "--permission-mode"],
];

test("[CL4] the program asks in every permission mode; only planning is passed on", () => {
  const modes = (["ask", "accept_edits", "full", "plan"] as const).map((permissionMode) =>
    programArguments({ backend: "claude", permissionMode }, {}, { projectRoot: "/p", trusted: true }),
  );
  expect(modes).toEqual(["default", "default", "default", "plan"].map((mode) => [...always, mode]));
});

test("[CL10] model, instructions, servers and the session to resume are arguments", () => {
  const settings = { backend: "claude", model: "opus", instructions: "Be brief.", args: ["--effort", "low"] };
  const servers = { one: { type: "stdio", command: "server" } };
  expect(
    programArguments(
      settings,
      { mcp_servers: servers },
      { resume: "native", projectRoot: "/p", trusted: true },
    ),
  ).toEqual([
    ...always,
    ...["default", "--resume=native", "--model=opus", "--append-system-prompt=Be brief."],
    ...[`--mcp-config=${JSON.stringify({ mcpServers: servers })}`, "--effort", "low"],
  ]);
});

test("[CL13] the program receives only its own variables of the server's environment", () => {
  const server = {
    ANTHROPIC_API_KEY: "a",
    CLAUDE_CONFIG_DIR: "/c",
    CLAUDECODE: "1",
    OPENAI_API_KEY: "o",
    POLYLOG_TOKEN: "t",
  };
  const settings = {
    backend: "claude",
    baseUrl: "http://127.0.0.1:1",
    env: { EXTRA: "x", ANTHROPIC_API_KEY: "mine" },
  };
  expect(programEnvironment(settings, server)).toEqual({
    ANTHROPIC_API_KEY: "mine",
    ANTHROPIC_BASE_URL: "http://127.0.0.1:1",
    CLAUDE_CONFIG_DIR: "/c",
    DISABLE_AUTOUPDATER: "1",
    EXTRA: "x",
  });
});
