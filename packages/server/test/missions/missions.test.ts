import { expect, test } from "vitest";
import { writeConfig } from "../config/write-config.ts";
import { agent, Talk } from "../exchange/support/agents.ts";
import { makeHome } from "../reliability/support/home.ts";
import { owner } from "../support/owner.ts";
import { Clock, openMissionSession, openStage, startStage } from "./stage.ts";

const busy = [{ ask: { permission: { toolName: "Bash" } } }];

test("[M1] an idle agent is prompted with the mission immediately, and then at each interval after it became idle", async () => {
  const stage = await openStage({ own: agent() });
  const { services, home, pass } = stage;
  await services.missions.set(home.project, { text: "Keep it green.", intervalSeconds: 60 }, owner);
  await pass(0);
  const talk = await openMissionSession(stage, "own");
  await talk.whenEnded();
  await pass(59);
  expect((await services.missions.current(home.project))?.triggers).toBe(1);
  await pass(1);
  await talk.whenEnded(2);
  expect(await services.missions.current(home.project)).toMatchObject({ triggers: 2, paused: null });
  const { missionId } = (await services.missions.current(home.project)) ?? {};
  expect(talk.all("idle_prompt_triggered")).toMatchObject([
    { missionId, prompt: "Keep it green.", agentId: "own" },
    { missionId, prompt: "Keep it green.", agentId: "own" },
  ]);
  expect(talk.all("user_message")[0]).toMatchObject({
    hidden: true,
    sender: { kind: "system", name: "mission" },
  });
  expect(talk.all("run_started").map(({ trigger }) => trigger)).toEqual(["mission", "mission"]);
});

test("[M1] each agent of a mission has its own session", async () => {
  const stage = await openStage({ a: agent(), b: agent(), c: agent() });
  const { services, home, pass } = stage;
  await services.missions.set(home.project, { text: "Go.", agentIds: ["a", "b"] }, owner);
  await pass(0);
  const { agents = {} } = (await services.missions.current(home.project)) ?? {};
  expect(Object.keys(agents)).toEqual(["a", "b"]);
  expect(agents.a?.sessionId).not.toBe(agents.b?.sessionId);
});

test("[M2] no prompt is sent while an ask is open in the project, or while the agent is running", async () => {
  const stage = await openStage({ own: agent({ Go: [{ text: "x" }] }), other: agent({}, busy) });
  const { services, home, pass, server } = stage;
  await services.missions.set(home.project, { text: "Go.", agentId: "own" }, owner);
  const asked = await Talk.begin(server.client, "other", "work");
  const { requestId } = await asked.when("permission_request");
  await pass(60);
  expect((await services.missions.current(home.project))?.triggers).toBe(0);
  await server.client.allow(requestId);
  await asked.whenEnded();
  await pass(0);
  expect((await services.missions.current(home.project))?.triggers).toBe(1);
  await (await openMissionSession(stage, "own")).whenEnded();
});

test("[M2] a long run is not interrupted by prompts: the interval counts from its end", async () => {
  const stage = await openStage({ own: agent({}, busy) });
  const { services, home, pass, server } = stage;
  await services.missions.set(home.project, { text: "Go.", intervalSeconds: 60 }, owner);
  await pass(0);
  const talk = await openMissionSession(stage, "own");
  const { requestId } = await talk.when("permission_request");
  for (let count = 0; count < 5; count++) await pass(60);
  await server.client.allow(requestId);
  await talk.whenEnded();
  await pass(59);
  expect((await services.missions.current(home.project))?.triggers).toBe(1);
  await pass(1);
  expect((await services.missions.current(home.project))?.triggers).toBe(2);
});

test("[M3] it pauses at its number of prompts, and resumes when that is raised", async () => {
  const stage = await openStage({ own: agent() });
  const { services, home, pass } = stage;
  await services.missions.set(home.project, { text: "Go.", intervalSeconds: 30, maxTriggers: 1 }, owner);
  await pass(0);
  const talk = await openMissionSession(stage, "own");
  await talk.whenEnded();
  await pass(30);
  expect(await services.missions.current(home.project)).toMatchObject({
    triggers: 1,
    paused: { reason: "triggers" },
  });
  await services.missions.change(home.project, { maxTriggers: 2 }, owner);
  await pass(30);
  await talk.whenEnded(2);
  expect(await services.missions.current(home.project)).toMatchObject({ triggers: 2, paused: null });
});

test("[M3] it pauses after three consecutive failures, and resumes when a person resumes it", async () => {
  const stage = await openStage({ own: agent({}, [{ fail: { code: "broke", message: "It broke." } }]) });
  const { services, home, pass } = stage;
  await services.missions.set(home.project, { text: "Go.", intervalSeconds: 30 }, owner);
  for (let count = 1; count <= 3; count++) {
    await pass(30);
    await (await openMissionSession(stage, "own")).whenEnded(count);
  }
  await pass(30);
  expect(await services.missions.current(home.project)).toMatchObject({
    triggers: 3,
    paused: { reason: "failures", message: "3 consecutive runs failed: It broke." },
  });
  await services.missions.change(home.project, { paused: false }, owner);
  await pass(30);
  expect(await services.missions.current(home.project)).toMatchObject({ triggers: 4, paused: null });
});

test("[M3] it pauses when a person stops its run", async () => {
  const stage = await openStage({ own: agent({}, [{ wait: 600_000 }]) });
  const { services, home, pass, server } = stage;
  await services.missions.set(home.project, { text: "Go.", intervalSeconds: 30 }, owner);
  await pass(0);
  const talk = await openMissionSession(stage, "own");
  const { runId } = await talk.when("run_started");
  await server.client.cancel(runId);
  await talk.whenEnded();
  await pass(30);
  expect(await services.missions.current(home.project)).toMatchObject({
    triggers: 1,
    paused: { reason: "cancelled" },
  });
});

test("[M3] it ends when an agent reports that the task is done", async () => {
  const stage = await openStage({
    own: agent({}, [{ emit: { type: "finalize_task", summary: "All green." } }]),
  });
  const { services, home, pass } = stage;
  await services.missions.set(home.project, { text: "Go.", intervalSeconds: 30 }, owner);
  await pass(0);
  await (await openMissionSession(stage, "own")).whenEnded();
  await pass(30);
  expect(await services.missions.current(home.project)).toBeNull();
  expect(await services.missions.of(home.project)).toMatchObject([{ endReason: "finalized", triggers: 1 }]);
});

test("[M4] a restart neither loses nor repeats a prompt, and setting the clock back stops nothing", async () => {
  let stage = await openStage({ own: agent() });
  await stage.services.missions.set(stage.home.project, { text: "Go.", intervalSeconds: 60 }, owner);
  await stage.pass(0);
  await (await openMissionSession(stage, "own")).whenEnded();
  stage = await stage.again();
  await stage.pass(0);
  expect((await stage.services.missions.current(stage.home.project))?.triggers).toBe(1);
  await stage.pass(60);
  await (await openMissionSession(stage, "own")).whenEnded(2);
  expect((await stage.services.missions.current(stage.home.project))?.triggers).toBe(2);
  await stage.pass(-3600);
  await stage.pass(60);
  expect((await stage.services.missions.current(stage.home.project))?.triggers).toBe(3);
});

test("[M5] a mission takes precedence over the agent's prompt for the project, and that over the agent's own prompt", async () => {
  const home = makeHome({});
  const own = { backend: "script", idle_prompt: "From its configuration." };
  writeConfig(home, { agents: { own } });
  const { services, pass, server } = await startStage(home, new Clock("2026-03-02T08:00:00Z"));
  const { client } = server;
  const prompts = async () => {
    const { sessions } = await client.get<{ sessions: { session_id: string }[] }>("/api/sessions");
    const logs = await Promise.all(sessions.map(({ session_id }) => client.log(session_id)));
    return logs.flat().flatMap((event) => (event.type === "idle_prompt_triggered" ? [event.prompt] : []));
  };
  // An agent that was never used in the project is not prompted.
  await pass(60);
  expect(await prompts()).toEqual([]);
  await (await Talk.begin(client, "own", "hello")).whenEnded();
  await pass(60);
  expect(await prompts()).toEqual(["From its configuration."]);
  await services.agents.setOverride(home.project, "own", { idlePrompt: "From the override." }, owner);
  await pass(60);
  expect((await prompts()).sort()).toEqual(["From its configuration.", "From the override."]);
  await services.missions.set(
    home.project,
    { text: "From the mission.", agentId: "own", intervalSeconds: 30 },
    owner,
  );
  await pass(60);
  expect((await prompts()).sort()).toEqual([
    ...["From its configuration.", "From the mission.", "From the override."],
  ]);
});
