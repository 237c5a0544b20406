import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { emptyConversation } from "@polylog/core";
import { expect, onTestFinished, test } from "vitest";
import { codexBackend } from "../../src/codex/backend.ts";
import { codex } from "../conformance/programs/codex.ts";
import { TestBench } from "../conformance/support/bench.ts";

/**
 * Starts a session in a project whose configuration runs something. Returns whether it ran, and whether Codex saved
 * its trust.
 */
async function didRun(isTrusted: boolean, subfolder: string): Promise<{ ran: boolean; noted: boolean }> {
  const bench = await TestBench.open(codex);
  onTestFinished(() => bench.remove());
  const root = bench.projectRoot;
  const projectRoot = path.join(root, subfolder);
  execFileSync("git", ["init", "-q"], { cwd: root });
  for (const folder of [path.join(root, ".codex"), projectRoot]) mkdirSync(folder, { recursive: true });
  const script = JSON.stringify(`touch '${root}/ran'`);
  const server = `[mcp_servers.own]\ncommand = "/bin/sh"\nargs = ["-c", ${script}]\n`;
  writeFileSync(path.join(root, ".codex/config.toml"), server);
  const settings = await bench.settings();
  const connection = await codexBackend.start({
    sessionId: "session",
    agentId: "agent",
    projectRoot,
    settings,
    host: {
      conversation: () => emptyConversation,
      dataFolder: root,
      trusted: async () => isTrusted,
      tools: null,
    },
  });
  await connection.prompt({ runId: "run", text: "[[say Hello.]]", images: [] });
  for await (const event of connection.events) if (event.type === "run_ended") break;
  await connection.close();
  const config = readFileSync(path.join(settings.env?.CODEX_HOME ?? "", "config.toml"), "utf8");
  return { ran: (await bench.readFile("ran")) !== null, noted: config.includes("trust_level") };
}

test("[CX15] a project's own configuration runs only after the person trusts the project", async () => {
  expect([await didRun(false, "."), await didRun(false, "inside"), await didRun(true, ".")]).toEqual([
    { ran: false, noted: false },
    { ran: false, noted: false },
    { ran: true, noted: false },
  ]);
});
