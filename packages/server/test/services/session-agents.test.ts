import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { writeConfig } from "../config/write-config.ts";
import { Follower } from "../reliability/support/follower.ts";
import { makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";
import { TinyBackend } from "../support/tiny-backend.ts";

async function start() {
  const home = makeHome({});
  writeConfig(home, { agents: { own: { backend: "tiny", model: "first", instructions: "Be brief." } } });
  const tiny = new TinyBackend();
  const server = await startHere(home, { backends: { tiny: tiny.manifest } });
  const { client } = server;
  const say = async (text: string, session_id?: string) => {
    const answer = await client.chat(text, session_id === undefined ? {} : { session_id });
    const follower = await Follower.open(client, answer.session_id);
    await follower.whenEvent("run_ended", ({ runId }) => runId === answer.run_id);
    return answer.session_id;
  };
  const override = (set: object) =>
    client.post("/api/agent-override", { project_root: home.project, agent_id: "own", ...set });
  return { ...server, home, tiny, say, override };
}

test("[A5] a backend has access to the conversation as the log has it, a private folder, whether the project is trusted, and checkpoints", async () => {
  const { home, tiny, say, client } = await start();
  const sessionId = await say("one");
  await say("two", sessionId);
  const host = tiny.starts[0]?.host;
  const said = [...(host?.conversation().main.entries ?? [])].flatMap((entry) =>
    entry.kind === "message" ? [entry.body.toString()] : [],
  );
  expect(said).toEqual(["one", "heard: one", "two", "heard: two"]);
  const dataFolder = host?.dataFolder ?? "";
  expect(dataFolder).toBe(path.join(home.folder, "backends", "tiny"));
  expect(statSync(dataFolder).mode & 0o777).toBe(0o700);
  expect(await host?.trusted()).toBe(false);
  expect(readdirSync(path.join(home.folder, "checkpoints"))).toHaveLength(1);
  // Its files for a session are deleted with the session.
  mkdirSync(path.join(dataFolder, sessionId));
  await client.ask("DELETE", `/api/sessions/${sessionId}`);
  expect([existsSync(dataFolder), existsSync(path.join(dataFolder, sessionId))]).toEqual([true, false]);
  expect(readdirSync(path.join(home.folder, "checkpoints"))).toEqual([]);
});

test("[A5] a program that died is restarted with its own ID of the session", async () => {
  const { tiny, say } = await start();
  const sessionId = await say("one");
  tiny.die();
  await say("two", sessionId);
  expect(tiny.starts.map(({ resume }) => resume)).toEqual([undefined, `native-${sessionId}`]);
});

test("[A4] an agent starts with its project settings", async () => {
  const { tiny, say, override } = await start();
  await override({ model: "second", permission_mode: "plan", instructions: "Be long." });
  await say("hello");
  expect(tiny.starts[0]?.settings).toMatchObject({
    ...{ model: "second", permissionMode: "plan", instructions: "Be long." },
  });
});

test("[A4] a running agent receives a new model and mode, and the log reports them; other settings apply from its next start", async () => {
  const { tiny, say, override, client } = await start();
  const sessionId = await say("hello");
  await override({ model: "second", permission_mode: "full", instructions: "Be long." });
  expect(tiny.told).toEqual([
    ["model", "second"],
    ["mode", "full"],
  ]);
  const { agents } = (await client.snapshot(sessionId)) as unknown as { agents: unknown };
  expect(JSON.stringify(agents)).toContain('"currentModelId":"second"');
  await override({});
  expect(tiny.told.slice(2)).toEqual([
    ["model", "first"],
    ["mode", "ask"],
  ]);
  await override({ instructions: "Be long." });
  expect(tiny.told).toHaveLength(4);
  tiny.die();
  await say("again", sessionId);
  expect(tiny.starts[1]?.settings).toMatchObject({ model: "first", instructions: "Be long." });
});

test("[A4] an agent that is currently unusable can have an override, an unknown agent cannot", async () => {
  const { home, client } = await start();
  writeConfig(home, { agents: { own: { backend: "tiny" }, later: { backend: "none" } } });
  const set = async (agent_id: string) =>
    (await client.ask("POST", "/api/agent-override", { project_root: home.project, agent_id, model: "m" }))
      .status;
  await expect.poll(() => set("later")).toBe(200);
  expect(await set("nobody")).toBe(404);
});

test("[A4] an agent that is turned off in a project accepts nothing there, but does elsewhere", async () => {
  const { home, client, override } = await start();
  await override({ enabled: false });
  const refused = await client.send("hello");
  expect([refused.status, refused.body.error]).toMatchObject([
    422,
    {
      code: "agent_unavailable",
      message: `The agent "own" is turned off in this project. Turn it on in the project's settings.`,
    },
  ]);
  const other = path.join(path.dirname(home.project), "other");
  mkdirSync(other);
  expect((await client.send("hello", { project_root: other })).status).toBe(202);
  await override({ enabled: true });
  expect((await client.send("hello")).status).toBe(202);
  await expect.poll(() => client.get("/api/asks")).toEqual({ asks: [] });
});

test("[A4] the model that was selected in a session takes precedence over the agent's own, also after a restart", async () => {
  const { home, tiny, say, client, close } = await start();
  const sessionId = await say("one");
  tiny.say({ type: "session_meta", agentId: "own", currentModelId: "first-as-reported" });
  await client.ask("PATCH", `/api/sessions/${sessionId}`, { model_id: "chosen" });
  await close();
  writeConfig(home, { agents: { own: { backend: "tiny", model: "another" } } });
  const again = await startHere(home, { backends: { tiny: tiny.manifest } });
  const answer = await again.client.chat("two", { session_id: sessionId });
  const follower = await Follower.open(again.client, sessionId);
  await follower.whenEvent("run_ended", ({ runId }) => runId === answer.run_id);
  await again.client.chat("a session of its own");
  await expect
    .poll(() => tiny.starts.map(({ settings }) => settings.model))
    .toEqual(["first", "chosen", "another"]);
});

test("[A4] a cleared override ends: an idle program restarts with the agent's own settings, a running one before its next run", async () => {
  const { home, tiny, say, override, client } = await start();
  writeConfig(home, { agents: { own: { backend: "tiny" } } });
  await expect.poll(async () => JSON.stringify(await client.get("/api/settings"))).not.toContain("first");
  const query = `project_root=${encodeURIComponent(home.project)}&agent_id=own`;
  const sessionId = await say("hello");
  await override({ model: "second", permission_mode: "plan", idle_prompt: "Tidy up." });
  await say("again", sessionId);
  expect(tiny.told).toEqual([
    ["model", "second"],
    ["mode", "plan"],
  ]);
  expect(await override({})).toEqual({ override: {} });
  expect(await client.get(`/api/agent-override?${query}`)).toEqual({ override: null });
  await say("and again", sessionId);
  expect(tiny.starts.map(({ settings: { model, permissionMode } }) => [model, permissionMode])).toEqual([
    [undefined, "ask"],
    [undefined, "ask"],
  ]);
  expect(
    (await client.log(sessionId)).flatMap((event) => (event.type === "model_change" ? event.modelId : [])),
  ).toEqual(["second", "default"]);
});
