import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startScriptedModel } from "@polylog/scripted-model";
import { expect, onTestFinished, test } from "vitest";
import { homeWithPrograms } from "../exchange/support/programs.ts";
import { Follower } from "../reliability/support/follower.ts";
import { type Home, makeHome } from "../reliability/support/home.ts";
import { type ServerHere, startHere } from "../reliability/support/server-here.ts";

interface Folder {
  readonly trusted: boolean;
  readonly waiting: readonly string[];
}

function plant({ project }: Home): void {
  for (const folder of [".claude", ".codex"]) mkdirSync(path.join(project, folder));
  const hooks = { SessionStart: [{ hooks: [{ type: "command", command: `touch '${project}/ran-hook'` }] }] };
  writeFileSync(path.join(project, ".claude/settings.json"), JSON.stringify({ hooks }));
  const touch = (name: string) => ["-c", `touch '${project}/ran-${name}'`];
  const own = { command: "/bin/sh", args: touch("claude-server") };
  writeFileSync(path.join(project, ".mcp.json"), JSON.stringify({ mcpServers: { own } }));
  const server = `[mcp_servers.own]\ncommand = "/bin/sh"\nargs = ${JSON.stringify(touch("codex-server"))}\n`;
  writeFileSync(path.join(project, ".codex/config.toml"), server);
}

const waiting = [
  ".claude, for Claude Code",
  ".mcp.json, for Claude Code and GitHub Copilot CLI",
  ".codex, for Codex",
];

async function trust({ client }: ServerHere, trusted?: boolean): Promise<Folder> {
  const query = `/api/trust?project_root=${encodeURIComponent(client.project)}`;
  if (trusted !== undefined) await client.post("/api/trust", { project_root: client.project, trusted });
  const [folder] = (await client.get<{ folders: Folder[] }>(query)).folders;
  return { trusted: folder?.trusted === true, waiting: folder?.waiting ?? [] };
}

async function outcome({ client }: ServerHere, agent_id: string): Promise<string> {
  const { session_id, run_id } = await client.chat("[[say Hello.]]", { agent_id });
  const follower = await Follower.open(client, session_id);
  const ended = await follower.whenEvent("run_ended", ({ runId }) => runId === run_id);
  return ended.type === "run_ended" ? (ended.error?.code ?? ended.outcome) : "";
}

test("[S26] a fresh clone's content for agent programs runs only after the folder is trusted", async () => {
  const model = await startScriptedModel();
  onTestFinished(() => model.close());
  const home = homeWithPrograms(model.url);
  plant(home);
  const server = await startHere(home);
  const ran = () => readdirSync(home.project).filter((name) => name.startsWith("ran-"));

  expect(await trust(server)).toEqual({ trusted: false, waiting });
  const before = [];
  for (const agent of ["claude", "codex", "acp"]) before.push(await outcome(server, agent));
  expect([before, ran()]).toEqual([["completed", "completed", "untrusted_project"], []]);

  expect(await trust(server, true)).toEqual({ trusted: true, waiting: [] });
  const after = [];
  for (const agent of ["claude", "acp"]) after.push(await outcome(server, agent));
  expect([after, ran().toSorted()]).toEqual([
    ["completed", "completed"],
    ["ran-claude-server", "ran-codex-server", "ran-hook"],
  ]);
});

test("[S26] settings of agent programs that a pull changes wait for trust again, and the project's own configuration does not", async () => {
  const home = makeHome({});
  plant(home);
  mkdirSync(path.join(home.project, ".polylog"));
  writeFileSync(path.join(home.project, ".polylog/config.json"), '{"default_agent":"own"}');
  const server = await startHere(home);
  expect(await trust(server)).toEqual({ trusted: false, waiting: ["the default agent own", ...waiting] });
  expect(await trust(server, true)).toEqual({ trusted: true, waiting: [] });
  const file = path.join(home.project, ".mcp.json");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace("touch", "rm"));
  expect(await trust(server)).toEqual({
    ...{ trusted: false, waiting: [".mcp.json, for Claude Code and GitHub Copilot CLI"] },
  });
  writeFileSync(file, text);
  expect(await trust(server)).toEqual({ trusted: true, waiting: [] });
  expect(await trust(server, false)).toEqual({
    trusted: false,
    waiting: ["the default agent own", ...waiting],
  });
});
