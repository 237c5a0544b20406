import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openSqliteStore } from "../../../src/store/sqlite/sqlite-store.ts";
import { Follower } from "../support/follower.ts";
import { makeHome } from "../support/home.ts";
import { startHere } from "../support/server-here.ts";
import { spawnServer } from "../support/server-process.ts";
import { wrapStore } from "../support/wrapped-store.ts";

const TIMES = 50;

test("[R10] the same message 50 times at once is one event and 50 equal responses", async () => {
  const { client } = await startHere(makeHome({ echo: {} }));
  const send = () => client.send("only once", { client_message_id: "one" });
  const answers = await Promise.all(Array.from({ length: TIMES }, send));
  const [first] = answers;
  expect(first?.status).toBe(202);
  expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
    Array.from({ length: TIMES }, () => ({ status: 202, body: first?.body })),
  );
  const sessionId = first?.body.session_id as string;
  const follower = await Follower.open(client, sessionId);
  await follower.whenEvent("run_ended");
  const said = (await client.log(sessionId)).filter(({ type }) => type === "user_message");
  expect(said.length).toBe(1);
  const { sessions } = await client.get<{ sessions: unknown[] }>("/api/sessions");
  expect(sessions.length).toBe(1);
  expect((await send()).body).toEqual(first?.body);
});

test("[R10] another body under the same ID is rejected, at the same time and later", async () => {
  const { client } = await startHere(makeHome({ echo: {} }));
  const [good, bad] = await Promise.all([
    client.send("this", { client_message_id: "two" }),
    client.send("that", { client_message_id: "two" }),
  ]);
  expect([good.status, bad.status]).toEqual([202, 409]);
  expect(bad.body.error.code).toBe("client_message_conflict");
  const sessionId = good.body.session_id;
  for (const changed of [
    { text: "that" },
    { text: "this", session_id: sessionId },
    { text: "this", delivery: "steer" },
  ]) {
    const { text, ...more } = changed;
    const again = await client.send(text, { client_message_id: "two", ...more });
    expect({ changed, status: again.status }).toEqual({ changed, status: 409 });
  }
  expect((await client.log(sessionId)).filter(({ type }) => type === "user_message").length).toBe(1);
});

test("[R10] after a kill, the same message returns the same response and adds nothing", async () => {
  const home = makeHome({ slow: { script: [{ echo: true }, { wait: 600_000 }] } });
  const server = await spawnServer(home);
  const first = await server.client.chat("begin", { client_message_id: "begin" });
  const more = { session_id: first.session_id, client_message_id: "waits" };
  const queued = await server.client.chat("waits", more);
  expect(queued).toMatchObject({ queued: true, position: 1 });
  await (await Follower.open(server.client, first.session_id)).whenEvent("text_done");
  await server.kill();
  const { client } = await spawnServer(home);
  const again = await Promise.all(
    Array.from({ length: TIMES }, (_, at) =>
      at % 2 === 0 ? client.chat("begin", { client_message_id: "begin" }) : client.chat("waits", more),
    ),
  );
  expect(again).toEqual(Array.from({ length: TIMES }, (_, at) => (at % 2 === 0 ? first : queued)));
  expect((await client.send("other", more)).status).toBe(409);
  const follower = await Follower.open(client, first.session_id);
  await follower.whenEvent("text_done", ({ text }) => text === "waits");
  const said = (await client.log(first.session_id)).filter((event) => event.type === "user_message");
  expect(said.map(({ text }) => text)).toEqual(["begin", "waits"]);
});

test("[R10] messages whose response was lost exist once, however often they are sent again", async () => {
  const home = makeHome({ echo: {} });
  const texts = Array.from({ length: 40 }, (_, at) => `message ${at}`);
  let server = await spawnServer(home);
  const sessionId = await server.client.createSession();
  const sendAll = (client: typeof server.client) =>
    Promise.allSettled(
      texts.map((text) => client.chat(text, { session_id: sessionId, client_message_id: text })),
    );
  for (let kill = 0; kill < 3; kill++) {
    const sending = sendAll(server.client);
    await server.client.chat("heard", { session_id: sessionId, client_message_id: `heard ${kill}` });
    await server.kill();
    await sending;
    server = await spawnServer(home);
  }
  const sent = await sendAll(server.client);
  expect(sent.filter(({ status }) => status === "rejected")).toEqual([]);
  const follower = await Follower.open(server.client, sessionId);
  await follower.when(({ conversation }) => conversation.runs.length === texts.length + 3);
  const said = (await server.client.log(sessionId)).flatMap((event) =>
    event.type === "user_message" ? [event.text] : [],
  );
  expect(said.filter((text) => text !== "heard").sort()).toEqual([...texts].sort());
});

test("[R10] the response is the same again, even if the log grew while it was given", async () => {
  const openStore = (file: string) => {
    const store = openSqliteStore(file);
    return wrapStore(store, {
      // So slow that the agent's events wait together with the message.
      commit: async (work) => {
        await sleep(30);
        return store.commit(work);
      },
    });
  };
  const script = [{ text: "word ".repeat(4000), chunk: 5, everyMs: 1 }];
  const { client } = await startHere(makeHome({ talks: { script } }), { openStore });
  const { session_id } = await client.chat("talk");
  const follower = await Follower.open(client, session_id);
  await follower.whenEvent("text_delta");
  const send = (at: number) => client.chat(`message ${at}`, { session_id, client_message_id: `id ${at}` });
  const first = await Promise.all(Array.from({ length: 20 }, (_, at) => send(at)));
  expect(await Promise.all(first.map((_, at) => send(at)))).toEqual(first);
});
