import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { writeConfig } from "../config/write-config.ts";
import { Follower } from "../reliability/support/follower.ts";
import { type Home, makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";

const CRAFTED = "--dangerously-skip-permissions";

/** A home whose agents are programs that only record their arguments. */
function recordingHome(
  backend: string,
  more: object = {},
): { home: Home; given: () => string[] | null; store: string } {
  const home = makeHome({});
  const within = path.dirname(home.folder);
  const [program, noted, store] = ["program", "given", "store"].map((name) => path.join(within, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" > '${noted}'\nexit 1\n`);
  chmodSync(program, 0o755);
  const env = { CLAUDE_CONFIG_DIR: store, PI_CODING_AGENT_DIR: store };
  writeConfig(home, { agents: { agent: { backend, command: program, env, ...more } } });
  const given = () => (existsSync(noted) ? readFileSync(noted, "utf8").trimEnd().split("\n") : null);
  return { home, given, store };
}

test("[S23] a crafted native session ID is neither listed nor adopted", async () => {
  const { home, store } = recordingHome("claude");
  const folder = path.join(store, "projects", realpathSync(home.project).replace(/[^A-Za-z0-9]/g, "-"));
  mkdirSync(folder, { recursive: true });
  const said = { type: "user", message: { role: "user", content: "hello" }, cwd: realpathSync(home.project) };
  for (const name of [CRAFTED, "plain"])
    writeFileSync(path.join(folder, `${name}.jsonl`), `${JSON.stringify(said)}\n`);
  const { client } = await startHere(home);
  const where = `project_root=${encodeURIComponent(home.project)}&agent_id=agent`;
  const { sessions } = await client.get<{ sessions: { native_id: string }[] }>(
    `/api/native-sessions?${where}`,
  );
  expect(sessions.map(({ native_id }) => native_id)).toEqual(["plain"]);
  for (const native_id of [CRAFTED, "-c", "../plain", "a b", "a\nb"]) {
    const body = { project_root: home.project, agent_id: "agent", native_id };
    const { status, body: answer } = await client.ask<{ error: { code: string } }>(
      ...(["POST", "/api/native-sessions", body] as const),
    );
    expect([native_id, status, answer.error.code]).toEqual([native_id, 400, "bad_request"]);
  }
});

for (const backend of ["claude", "pi"]) {
  test(`[S23] a crafted session ID in the server's own state does not become an option of ${backend}, and appears in no displayed command`, async () => {
    const { home, given } = recordingHome(backend);
    const first = await startHere(home);
    const sessionId = await first.client.createSession();
    await first.close();
    const store = openSqliteStore(path.join(home.folder, "polylog.db"));
    await store.commit({
      documents: [{ kind: "native_session", key: `${sessionId}/agent`, value: CRAFTED }],
    });
    await store.close();

    const { client } = await startHere(home);
    const row = await client.ask("GET", `/api/sessions/${sessionId}`);
    expect(row.text).not.toMatch(/(?:--resume|--session) --dangerously/);
    const follower = await Follower.open(client, sessionId);
    await client.chat("hello", { session_id: sessionId });
    await follower.whenEvent("run_ended");
    expect(given()).not.toBeNull();
    expect(given()?.filter((word) => word.includes(CRAFTED))).toEqual([]);
  });
}

test("[S23] the API rejects a model that begins with a dash", async () => {
  const { client } = await startHere(makeHome({ agent: {} }));
  const sessionId = await client.createSession();
  const change = await client.ask("PATCH", `/api/sessions/${sessionId}`, { model_id: CRAFTED });
  const place = { project_root: client.project, agent_id: "agent" };
  const override = await client.ask("POST", "/api/agent-override", { ...place, model: CRAFTED });
  expect([change.status, override.status]).toEqual([400, 400]);
});

test("[S23] a crafted model, prompt or folder in the settings remains an option's value", async () => {
  const { home, given } = recordingHome("claude", { model: CRAFTED, instructions: CRAFTED });
  const { client } = await startHere(home);
  const sessionId = await client.createSession();
  const follower = await Follower.open(client, sessionId);
  await client.chat("hello", { session_id: sessionId });
  await follower.whenEvent("run_ended");
  expect(given()?.filter((word) => word.includes(CRAFTED))).toEqual([
    `--model=${CRAFTED}`,
    `--append-system-prompt=${CRAFTED}`,
  ]);
});
