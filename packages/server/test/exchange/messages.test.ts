import { expect, test } from "vitest";
import { agent, message, openStage, sessionsOf, Talk } from "./support/agents.ts";

const id = expect.any(String);

test("[X1] a sender that waits gets the answer, and both logs record it", async () => {
  const { client } = await openStage({
    asker: agent({ go: [message("helper", "how many?"), { text: "done" }] }),
    helper: agent({
      "how many": [{ tool: { name: "Read", input: { file_path: "a" }, result: "x" } }, { text: "Three." }],
    }),
  });
  const talk = await Talk.begin(client, "asker", "go");
  await talk.whenEnded();
  const [sessionId] = await sessionsOf(client, "helper");
  expect(talk.results()).toEqual([
    { status: "complete", exchangeId: id, agentId: "helper", sessionId, response: "Three." },
  ]);
  const sent = talk.all("agent_message");
  expect(sent).toMatchObject([
    {
      ...{ fromAgentId: "asker", toAgentId: "helper", content: "how many?", mode: "sync", state: "started" },
      ...{ targetSessionId: sessionId, callId: `${sent[0]?.runId}-call-1` },
    },
  ]);
  const other = await Talk.of(client, sessionId as string);
  await other.whenEnded();
  expect(other.all("user_message")).toMatchObject([
    {
      ...{ text: "how many?", sender: { kind: "agent", id: "asker", name: "asker" } },
      exchange: { exchangeId: sent[0]?.exchangeId, sessionId: talk.sessionId, hops: 1 },
    },
  ]);
  expect(other.all("run_started")).toMatchObject([{ trigger: "exchange", runId: sent[0]?.targetRunId }]);
  const own = talk.follower.events.filter(
    (event) => "runId" in event && event.runId === sent[0]?.targetRunId,
  );
  expect(own.map(({ type }) => type)).toEqual(["tool_call_start", "tool_result", "usage"]);
  expect(talk.all("agent_callback_result")).toMatchObject([{ status: "complete", result: "Three." }]);
  expect(talk.all("subagent_result")).toMatchObject([{ outcome: "completed", result: "Three." }]);
});

test("[X2] a sender that does not wait gets a turn with the answer, hidden from readers", async () => {
  const { client } = await openStage({
    asker: agent({ "Answer of": [{ text: "thanks" }], go: [message("helper", "look", { mode: "async" })] }),
    helper: agent({}, [{ text: "Fine." }]),
  });
  const talk = await Talk.begin(client, "asker", "go");
  await talk.whenEnded(2);
  const { exchangeId } = talk.all("agent_message")[0] as { exchangeId: string };
  expect(talk.results()).toEqual([{ status: "started", exchangeId, agentId: "helper", sessionId: id }]);
  expect(talk.all("agent_callback_result")).toMatchObject([
    { exchangeId, status: "complete", result: "Fine." },
  ]);
  expect(talk.all("user_message")[1]).toMatchObject({
    ...{ hidden: true, text: `Answer of helper to your message (exchange ${exchangeId}):\n\nFine.` },
    ...{ sender: { kind: "agent", id: "helper" }, exchange: { exchangeId, hops: 1 } },
  });
  expect(talk.all("run_started").map(({ trigger }) => trigger)).toEqual(["message", "callback"]);
  expect(talk.all("text_done").map(({ text }) => text)).toEqual(["thanks"]);
});

test("[X2] a failed answer and an empty one also start a callback", async () => {
  const { client } = await openStage({
    asker: agent({
      "Answer of": [],
      go: [message("bad", "x", { mode: "async" }), message("mute", "x", { mode: "async" })],
    }),
    bad: agent({}, [{ fail: { code: "broke", message: "It broke." } }]),
    mute: agent({}, []),
  });
  const talk = await Talk.begin(client, "asker", "go");
  await talk.whenEnded(3);
  const told = talk
    .all("agent_callback_result")
    .map(({ status, result, error }) => ({ status, result, error }));
  expect(told.toSorted((a, b) => (a.status ?? "").localeCompare(b.status ?? ""))).toEqual([
    { status: "complete", result: "", error: undefined },
    { status: "failed", result: "", error: { code: "broke", message: "It broke." } },
  ]);
  const given = talk
    .all("user_message")
    .slice(1)
    .map(({ text }) => text.split(": ").at(-1));
  expect(given.toSorted()).toEqual([
    expect.stringContaining("(The answer was empty.)"),
    "no answer. It broke.",
  ]);
});

test("[X3] a busy agent receives the message when it is free; no sender waits for that", async () => {
  const { client } = await openStage({
    asker: agent({
      "Answer of": [{ text: "got it" }],
      go: [message("helper", "later"), { text: "went on" }],
    }),
    helper: agent({
      work: [{ ask: { permission: { toolName: "Bash" } } }, { text: "worked" }],
      later: [{ text: "Now." }],
    }),
  });
  const other = await Talk.begin(client, "helper", "work");
  const { requestId } = await other.when("permission_request");
  const talk = await Talk.begin(client, "asker", "go");
  await talk.whenEnded();
  expect(talk.results()).toMatchObject([{ status: "queued", sessionId: other.sessionId }]);
  expect(talk.all("agent_message")).toMatchObject([{ state: "queued", mode: "async" }]);
  expect(talk.all("agent_callback_result")).toEqual([]);
  await client.allow(requestId);
  await talk.whenEnded(2);
  expect(talk.all("agent_callback_result")).toMatchObject([{ status: "complete", result: "Now." }]);
  expect(other.all("run_started").map(({ trigger }) => trigger)).toEqual(["message", "exchange"]);
});

test("[X3] a message that is removed from the queue is reported as cancelled", async () => {
  const { client } = await openStage({
    asker: agent({ "Answer of": [], go: [message("helper", "later")] }),
    helper: agent({ work: [{ ask: { permission: { toolName: "Bash" } } }] }),
  });
  const other = await Talk.begin(client, "helper", "work");
  await other.when("permission_request");
  const talk = await Talk.begin(client, "asker", "go");
  await talk.whenEnded();
  await client.ask("DELETE", `/api/sessions/${other.sessionId}/queue`);
  expect(await talk.when("agent_callback_result")).toMatchObject({
    status: "cancelled",
    error: { code: "dismissed" },
  });
});

test("[X4] a sender that times out is notified, and the other agent is stopped", async () => {
  const { client } = await openStage({
    asker: agent({ go: [message("helper", "slow", { timeout: 0.2 }), { text: "done" }] }),
    helper: agent({ slow: [{ text: "begun" }, { wait: 60_000 }] }),
  });
  const talk = await Talk.begin(client, "asker", "go");
  await talk.whenEnded();
  expect(talk.results()).toMatchObject([
    { status: "timeout", response: "begun", error: { code: "timeout" } },
  ]);
  const other = await Talk.of(client, (await sessionsOf(client, "helper"))[0] as string);
  const reason = "asker stopped waiting for the answer.";
  expect(await other.whenEnded()).toMatchObject({
    outcome: "cancelled",
    error: { code: "timeout", message: reason },
  });
  expect(other.all("interrupt")).toMatchObject([{ reason }]);
  expect(talk.all("subagent_result")).toMatchObject([{ outcome: "cancelled" }]);
});

test("[X4] cancelling the sender stops the other agent; its queue and other sessions are unaffected", async () => {
  const { client } = await openStage({
    asker: agent({ go: [message("helper", "slow")] }),
    helper: agent({ slow: [{ wait: 60_000 }] }),
  });
  const talk = await Talk.begin(client, "asker", "go");
  const { targetSessionId = "", targetRunId } = await talk.when("agent_message");
  await talk.when("subagent_spawned");
  const other = await Talk.of(client, targetSessionId);
  await other.when("run_started");
  const [started] = talk.all("run_started");
  await client.cancel(started?.runId as string);
  expect(await talk.whenEnded()).toMatchObject({ outcome: "cancelled" });
  const reason = "asker, which sent this message, was stopped.";
  expect(await other.when("run_ended", ({ runId }) => runId === targetRunId)).toMatchObject({
    outcome: "cancelled",
    error: { code: "sender_stopped", message: reason },
  });
  expect(other.all("interrupt")).toMatchObject([{ reason }]);
});

test("[X4] the recipient's run can be stopped by its ID from the sender's side", async () => {
  const { client } = await openStage({
    asker: agent({ go: [message("helper", "slow"), { text: "went on" }] }),
    helper: agent({ slow: [{ wait: 60_000 }] }),
  });
  const talk = await Talk.begin(client, "asker", "go");
  const { childRunId } = await talk.when("subagent_spawned");
  expect((await client.cancel(childRunId)).status).toBe(200);
  expect(await talk.whenEnded()).toMatchObject({ outcome: "completed" });
  expect(talk.results()).toMatchObject([{ status: "cancelled", error: { code: "target_cancelled" } }]);
});

test("[X4] [SA2] the recipient's run accepts messages by its ID from the sender's side", async () => {
  const { client } = await openStage({
    a: agent({ go: [message("b", "slow"), { text: "went on" }] }),
    b: agent({ slow: [{ ask: { permission: { toolName: "Bash" } } }, { text: "ok" }] }),
  });
  const talk = await Talk.begin(client, "a", "go");
  await talk.when("subagent_spawned");
  const { targetRunId, targetSessionId = "" } = await talk.when("agent_message");
  const other = await Talk.of(client, targetSessionId);
  const { requestId } = await other.when("permission_request");
  expect(await client.chat("and look below", { run_id: targetRunId })).toMatchObject({
    ...{ session_id: targetSessionId, run_id: targetRunId, queued: false },
  });
  await client.allow(requestId);
  await other.whenEnded();
  expect(other.all("user_message").map(({ text, delivery }) => [text, delivery])).toEqual([
    ["slow", "run"],
    ["and look below", "steer"],
  ]);
  expect(other.all("text_done").map(({ text }) => text)).toContain("Steered: and look below");
});

test("[X5] the session is the newest, a new one, or one by its ID, in this project and never the sender's own", async () => {
  const { client } = await openStage({
    asker: agent({
      newest: [message("helper", "x", { session: "latest" })],
      create: [message("helper", "x", { session: "create" }), message("helper", "x", { session: "create" })],
      id: [message("helper", "x", { session: "nothing-like-it" })],
    }),
    helper: agent(),
  });
  const first = await Talk.begin(client, "asker", "newest");
  await first.whenEnded();
  expect(first.results()).toMatchObject([{ error: { code: "session_not_found" } }]);
  const second = await Talk.begin(client, "asker", "create");
  await second.whenEnded();
  expect(new Set(second.results().map(({ sessionId }) => sessionId)).size).toBe(2);
  const third = await Talk.begin(client, "asker", "newest");
  await third.whenEnded();
  expect(third.results()).toMatchObject([{ status: "complete", sessionId: second.results()[1]?.sessionId }]);
  const fourth = await Talk.begin(client, "asker", "id");
  await fourth.whenEnded();
  expect(fourth.results()).toMatchObject([{ error: { code: "session_not_found" } }]);
});

test("[X9] the other agent's usage counts in the sender's tree, under the other's name, and once in the total", async () => {
  const used = { model: "m", inputTokens: 100, outputTokens: 10, costUsd: 0.5 };
  const { client } = await openStage({
    asker: agent({ go: [message("helper", "x"), { usage: { ...used, costUsd: 0.25 } }] }),
    helper: agent({}, [
      { usage: used },
      { subagent: { task: "t", steps: [{ usage: used }] } },
      { text: "ok" },
    ]),
  });
  const talk = await Talk.begin(client, "asker", "go");
  await talk.whenEnded();
  const { runs } = await client.get<{
    runs: { agent_id: string; parent_run_id: string | null; cost_usd: number }[];
  }>(`/api/agent-runs?session_id=${talk.sessionId}`);
  expect(runs.map(({ agent_id, cost_usd }) => [agent_id, cost_usd]).toSorted()).toEqual([
    ["asker", 0.25],
    ["helper", 1],
  ]);
  const day = 24 * 60 * 60 * 1000;
  const { usage } = await client.get<{ usage: { cost_usd: number }[] }>(
    `/api/usage?from=${Date.now() - day}&to=${Date.now() + day}&time_zone=UTC`,
  );
  expect(usage.reduce((sum, row) => sum + row.cost_usd, 0)).toBe(1.25);
});
