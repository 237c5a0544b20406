import { expect, test } from "vitest";
import { agent, message, openStage as open, Talk } from "../exchange/support/agents.ts";
import { openMissionSession, openStage } from "../missions/stage.ts";
import { owner } from "../support/owner.ts";

const none = { usage: { model: "m", inputTokens: 0, outputTokens: 0, costUsd: 0 } };
const spend = (costUsd: number) => ({ usage: { model: "m", inputTokens: 100, outputTokens: 10, costUsd } });

test("[BU1] at 80 % one warning is sent; at 100 % the run is stopped with the reason, and further runs are rejected until the budget is raised", async () => {
  const { client } = await open({
    own: agent({
      some: [spend(0.85), { text: "ok" }],
      more: [spend(0.2), { wait: 60_000 }],
      last: [{ text: "went on" }],
    }),
  });
  const sessionId = await client.createSession("own");
  const budget = (cost_usd: number) => client.post("/api/budget", { session_id: sessionId, cost_usd });
  await budget(1);
  const talk = await Talk.of(client, sessionId);
  await client.chat("some", { session_id: sessionId });
  await talk.whenEnded();
  expect(await talk.when("notice")).toMatchObject({
    ...{ level: "warning", text: "85 % of the budget for this session is used: $0.85 of $1.00." },
  });
  await client.chat("more", { session_id: sessionId });
  expect(await talk.whenEnded(2)).toMatchObject({
    outcome: "cancelled",
    error: { code: "budget_exceeded", message: "The budget for this session is used up: $1.05 of $1.00." },
  });
  expect(talk.all("interrupt")).toMatchObject([
    { reason: "The budget for this session is used up: $1.05 of $1.00." },
  ]);
  const refused = await client.send("last", { session_id: sessionId });
  expect([refused.status, refused.body.error]).toMatchObject([402, { code: "budget_exceeded" }]);
  await budget(2);
  await client.chat("last", { session_id: sessionId });
  expect(await talk.whenEnded(3)).toMatchObject({ outcome: "completed" });
  expect(await client.get(`/api/budget?session_id=${sessionId}`)).toEqual({
    budget: { cost_usd: 2, used_usd: 1.05, used_tokens: 223, cost_complete: true },
  });
  expect(talk.all("notice")).toHaveLength(1);
});

test("[BU1] the cost of an agent that reports no usage is unknown in a session, its budget and the day's budget", async () => {
  const { client, home } = await open({ own: agent({}, [none, { text: "ok" }]) });
  const sessionId = await client.createSession("own");
  const talk = await Talk.of(client, sessionId);
  await client.chat("go", { session_id: sessionId });
  await talk.whenEnded();
  const unknown = { budget: { used_usd: 0, used_tokens: 0, cost_complete: false } };
  expect(await client.get(`/api/budget?session_id=${sessionId}`)).toEqual(unknown);
  expect(await client.get(`/api/budget?project_root=${encodeURIComponent(home.project)}`)).toEqual(unknown);
  expect(await client.get(`/api/sessions/${sessionId}`)).toMatchObject({ cost_usd: 0, cost_complete: false });
});

test("[BU2] tokens count too, and so does the usage of other agents on the session's behalf", async () => {
  const { client } = await open({
    own: agent({ go: [message("helper", "x"), { wait: 60_000 }] }),
    helper: agent({}, [spend(0), { text: "ok" }]),
  });
  const sessionId = await client.createSession("own");
  await client.post("/api/budget", { session_id: sessionId, tokens: 100 });
  const talk = await Talk.of(client, sessionId);
  await client.chat("go", { session_id: sessionId });
  expect(await talk.whenEnded()).toMatchObject({ outcome: "cancelled", error: { code: "budget_exceeded" } });
});

test("[BU2] usage by subagents counts too", async () => {
  const { client } = await open({
    own: agent({ go: [{ subagent: { task: "Look.", steps: [spend(2)] } }, { wait: 60_000 }] }),
  });
  const sessionId = await client.createSession("own");
  await client.post("/api/budget", { session_id: sessionId, cost_usd: 1 });
  const talk = await Talk.of(client, sessionId);
  await client.chat("go", { session_id: sessionId });
  expect(await talk.whenEnded()).toMatchObject({ outcome: "cancelled", error: { code: "budget_exceeded" } });
  expect(await client.get(`/api/budget?session_id=${sessionId}`)).toMatchObject({ budget: { used_usd: 2 } });
});

test("[BU1] [BU3] [BU4] at 80 % a day's and a mission's budget also send one warning each, for cost or tokens", async () => {
  const stage = await openStage({ own: agent({}, [spend(0.42), { text: "ok" }]) }, "2026-03-02T12:00:00Z");
  const { services, home, pass, server } = stage;
  await server.client.post("/api/budget", { project_root: home.project, tokens: 380 });
  await services.missions.set(
    home.project,
    { text: "Go.", intervalSeconds: 30, budget: { costUsd: 1.5 } },
    owner,
  );
  for (let count = 1; count <= 3; count++) {
    await pass(30);
    await (await openMissionSession(stage, "own")).whenEnded(count);
  }
  const talk = await openMissionSession(stage, "own");
  await talk.when("notice", () => talk.all("notice").length === 2);
  expect(talk.all("notice").map(({ text }) => text)).toEqual([
    "86 % of the budget for today is used: 330 of 380 tokens.",
    "84 % of the budget for the mission is used: $1.26 of $1.50.",
  ]);
});

test("[BU3] a daily budget stops everything in the project, and the next day starts at zero", async () => {
  const stage = await openStage(
    { own: agent({ big: [spend(5), { wait: 60_000 }], small: [{ text: "ok" }] }) },
    "2026-03-02T12:00:00Z",
  );
  const { client } = stage.server;
  await client.post("/api/budget", { project_root: client.project, cost_usd: 4 });
  const talk = await Talk.begin(client, "own", "big");
  expect(await talk.whenEnded()).toMatchObject({ outcome: "cancelled", error: { code: "budget_exceeded" } });
  expect((await client.send("small")).status).toBe(402);
  stage.clock.ts += 24 * 60 * 60 * 1000;
  expect((await client.send("small")).status).toBe(202);
});

test("[BU4] a mission pauses when its budget is used up, and resumes when it is raised", async () => {
  const stage = await openStage({ own: agent({}, [spend(0.6), { text: "ok" }]) });
  const { services, home, pass } = stage;
  await services.missions.set(
    home.project,
    { text: "Go.", intervalSeconds: 30, budget: { costUsd: 1 } },
    owner,
  );
  await pass(0);
  const talk = await openMissionSession(stage, "own");
  await talk.whenEnded();
  await pass(30);
  await talk.whenEnded(2);
  await pass(30);
  const paused = { triggers: 2, paused: { reason: "budget" } };
  await expect.poll(() => services.missions.current(home.project)).toMatchObject(paused);
  await services.missions.change(home.project, { budget: { costUsd: 10 } }, owner);
  await pass(30);
  expect(await services.missions.current(home.project)).toMatchObject({ triggers: 3, paused: null });
});

test("[BU4] a mission's budget covers all its agents together", async () => {
  const steps = [spend(0.6), { text: "ok" }];
  const stage = await openStage({ one: agent({}, steps), other: agent({}, steps) });
  const { services, home, pass } = stage;
  const agentIds = ["one", "other"];
  await services.missions.set(
    home.project,
    {
      text: "Go.",
      agentIds,
      intervalSeconds: 30,
      budget: { costUsd: 1 },
    },
    owner,
  );
  await pass(0);
  for (const agentId of agentIds) await (await openMissionSession(stage, agentId)).whenEnded();
  await pass(30);
  await expect
    .poll(() => services.missions.current(home.project))
    .toMatchObject({
      triggers: 2,
      paused: { reason: "budget", message: "The budget for the mission is used up: $1.20 of $1.00." },
    });
});
