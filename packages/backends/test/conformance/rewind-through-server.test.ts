import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startScriptedModel } from "@polylog/scripted-model";
import { expect, onTestFinished, test } from "vitest";
import { acpCodex } from "./programs/acp-codex.ts";
import { claude } from "./programs/claude.ts";
import { codex } from "./programs/codex.ts";
import { pi } from "./programs/pi.ts";
import type { Program } from "./support/program.ts";
import type { Start } from "./support/scenario.ts";

// Runs real programs, which may be slow on a busy machine.

const main = path.join(import.meta.dirname, "../../../../apps/cli/src/main.ts");

const start: Start = {
  ...{ program: "installed", permissionMode: "full", asks: false, model: "there", mcp: false },
  ...{ polylogTools: false, pieceChars: 0, trusted: true },
};

/** The `config.json` entry of an agent that runs a program on the scripted model; the built-in agent if it is null. */
async function agentOf(program: Program | null, modelUrl: string, home: string, projectRoot: string) {
  if (program === null) return { backend: "openai", base_url: `${modelUrl}/v1`, model: "scripted" };
  const { command } = program;
  const settings = await program.setUp({ home, projectRoot, modelUrl, command, start, mcpServer: null });
  const { permissionMode: _, ...rest } = settings;
  return { ...rest, env: { HOME: home, ...settings.env } };
}

type LoggedEvent = { readonly type: string; readonly seq: number; readonly outcome?: string };

/** The real command as a server, whose agent has full access. */
async function startServer(program: Program | null) {
  const folder = mkdtempSync(path.join(tmpdir(), "polylog-rewind-"));
  const [home, project, programHome] = ["home", "project", "program"].map((name) => path.join(folder, name));
  if (home === undefined || project === undefined || programHome === undefined)
    throw new Error("No folders.");
  for (const each of [home, project, programHome]) mkdirSync(each, { mode: 0o700 });
  const model = await startScriptedModel({ pieceChars: 1000 });
  const own = { ...(await agentOf(program, model.url, programHome, project)), permission_mode: "full" };
  writeFileSync(path.join(home, "config.json"), JSON.stringify({ agents: { own } }));
  const { PATH = "" } = process.env;
  const args = [main, "serve", "--home", home, "--port", "0", "--json"];
  const server = spawn(process.execPath, args, {
    ...{ cwd: project, env: { PATH, HOME: programHome }, stdio: ["ignore", "pipe", "ignore"] },
  });
  onTestFinished(async () => {
    server.kill();
    await once(server, "exit");
    await model.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const [line] = (await once(server.stdout, "data")) as [Buffer];
  const { url, token_file } = JSON.parse(String(line)) as { url: string; token_file: string };
  const authorization = `Bearer ${readFileSync(token_file, "utf8").trim()}`;
  const ask = async <T>(method: string, route: string, body?: object): Promise<T> => {
    const headers = { authorization, "content-type": "application/json" };
    const given = body === undefined ? {} : { body: JSON.stringify(body) };
    return (await (await fetch(url + route, { method, headers, ...given })).json()) as T;
  };
  return { project, ask };
}

const agents: readonly (readonly [string, Program | null])[] = [
  ["the built-in agent", null],
  ...[claude, codex, pi, acpCodex].map((program) => [program.name, program] as const),
];

test.each(agents)(
  "%s: a checkpoint precedes the change, one report lists it, and a rewind restores the files",
  async (_, program) => {
    const { project, ask } = await startServer(program);
    const file = path.join(project, "a.txt");
    writeFileSync(file, "one\n");
    const text = "Go [[shell echo two > a.txt; echo new > b.txt]] [[say done]]";
    const { session_id, seq } = await ask<{ session_id: string; seq: number }>("POST", "/api/chat", {
      ...{ project_root: project, agent_id: "own", text },
    });
    const events = async () =>
      (await ask<{ events: LoggedEvent[] }>("GET", `/api/sessions/${session_id}/events?limit=500`)).events;
    const ended = async () => (await events()).findLast(({ type }) => type === "run_ended")?.outcome;
    await expect.poll(ended).toBe("completed");
    const log = await events();
    const first = (type: string) => log.find((event) => event.type === type)?.seq ?? Number.NaN;
    expect(first("checkpoint_saved")).toBeLessThan(first("tool_result"));
    expect(log.filter(({ type }) => type === "change_report")).toMatchObject([
      {
        files: [
          { path: "a.txt", status: "modified", added: 1, removed: 1 },
          { path: "b.txt", status: "added", added: 1, removed: 0 },
        ],
        ...{ added: 2, removed: 1, truncatedCount: 0 },
      },
    ]);
    const rewind = (body: object) => ask("POST", `/api/sessions/${session_id}/rewind`, body);
    // A call that succeeded remains if the conversation is cut inside it.
    await rewind({ seq: first("tool_result") - 1 });
    expect((await events()).filter(({ type }) => type === "tool_result")).toMatchObject([{ ok: true }]);
    expect(await rewind({ seq, files: true })).toMatchObject({
      files: { restored: 1, removed: 1, left: [] },
    });
    expect(readFileSync(file, "utf8")).toBe("one\n");
  },
);
