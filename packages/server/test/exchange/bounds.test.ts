import { mkdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { agent, message, openStage, sessionsOf, Talk } from "./support/agents.ts";

test("[X6] [S21] the number of hops stops a message that goes in a circle", async () => {
  const create = { session: "create" };
  const { client } = await openStage({
    a: agent({ go: [message("b", "go", create)] }),
    b: agent({ go: [message("c", "go", create)] }),
    c: agent({ go: [message("a", "go", create)] }),
  });
  const talk = await Talk.begin(client, "a", "go");
  await talk.whenEnded();
  const sessions = [
    ...(await sessionsOf(client, "a")),
    ...(await sessionsOf(client, "b")),
    ...(await sessionsOf(client, "c")),
  ];
  expect(sessions).toHaveLength(5);
  const all = await Promise.all(sessions.map((sessionId) => Talk.of(client, sessionId)));
  await Promise.all(all.map((one) => one.whenEnded()));
  const told = all.flatMap((one) =>
    one.results().map(({ status, error }) => status ?? (error as { code: string }).code),
  );
  expect(told.toSorted()).toEqual(["complete", "complete", "complete", "complete", "hop_limit"]);
});

test("[X6] [S21] it also stops a circle of callbacks", async () => {
  const ask = [message("b", "again", { mode: "async" })];
  const { client } = await openStage({ a: agent({ "Answer of": ask, go: ask }), b: agent() });
  const talk = await Talk.begin(client, "a", "go");
  await talk.whenEnded(5);
  expect(talk.results().map(({ status, error }) => status ?? (error as { code: string }).code)).toEqual([
    ...["started", "started", "started", "started", "hop_limit"],
  ]);
});

test("[X6] a run cannot message the run that waits for it", async () => {
  const { client } = await openStage({
    a: agent({ go: [message("b", "ask a")], back: [{ text: "never" }] }),
    b: agent({ "ask a": [message("a", "back"), { text: "answered" }] }),
  });
  const talk = await Talk.begin(client, "a", "go");
  await talk.whenEnded();
  expect(talk.results()).toMatchObject([{ status: "complete", response: "answered" }]);
  const [sessionId = ""] = await sessionsOf(client, "b");
  const other = await Talk.of(client, sessionId);
  await other.whenEnded();
  expect(other.results()).toMatchObject([{ error: { code: "loop" } }]);
});

test("[X6] two agents that message each other at the same time both continue", async () => {
  const { client } = await openStage({
    a: agent({ "Answer of": [], go: [{ wait: 50 }, message("b", "hello", { session: "latest" })] }),
    b: agent({ "Answer of": [], go: [{ wait: 50 }, message("a", "hello", { session: "latest" })] }),
  });
  const [a, b] = await Promise.all([Talk.begin(client, "a", "go"), Talk.begin(client, "b", "go")]);
  await Promise.all([a.when("agent_callback_result"), b.when("agent_callback_result")]);
  const told = [...a.results(), ...b.results()].map(
    ({ status, error }) => status ?? (error as { code: string }).code,
  );
  // If one was busy, its run may have ended when the other's message arrives: then the message starts a run.
  const goesOn = ["queued", "started", "complete"];
  expect(told.map((status) => [status, goesOn.includes(String(status))])).toEqual(
    told.map((status) => [status, true]),
  );
  expect(told).toHaveLength(2);
});

test("[X7] the project defines which agents may message each other; others are not listed", async () => {
  const list = { own: { name: "agents_list", input: {} } };
  const { client } = await openStage({
    a: agent({ go: [list, message("b", "x"), message("c", "x")] }),
    b: agent(),
    c: agent(),
  });
  const set = await client.ask("POST", "/api/agent-policy", {
    ...{ project_root: client.project, allow: [{ from: "a", to: "*" }], deny: [{ from: "*", to: "c" }] },
  });
  expect(set.status).toBe(200);
  const talk = await Talk.begin(client, "a", "go");
  await talk.whenEnded();
  expect(talk.results()).toMatchObject([
    { status: "complete" },
    { error: { code: "not_allowed", message: "In this project a may not message c." } },
  ]);
  const [listed] = talk.results("agents_list") as unknown as { agents: { agentId: string }[] }[];
  expect(listed?.agents.map(({ agentId }) => agentId)).toEqual(["b"]);
});

test("[X7] an agent cannot use another to do more than it may do itself", async () => {
  const { client } = await openStage({
    a: agent({ go: [message("free", "x"), message("free", "x", { session: "latest" })] }),
    free: {
      ...agent({}, [{ ask: { permission: { toolName: "Bash" } } }, { text: "did it" }]),
      fullAccess: true,
    },
  });
  const own = await Talk.begin(client, "free", "do it");
  expect(await own.whenEnded()).toMatchObject({ outcome: "completed" });
  const talk = await Talk.begin(client, "a", "go");
  const { targetSessionId = "" } = await talk.when("agent_message");
  expect(targetSessionId).not.toBe(own.sessionId);
  await talk.when("subagent_spawned");
  const other = await Talk.of(client, targetSessionId);
  const { requestId } = await other.when("permission_request");
  expect(other.all("mode_change")).toMatchObject([{ modeId: "ask" }]);
  await client.allow(requestId);
  const second = await other.when("permission_request", (event) => event.requestId !== requestId);
  await client.allow(second.requestId);
  await talk.whenEnded();
  expect(talk.results()).toMatchObject([
    { status: "complete" },
    { status: "complete", sessionId: targetSessionId },
  ]);
});

test("[X8] too many messages are rejected, and the run continues", async () => {
  const flood = Array.from({ length: 70 }, () => message("b", "x", { mode: "async" }));
  const { client } = await openStage({
    a: agent({ "Answer of": [], go: [...flood, { text: "still here" }] }),
    b: agent(),
  });
  const talk = await Talk.begin(client, "a", "go");
  expect(await talk.whenEnded()).toMatchObject({ outcome: "completed" });
  const refused = talk.results().flatMap(({ error }) => (error === undefined ? [] : [error]));
  expect(refused.length).toBeGreaterThan(0);
  for (const error of refused)
    expect(error).toEqual({ code: "rate_limit_tools", message: expect.stringMatching(/^[A-Z][^{}]+\.$/) });
});

test("[X5] sessions of another project do not exist for the sender", async () => {
  const { client, home } = await openStage({
    a: agent({ go: [message("b", "x", { session: "SESSION" })] }),
    b: agent(),
  });
  const elsewhere = path.join(path.dirname(home.project), "elsewhere");
  mkdirSync(elsewhere);
  const { session_id } = await client.chat("hi", { agent_id: "b", project_root: elsewhere });
  const talk = await Talk.begin(client, "a", "go");
  await talk.whenEnded();
  expect(session_id).not.toBe("");
  expect(talk.results()).toMatchObject([{ error: { code: "session_not_found" } }]);
});
