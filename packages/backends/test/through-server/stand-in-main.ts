#!/usr/bin/env node
import { claude } from "../conformance/programs/claude.ts";
import { installedProgram } from "../conformance/programs/installed.ts";

/**
 * Replaces OpenCode, which is too slow for every test run: starts claude-agent-acp, but only with the arguments of
 * OpenCode's preset.
 */
const args = process.argv.slice(2).join(" ");
if (args === "--version") {
  process.stdout.write("1.18.33\n");
} else if (args === "acp") {
  // The preset passes none of these through.
  process.env.CLAUDE_CODE_EXECUTABLE = claude.command;
  process.env.CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC = "1";
  await import(installedProgram("@agentclientprotocol/claude-agent-acp/dist/index.js"));
} else {
  process.stderr.write(`Started with "${args}" instead of "acp".\n`);
  process.exitCode = 2;
}
