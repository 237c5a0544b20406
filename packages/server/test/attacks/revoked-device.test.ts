import path from "node:path";
import { expect, test } from "vitest";
import { agent, Talk } from "../exchange/support/agents.ts";
import { openStage, type Stage } from "../missions/stage.ts";
import { temporaryFolder } from "../reliability/support/home.ts";
import { addDevice, ownerActor, type TestDevice } from "./support/devices.ts";

interface Leftovers {
  readonly leftovers: readonly Record<string, unknown>[];
}

const revoke = ({ server }: Stage, { id }: TestDevice) => server.client.ask("DELETE", `/api/devices/${id}`);
const leftovers = async ({ server }: Stage) =>
  (await server.client.get<Leftovers>("/api/devices/leftovers")).leftovers;

async function sessionCount({ server }: Stage): Promise<number> {
  return (await server.client.get<{ sessions: unknown[] }>("/api/sessions")).sessions.length;
}

/** Waits until the agents have finished the work that they were prompted for. */
async function whenIdle({ server }: Stage): Promise<void> {
  const statuses = async () => {
    const { sessions } = await server.client.get<{ sessions: { status: string }[] }>("/api/sessions");
    return [...new Set(sessions.map(({ status }) => status))];
  };
  await expect.poll(statuses).toEqual(["idle"]);
}

/** A project that non-owners may name, because it has a session. */
async function openProject(): Promise<{ stage: Stage; pixel: TestDevice }> {
  const stage = await openStage({ own: agent({ work: [{ wait: 600_000 }] }) });
  const talk = await Talk.begin(stage.server.client, "own", "hello");
  await talk.whenEnded();
  return { stage, pixel: await addDevice(stage.server, "Pixel 9", "prompter") };
}

const device = ({ id }: TestDevice) => ({ device_id: id, device_name: "Pixel 9", device_role: "prompter" });
const reason = "The device Pixel 9 was revoked.";

test("[S35] a schedule of a revoked device sends no prompts, even after a restart, until the owner resumes it", async () => {
  const { stage, pixel } = await openProject();
  const { home } = stage;
  const { schedule } = await pixel.client.post<{ schedule: { schedule_id: string } }>("/api/schedules", {
    ...{ project_root: home.project, text: "Look.", pattern: "* * * * *", time_zone: "UTC" },
  });
  await stage.pass(60);
  expect(await sessionCount(stage)).toBe(2);
  await whenIdle(stage);
  await revoke(stage, pixel);
  await stage.pass(60);
  const again = await stage.again();
  await again.pass(60);
  expect(await sessionCount(again)).toBe(2);
  const { client } = again.server;
  const listed = await client.get<{ schedules: unknown[] }>("/api/schedules");
  expect(listed.schedules).toMatchObject([
    { enabled: false, paused: { reason: "device_revoked", message: reason } },
  ]);
  expect(await leftovers(again)).toEqual([
    {
      ...{ kind: "schedule", ...device(pixel), project_root: home.project, text: "Look." },
      ...{ schedule_id: schedule.schedule_id, session_id: null, item_id: null, agent_id: null },
    },
  ]);
  await client.ask("PATCH", `/api/schedules/${schedule.schedule_id}`, { enabled: true });
  expect(await leftovers(again)).toEqual([]);
  await again.pass(60);
  expect(await sessionCount(again)).toBe(3);
  expect(await again.services.schedules.of(home.project)).toMatchObject([{ by: ownerActor, enabled: true }]);
});

test("[S35] a mission of a revoked device sends no prompts, even after a restart, until the owner resumes it", async () => {
  const { stage, pixel } = await openProject();
  const { home } = stage;
  await pixel.client.post("/api/mission", {
    ...{ project_root: home.project, text: "Go on.", agent_id: "own", interval_seconds: 60 },
  });
  await stage.pass(60);
  expect(await sessionCount(stage)).toBe(2);
  await whenIdle(stage);
  await revoke(stage, pixel);
  await stage.pass(3600);
  const again = await stage.again();
  await again.pass(3600);
  const mission = await again.services.missions.current(home.project);
  expect(mission).toMatchObject({ triggers: 1, paused: { reason: "device_revoked", message: reason } });
  expect(await leftovers(again)).toMatchObject([
    { kind: "mission", ...device(pixel), project_root: home.project, text: "Go on." },
  ]);
  await again.server.client.ask("PATCH", "/api/mission", { project_root: home.project, paused: false });
  expect(await leftovers(again)).toEqual([]);
  await again.pass(60);
  expect(await again.services.missions.current(home.project)).toMatchObject({ triggers: 2, by: ownerActor });
});

test("[S35] an idle prompt that a revoked owner device set is not sent", async () => {
  const { stage } = await openProject();
  const { home } = stage;
  const laptop = await addDevice(stage.server, "Laptop", "owner");
  const place = { project_root: home.project, agent_id: "own" };
  await laptop.client.post("/api/agent-override", { ...place, idle_prompt: "Tidy up." });
  await revoke(stage, laptop);
  await stage.pass(3600);
  expect(await sessionCount(stage)).toBe(1);
  expect(await leftovers(stage)).toMatchObject([
    { kind: "idle_prompt", device_name: "Laptop", device_role: "owner", ...place, text: "Tidy up." },
  ]);
  await stage.server.client.post("/api/agent-override", { ...place, idle_prompt: "Tidy up." });
  await stage.pass(3600);
  expect([await leftovers(stage), await sessionCount(stage)]).toEqual([[], 2]);
});

test("[S35] messages that a revoked device queued stay in the queue, even after a restart, until the owner sends them", async () => {
  const { stage, pixel } = await openProject();
  const { client } = stage.server;
  const talk = await Talk.begin(client, "own", "work");
  const { sessionId } = talk;
  await pixel.client.chat("left behind", { session_id: sessionId });
  await client.chat("by the owner", { session_id: sessionId });
  await revoke(stage, pixel);
  const paused = await talk.when("queue_updated", (event) => event.paused != null);
  expect(paused.paused).toEqual({ reason });
  await client.cancel((await talk.when("run_started")).runId);
  await talk.whenEnded();
  const again = await stage.again();
  const items = await again.server.client.queue(sessionId);
  expect(items.map(({ text }) => text)).toEqual(["left behind", "by the owner"]);
  const [left] = await leftovers(again);
  expect(left).toEqual({
    ...{ kind: "queued_message", ...device(pixel), project_root: stage.home.project, text: "left behind" },
    ...{ schedule_id: null, session_id: sessionId, item_id: items[0]?.item_id, agent_id: "own" },
  });
  const item = `/api/sessions/${sessionId}/queue/${items[0]?.item_id}`;
  await again.server.client.ask("PATCH", item, { send: "interrupt" });
  const after = await Talk.of(again.server.client, sessionId);
  await after.when("user_message", ({ text }) => text === "by the owner");
  const said = after.all("user_message").find(({ text }) => text === "left behind");
  expect(said?.by).toEqual(ownerActor);
  expect(await leftovers(again)).toEqual([]);
});

test("[S35] another device's message does not cause a revoked device's messages to be sent", async () => {
  const { stage, pixel } = await openProject();
  const { client } = stage.server;
  const talk = await Talk.begin(client, "own", "work");
  const { sessionId } = talk;
  await pixel.client.chat("left behind", { session_id: sessionId });
  await revoke(stage, pixel);
  await client.cancel((await talk.when("run_started")).runId);
  await talk.whenEnded();
  const seen = talk.all("queue_updated").length;
  await client.chat("a new one", { session_id: sessionId });
  await talk.when("queue_updated", (event) => event.paused != null && event.items.length === 2);
  expect(talk.all("queue_updated").length).toBeGreaterThan(seen);
  expect(talk.all("user_message").map(({ text }) => text)).toEqual(["work"]);
});

test("[S35] once the owner removes a revoked device's message, the messages behind it are delivered", async () => {
  const { stage, pixel } = await openProject();
  const { client } = stage.server;
  const talk = await Talk.begin(client, "own", "work");
  const { sessionId } = talk;
  await pixel.client.chat("left behind", { session_id: sessionId });
  await client.chat("by the owner", { session_id: sessionId });
  await revoke(stage, pixel);
  await client.cancel((await talk.when("run_started")).runId);
  await talk.whenEnded();
  const [left] = await client.queue(sessionId);
  await client.ask("DELETE", `/api/sessions/${sessionId}/queue/${left?.item_id}`);
  await talk.whenEnded(2);
  expect(talk.all("user_message").map(({ text }) => text)).toEqual(["work", "by the owner"]);
});

test("[S35] a schedule of a revoked device that the owner restores from a backup sends no prompts", async () => {
  const { stage, pixel } = await openProject();
  const { client } = stage.server;
  const added = { project_root: stage.home.project, text: "Look.", pattern: "0 9 * * *" };
  await pixel.client.post("/api/schedules", added);
  const file = path.join(temporaryFolder(), "backup.db");
  await client.post("/api/backup", { file });
  await revoke(stage, pixel);
  const [left] = await leftovers(stage);
  await client.ask("DELETE", `/api/schedules/${left?.schedule_id}`);
  const { policies } = await client.post<{ policies: { id: string; kind: string }[] }>(
    "/api/restore/preview",
    {
      file,
    },
  );
  const schedules = policies.filter(({ kind }) => kind === "schedule").map(({ id }) => id);
  await client.post("/api/restore", { file, policies: schedules });
  await expect.poll(() => leftovers(stage)).toEqual([left]);
  const listed = await client.get<{ schedules: unknown[] }>("/api/schedules");
  expect(listed.schedules).toMatchObject([{ text: "Look.", enabled: false }]);
});

test("[S35] a schedule whose revoked device the owner also restores from a backup runs again", async () => {
  const { stage, pixel } = await openProject();
  const { client } = stage.server;
  const added = { project_root: stage.home.project, text: "Look.", pattern: "0 9 * * *" };
  await pixel.client.post("/api/schedules", added);
  const file = path.join(temporaryFolder(), "backup.db");
  await client.post("/api/backup", { file });
  await revoke(stage, pixel);
  expect(await leftovers(stage)).toMatchObject([{ kind: "schedule" }]);
  const { policies } = await client.post<{ policies: { id: string; kind: string }[] }>(
    "/api/restore/preview",
    {
      file,
    },
  );
  const devices = policies.filter(({ kind }) => kind === "device").map(({ id }) => id);
  await client.post("/api/restore", { file, policies: devices });
  await expect.poll(() => leftovers(stage)).toEqual([]);
  const { status } = await pixel.client.ask("GET", "/api/sessions");
  expect(status).toBe(200);
});

test("[S35] a device that signs out has no leftovers: its schedules continue", async () => {
  const { stage, pixel } = await openProject();
  const added = { project_root: stage.home.project, text: "Look.", pattern: "* * * * *" };
  await pixel.client.post("/api/schedules", added);
  await stage.server.auth.devices.signOut(pixel.id);
  await stage.pass(60);
  expect([await leftovers(stage), await sessionCount(stage)]).toEqual([[], 2]);
});

test("[S35] only the owner can list the leftovers of revoked devices", async () => {
  const { stage, pixel } = await openProject();
  const approver = await addDevice(stage.server, "Tablet", "approver");
  expect((await approver.client.ask("GET", "/api/devices/leftovers")).status).toBe(403);
  expect((await pixel.client.ask("GET", "/api/devices/leftovers")).status).toBe(403);
  expect(await leftovers(stage)).toEqual([]);
});
