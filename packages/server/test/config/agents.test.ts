import { writeFileSync } from "node:fs";
import path from "node:path";
import type { DetectedAgent } from "@polylog/backends";
import { expect, test } from "vitest";
import { Detection } from "../../src/agents/detection.ts";
import { makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";
import { capabilities as able, TinyBackend } from "../support/tiny-backend.ts";
import { writeConfig } from "./write-config.ts";

/** Agents as the API lists them. */
const { cancelSubagent: cancel_subagent, steerSubagent: steer_subagent, ...plain } = able;
const capabilities = { ...plain, cancel_subagent, steer_subagent };

const CANARY = "canary-4f1c9d";

const found: DetectedAgent = {
  id: "found",
  settings: { backend: "tiny", model: "m1", apiKey: CANARY },
  state: "available",
  version: "2.0",
};
const missing: DetectedAgent = {
  id: "missing",
  settings: { backend: "tiny" },
  state: "missing",
  reason: "Install it with: npm install -g missing",
};
const machine = {
  env: {},
  findProgram: async () => null,
  checkProgram: async () => ({ ok: true as const, version: null }),
  reach: async () => undefined,
};

test("[A1] configured agents take precedence over provided agents, and both over detected ones; each states what to do", async () => {
  const home = makeHome({});
  writeConfig(home, {
    agents: {
      found: { backend: "tiny", model: "mine" },
      nowhere: { backend: "tiny", command: "no-such-program" },
      keyless: { backend: "tiny", api_key_env: "NO_SUCH_KEY" },
      strange: { backend: "none" },
    },
  });
  const tiny = new TinyBackend("tiny", async () => [found, { ...found, id: "demo" }, missing]);
  const given = [{ id: "demo", backend: "tiny", projectRoot: "/own", settings: { backend: "tiny" } }];
  const { client } = await startHere(home, { backends: { tiny: tiny.manifest }, agents: given });
  const known = { backend: "tiny", capabilities };
  expect(await client.get("/api/agents")).toEqual([
    { ...known, id: "found", model: "mine", available: true, state: "available" },
    {
      ...{ ...known, id: "nowhere", available: false, state: "missing" },
      reason:
        '"no-such-program" was not found. Install it, or set the agent\'s command to its absolute path.',
    },
    {
      ...known,
      id: "keyless",
      available: false,
      state: "logged_out",
      reason: "Set NO_SUCH_KEY in the environment.",
    },
    {
      ...{ id: "strange", backend: "none", available: false, state: "missing" },
      reason: 'This server has no backend "none". Available: tiny.',
      capabilities: expect.objectContaining({ steer: false }),
    },
    { ...known, id: "demo", available: true, state: "available", project_root: "/own" },
    {
      ...known,
      id: "missing",
      available: false,
      state: "missing",
      reason: "Install it with: npm install -g missing",
    },
  ]);
});

test("[A1] a configured agent without a program in its settings is available if its backend's program is", async () => {
  const home = makeHome({});
  writeConfig(home, { agents: { mine: { backend: "tiny" } } });
  const own = { id: "tiny", settings: { backend: "tiny" } };
  let answer: DetectedAgent = { ...own, state: "missing", reason: "Install tiny." };
  const tiny = new TinyBackend("tiny", async () => [answer]);
  const { client } = await startHere(home, { backends: { tiny: tiny.manifest } });
  const listed = async (query = "") =>
    (await client.get<{ id: string }[]>(`/api/agents${query}`)).find(({ id }) => id === "mine");
  expect(await listed()).toMatchObject({ available: false, reason: "Install tiny." });
  answer = { ...own, state: "available", version: "1.2.3" };
  expect(await listed("?refresh=1")).toEqual({
    ...{ id: "mine", backend: "tiny", available: true, state: "available", version: "1.2.3", capabilities },
  });
});

test("[A1] a configured agent with a preset has the availability of the preset's program", async () => {
  const home = makeHome({});
  const ofPreset = (preset: string) => ({ backend: "tiny", options: { preset } });
  writeConfig(home, { agents: { mine: ofPreset("known"), other: ofPreset("unknown") } });
  const known: DetectedAgent = {
    ...{ id: "known", settings: { backend: "tiny" } },
    ...{ state: "logged_out", reason: "Run: known login" },
  };
  const tiny = new TinyBackend("tiny", async () => [known]);
  const { client } = await startHere(home, { backends: { tiny: tiny.manifest } });
  const agents = await client.get<{ id: string; state: string; reason: string }[]>("/api/agents");
  expect(agents.map(({ id, state, reason }) => ({ id, state, reason }))).toEqual([
    { id: "mine", state: "logged_out", reason: "Run: known login" },
    {
      ...{ id: "other", state: "missing" },
      reason:
        "The program of unknown was not found. Install it, or set the agent's command to its absolute path.",
    },
    { id: "known", state: "logged_out", reason: "Run: known login" },
  ]);
});

test("[A1] a configured program that does not run is broken", async () => {
  const home = makeHome({});
  const file = path.join(home.folder, "program");
  writeFileSync(file, "#!/bin/sh\necho no >&2; exit 3\n", { mode: 0o755 });
  writeConfig(home, { agents: { mine: { backend: "tiny", command: file } } });
  const { client } = await startHere(home, { backends: { tiny: new TinyBackend().manifest } });
  const [mine] = await client.get<{ state: string; reason: string }[]>("/api/agents");
  expect(mine).toMatchObject({
    state: "broken",
    reason: expect.stringContaining(`${file} does not run: no`),
  });
});

test("[A2] a request for a specific agent waits for its detection", async () => {
  const late = Promise.withResolvers<readonly DetectedAgent[]>();
  const detection = new Detection({ slow: new TinyBackend("slow", () => late.promise).manifest }, machine);
  const named = detection.find(found.id);
  expect(await detection.agents()).toEqual([]);
  late.resolve([found]);
  expect(await named).toEqual(found);
});

test("[A2] the machine is searched once, and again on request", async () => {
  let looks = 0;
  const tiny = new TinyBackend("tiny", async () => {
    looks += 1;
    return [{ ...found, version: `${looks}` }];
  });
  const { client } = await startHere(makeHome({}), { backends: { tiny: tiny.manifest } });
  const version = async (query: string) =>
    (await client.get<{ version: string }[]>(`/api/agents${query}`))[0]?.version;
  expect([await version(""), await version("?refresh=0"), await version("?refresh=1")]).toEqual([
    "1",
    "1",
    "2",
  ]);
  expect(await version("")).toBe("2");
});

test("[A2] a backend that hangs or fails does not delay startup, and delays the others at most for its time limit", async () => {
  const late = Promise.withResolvers<readonly DetectedAgent[]>();
  const detection = new Detection(
    {
      hangs: new TinyBackend("hangs", () => late.promise).manifest,
      fails: new TinyBackend("fails", () => Promise.reject(new Error("no"))).manifest,
      works: new TinyBackend("works", async () => [found]).manifest,
    },
    machine,
  );
  expect(await detection.agents()).toEqual([found]);
  late.resolve([missing]);
  await late.promise;
  expect(await detection.agents()).toEqual([missing, found]);
  const never = new TinyBackend("never", () => new Promise(() => undefined));
  const { client } = await startHere(makeHome({}), { backends: { never: never.manifest } });
  expect((await client.ask("GET", "/api/health")).status).toBe(200);
});

test("[A3] the settings of a provided agent are created once, when a session first needs them", async () => {
  const tiny = new TinyBackend();
  let made = 0;
  const settings = async () => {
    made += 1;
    if (made === 1) throw new Error("The model server did not come up.");
    return { backend: "tiny", model: "made" };
  };
  const agents = [{ id: "demo", backend: "tiny", settings }];
  const { client } = await startHere(makeHome({}), { backends: { tiny: tiny.manifest }, agents });
  expect(await client.get("/api/agents")).toHaveLength(1);
  expect(made).toBe(0);
  expect((await client.send("hello")).status).toBe(500);
  await client.chat("hello");
  await client.chat("again");
  await expect.poll(() => tiny.starts).toHaveLength(2);
  expect({ made, models: tiny.starts.map((start) => start.settings.model) }).toEqual({
    made: 2,
    models: ["made", "made"],
  });
});

test("[A1] by default, the first usable agent is selected; an unusable agent states the reason", async () => {
  const tiny = new TinyBackend("tiny", async () => [missing, found]);
  const { client } = await startHere(makeHome({}), { backends: { tiny: tiny.manifest } });
  const { session_id } = await client.chat("hello");
  expect(await client.session(session_id)).toMatchObject({ agent_id: "found" });
  const refused = await client.send("hello", { agent_id: "missing" });
  expect([refused.status, refused.body]).toEqual([
    422,
    {
      error: {
        code: "agent_unavailable",
        message: 'The agent "missing" cannot be used. Install it with: npm install -g missing',
        retryable: false,
        details: { agentId: "missing" },
      },
    },
  ]);
  const unknown = await client.send("hello", { agent_id: "nobody" });
  expect(unknown.body.error).toMatchObject({
    code: "agent_not_found",
    message: 'Unknown agent "nobody". Available: found.',
  });
});

test("[S25] a key from the environment is in no response, and its agent receives it", async () => {
  const tiny = new TinyBackend("tiny", async () => [found]);
  const { client } = await startHere(makeHome({}), { backends: { tiny: tiny.manifest } });
  const { session_id } = await client.chat("hello");
  await expect.poll(() => tiny.starts[0]?.settings.apiKey).toBe(CANARY);
  const paths = ["agents", "settings", "health", "trust", `sessions/${session_id}/export`];
  for (const at of paths) expect((await client.ask("GET", `/api/${at}`)).text).not.toContain(CANARY);
});
