import { expect, test } from "vitest";
import { makeHome } from "../reliability/support/home.ts";
import { numbers } from "../reliability/support/numbers.ts";
import { spawnServer } from "../reliability/support/server-process.ts";
import { agent, message, Talk } from "./support/agents.ts";

const answers = { "Answer of": [{ text: "thanks" }] };

test("[X12] killed while one agent waits for another: both runs are interrupted, and nothing is delivered later", async () => {
  const home = makeHome({
    a: agent({ ...answers, go: [message("b", "slow")] }),
    b: agent({ slow: [{ text: "On it." }, { wait: 600_000 }] }),
  });
  const server = await spawnServer(home);
  const { sessionId, ...first } = await Talk.begin(server.client, "a", "go");
  const before = new Talk(server.client, sessionId, first.follower);
  const { targetSessionId = "" } = await before.when("agent_message");
  await before.when("subagent_spawned");
  await (await Talk.of(server.client, targetSessionId)).when("text_done");
  await server.kill();
  const again = await spawnServer(home);
  const [talk, other] = [
    await Talk.of(again.client, sessionId),
    await Talk.of(again.client, targetSessionId),
  ];
  expect([await talk.whenEnded(), await other.whenEnded()]).toMatchObject([
    { outcome: "interrupted" },
    { outcome: "interrupted" },
  ]);
  expect(talk.all("run_started")).toHaveLength(1);
  expect(await again.client.session(sessionId)).toMatchObject({ status: "interrupted" });
});

test("[X12] killed while no sender waits: the sender gets its turn once, with the outcome", async () => {
  const home = makeHome({
    a: agent({ ...answers, go: [message("b", "slow", { mode: "async" })] }),
    b: agent({ slow: [{ text: "On it." }, { wait: 600_000 }] }),
  });
  const server = await spawnServer(home);
  const begun = await Talk.begin(server.client, "a", "go");
  const { targetSessionId = "" } = await begun.when("agent_message");
  await begun.whenEnded();
  await (await Talk.of(server.client, targetSessionId)).when("text_done");
  await server.kill();
  const again = await spawnServer(home);
  const talk = await Talk.of(again.client, begun.sessionId);
  await talk.whenEnded(2);
  await again.kill();
  const third = await spawnServer(home);
  const last = await Talk.of(third.client, begun.sessionId);
  await last.whenEnded(2);
  expect(last.all("agent_callback_result")).toMatchObject([
    { status: "failed", error: { code: "server_restarted" } },
  ]);
  expect(last.all("user_message").map(({ hidden = false }) => hidden)).toEqual([false, true]);
});

test("[X12] killed while the other agent's program starts: it runs after the start, and the answer comes back", async () => {
  const home = makeHome({
    a: agent({ ...answers, go: [message("b", "later", { mode: "async" })] }),
    b: { ...agent({ later: [{ text: "Now." }] }), process: true },
  });
  const server = await spawnServer(home);
  const begun = await Talk.begin(server.client, "a", "go");
  await begun.when("subagent_spawned");
  await server.kill();
  const again = await spawnServer(home);
  const talk = await Talk.of(again.client, begun.sessionId);
  await talk.whenEnded(2);
  const { runId } = await talk.when("run_started");
  expect(talk.all("run_ended").find((event) => event.runId === runId)).toMatchObject({
    outcome: "interrupted",
  });
  expect(talk.all("agent_callback_result")).toMatchObject([{ status: "complete", result: "Now." }]);
});

test("[X12] killed while the message is queued: it runs after the start, and the answer comes back", async () => {
  const home = makeHome({
    a: agent({ ...answers, go: [message("b", "later")] }),
    b: agent({ hold: [{ wait: 600_000 }], later: [{ text: "Now." }] }),
  });
  const server = await spawnServer(home);
  const busy = await Talk.begin(server.client, "b", "hold");
  await busy.when("run_started");
  const begun = await Talk.begin(server.client, "a", "go");
  await begun.whenEnded();
  await server.kill();
  const again = await spawnServer(home);
  const talk = await Talk.of(again.client, begun.sessionId);
  await talk.whenEnded(2);
  expect(talk.all("agent_callback_result")).toMatchObject([{ status: "complete", result: "Now." }]);
  const other = await Talk.of(again.client, busy.sessionId);
  await other.whenEnded(2);
  expect(other.all("user_message").map(({ text }) => text)).toEqual(["hold", "later"]);
});

test("[X12] killed at any moment: each message is delivered at most once and answered once", async () => {
  const senders = 12;
  const kills = 4;
  const home = makeHome({
    a: agent({ ...answers, go: [message("b", "work", { mode: "async" })] }),
    b: agent({ work: [{ wait: 30 }, { text: "Done." }] }),
  });
  let server = await spawnServer(home);
  const sessions: string[] = [];
  for (let count = 0; count < senders; count++) {
    sessions.push((await server.client.chat("go", { agent_id: "a" })).session_id);
  }
  const random = numbers(7);
  for (let kill = 0; kill < kills; kill++) {
    const talk = await Talk.of(server.client, sessions[random(senders)] as string);
    const few = random(8) + 3;
    await talk.follower.when(
      ({ events, conversation }) => events.length >= few || conversation.liveRuns.size === 0,
    );
    await server.kill();
    server = await spawnServer(home);
  }
  for (const sessionId of sessions) {
    const talk = await Talk.of(server.client, sessionId);
    const sent = () => talk.all("agent_message");
    await talk.follower.when(
      ({ conversation }) =>
        conversation.liveRuns.size === 0 && talk.all("agent_callback_result").length === sent().length,
    );
    expect(sent().length).toBeLessThanOrEqual(1);
    const { targetSessionId, targetRunId } = sent()[0] ?? {};
    if (targetSessionId === undefined) continue;
    const exists = (await server.client.ask("GET", `/api/sessions/${targetSessionId}`)).status === 200;
    const log = exists ? await server.client.log(targetSessionId) : [];
    const given = log.filter((event) => event.type === "user_message" && event.runId === targetRunId);
    expect(given.length).toBeLessThanOrEqual(1);
  }
});
