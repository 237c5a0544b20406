import { expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { Follower } from "../support/follower.ts";
import { makeHome } from "../support/home.ts";
import { atMost, figure } from "../support/numbers.ts";
import { startHere } from "../support/server-here.ts";
import { spawnServer } from "../support/server-process.ts";

const RACES = figure(50, 500);
const RACERS = 20;

const permission = { ask: { permission: { toolName: "Bash", input: { command: "make" } } } };
const question = {
  ask: { question: { question: "Which?", options: [{ label: "this" }, { label: "that" }] } },
};
const plan = { ask: { plan: { entries: [{ content: "do it", status: "pending" }] } } };

const answers = {
  permission: (client: Client, askId: string, racer: number) =>
    client.ask("POST", "/api/permission-response", {
      request_id: askId,
      option_id: racer % 2 === 0 ? "allow" : "reject",
      note: `racer ${racer}`,
    }),
  question: (client: Client, askId: string, racer: number) =>
    client.ask("POST", "/api/ask-user-response", {
      question_id: askId,
      answers: { "Which?": `racer ${racer}` },
    }),
  plan: (client: Client, askId: string, racer: number) =>
    client.ask("POST", "/api/plan-response", {
      plan_id: askId,
      decision: racer % 2 === 0 ? "approve" : "reject",
    }),
};
const kinds = ["permission", "question", "plan"] as const;

test(`[R12] ${RACERS} clients race for an ask, ${RACES} times: one wins, the others get an error with the reason`, {
  timeout: atMost(600_000),
}, async () => {
  const script = {
    prompts: [
      { match: "^permission", steps: [permission, { text: "went on" }] },
      { match: "^question", steps: [question, { text: "went on" }] },
      { match: "^plan", steps: [plan, { text: "went on" }] },
    ],
  };
  const { client } = await startHere(makeHome({ asks: { script } }));
  const sessionId = await client.createSession();
  const follower = await Follower.open(client, sessionId);
  for (let race = 0; race < RACES; race++) {
    const kind = kinds[race % kinds.length] ?? "permission";
    const { run_id = "" } = await client.chat(`${kind} ${race}`, { session_id: sessionId });
    const askId = `${run_id}-ask-1`;
    await follower.when(({ conversation }) => conversation.pendingAsks.has(askId));
    const given = await Promise.all(
      Array.from({ length: RACERS }, (_, racer) => answers[kind](client, askId, racer)),
    );
    const statuses = given.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: RACERS - 1 }, () => 409)]);
    await follower.whenEvent("run_ended", ({ runId }) => runId === run_id);
    const replies = follower.events.filter(
      ({ type, runId }) =>
        runId === run_id && ["permission_response", "ask_user_response", "plan_response"].includes(type),
    );
    expect(replies.length).toBe(1);
    const winner = given.findIndex(({ status }) => status === 200);
    if (kind === "permission") expect(replies[0]).toMatchObject({ note: `racer ${winner}` });
    if (kind === "question") {
      expect(replies[0]).toMatchObject({ answers: [{ question: "Which?", answer: `racer ${winner}` }] });
    }
  }
  expect(await client.asks()).toEqual([]);
  expect((await client.snapshot(sessionId)).faults.count).toBe(0);
});

test("[R12] an answer belongs to one ask: for an unknown ask or one of another kind it returns 404, and it never applies to the next ask", async () => {
  const { client } = await startHere(
    makeHome({ asks: { script: [permission, permission, { text: "done" }] } }),
  );
  const { session_id, run_id } = await client.chat("go");
  const follower = await Follower.open(client, session_id);
  await follower.when(({ conversation }) => conversation.pendingAsks.has(`${run_id}-ask-1`));
  expect((await client.allow("nobody-asked")).status).toBe(404);
  expect((await answers.question(client, `${run_id}-ask-1`, 1)).status).toBe(404);
  expect((await client.allow(`${run_id}-ask-1`)).status).toBe(200);
  await follower.when(({ conversation }) => conversation.pendingAsks.has(`${run_id}-ask-2`));
  expect((await client.allow(`${run_id}-ask-1`)).status).toBe(409);
  expect((await client.asks()).map(({ ask_id }) => ask_id)).toEqual([`${run_id}-ask-2`]);
  expect((await client.allow(`${run_id}-ask-2`)).status).toBe(200);
  await follower.whenEvent("run_ended");
});

const restarts = {
  "a kill": (server: { kill: () => Promise<unknown>; stop: () => Promise<unknown> }) => server.kill(),
  "a stop": (server: { kill: () => Promise<unknown>; stop: () => Promise<unknown> }) => server.stop(),
};

for (const [how, end] of Object.entries(restarts)) {
  test(`[R13] [S20] a pending ask survives a reload; after ${how} it has expired, with the reason, and waits nowhere`, async () => {
    const home = makeHome({ asks: { script: [{ text: "May I?" }, permission], process: true } });
    const server = await spawnServer(home);
    const { session_id, run_id } = await server.client.chat("go");
    const askId = `${run_id}-ask-1`;
    const first = await Follower.open(server.client, session_id);
    await first.when(({ conversation }) => conversation.pendingAsks.has(askId));
    first.cut();
    const reloaded = await Follower.open(server.client, session_id);
    await reloaded.when(({ conversation }) => conversation.pendingAsks.has(askId));
    expect(await server.client.asks()).toMatchObject([{ ask_id: askId, session_id, state: "pending" }]);
    expect((await server.client.session(session_id)).status).toBe("waiting_for_you");
    await end(server);
    const ended = how === "a kill" ? "restarted" : "stopped";

    const { client } = await spawnServer(home);
    expect(await client.asks()).toEqual([]);
    expect(await client.session(session_id)).toMatchObject({ status: "interrupted", pending_asks: 0 });
    const again = await Follower.open(client, session_id);
    await again.whenEvent("run_ended");
    expect([...again.conversation.pendingAsks]).toEqual([]);
    expect(await again.whenEvent("permission_response")).toMatchObject({
      requestId: askId,
      outcome: "expired",
      by: { kind: "system" },
    });
    expect(await again.whenEvent("run_ended")).toMatchObject({
      outcome: "interrupted",
      error: {
        code: `server_${ended}`,
        message: `Polylog ${ended} while the agent waited for your answer, so the question expired. Send a message to continue; the agent can ask again.`,
      },
    });
    const late = await client.allow(askId);
    expect({ status: late.status, code: late.body.error.code }).toEqual({ status: 410, code: "ask_expired" });
    // The session continues with the next message, and the agent asks again.
    const next = await client.chat("continue", { session_id });
    await again.when(({ conversation }) => conversation.pendingAsks.has(`${next.run_id}-ask-1`));
  });
}

test("[R13] an answered ask stays answered after a kill", async () => {
  const home = makeHome({ asks: { script: [permission, { wait: 600_000 }], process: true } });
  const server = await spawnServer(home);
  const { session_id, run_id } = await server.client.chat("go");
  const follower = await Follower.open(server.client, session_id);
  await follower.when(({ conversation }) => conversation.pendingAsks.has(`${run_id}-ask-1`));
  expect((await server.client.allow(`${run_id}-ask-1`)).status).toBe(200);
  await server.kill();
  const { client } = await spawnServer(home);
  expect((await client.allow(`${run_id}-ask-1`)).status).toBe(409);
  const replies = (await client.log(session_id)).filter(({ type }) => type === "permission_response");
  expect(replies).toMatchObject([{ optionId: "allow" }]);
});

test("[R12] an answer that does not match a question is rejected by name, and the question stays open", async () => {
  const questions = [
    { question: "Which?", options: [{ label: "this" }, { label: "that" }] },
    { question: "What else?", options: [{ label: "a" }, { label: "b" }], multiSelect: true },
  ];
  const script = [{ ask: { question: questions } }, { text: "done" }];
  const { client } = await startHere(makeHome({ asks: { script } }));
  const { session_id, run_id } = await client.chat("go");
  const follower = await Follower.open(client, session_id);
  const askId = `${run_id}-ask-1`;
  await follower.when(({ conversation }) => conversation.pendingAsks.has(askId));
  const answer = async (answers: unknown) => {
    const body = { question_id: askId, answers };
    const { status, body: said } = await client.ask<{ error?: { code: string; message: string } }>(
      "POST",
      "/api/ask-user-response",
      body,
    );
    return [status, said.error?.code, said.error?.message];
  };
  const asked = "Questions of this ask: “Which?”, “What else?”.";
  expect(await answer({ bogus: "red" })).toEqual([400, "bad_request", `Unknown question “bogus”. ${asked}`]);
  for (const none of [{}, [], { "Which?": " " }, { "What else?": [] }])
    expect(await answer(none)).toEqual([400, "bad_request", `Answer at least one question. ${asked}`]);
  const both = { "Which?": ["this", "that"] };
  expect(await answer(both)).toEqual([400, "bad_request", `“Which?” accepts only one answer. ${asked}`]);
  const twice = [1, 2].map(() => ({ question: "Which?", answer: "this" }));
  expect(await answer(twice)).toEqual([400, "bad_request", `“Which?” is answered more than once. ${asked}`]);
  expect((await client.asks()).map(({ state }) => state)).toEqual(["pending"]);

  expect(await answer({ "Which?": "neither", "What else?": ["a", "b"] })).toEqual([
    200,
    undefined,
    undefined,
  ]);
  expect(await follower.whenEvent("ask_user_response")).toMatchObject({
    answers: [
      { question: "Which?", answer: "neither" },
      { question: "What else?", answer: ["a", "b"] },
    ],
  });
  expect((await answer({ bogus: "red" }))[0]).toBe(409);
});
