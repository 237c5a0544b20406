import { expect, test } from "vitest";
import { Follower } from "../support/follower.ts";
import { makeHome } from "../support/home.ts";
import { plain } from "../support/same-conversation.ts";
import { startHere } from "../support/server-here.ts";

/** Bugs of earlier systems that the server prevents. */

const LONG = 600_000;
const script = {
  prompts: [
    { match: "^hold", steps: [{ text: "so far" }, { wait: LONG }] },
    { match: "^ask", steps: [{ ask: { permission: { toolName: "Bash" } } }, { text: "went on" }] },
    {
      match: "^fail",
      steps: [{ ask: { permission: { toolName: "Bash" } } }, { fail: { code: "no", message: "No." } }],
    },
    { match: "^slow", steps: [{ text: "word ".repeat(200), chunk: 5, everyMs: 2 }] },
  ],
  default: [{ receipt: "receipts" }, { echo: true }],
};

async function begin(text: string) {
  const home = makeHome({ agent: { script } });
  const { client } = await startHere(home);
  const { session_id, run_id = "" } = await client.chat(text);
  const follower = await Follower.open(client, session_id);
  return { home, client, session_id, run_id, follower };
}

const saidIn = ({ events }: Follower) =>
  events.flatMap((event) => (event.type === "user_message" ? [event.text] : []));

test("[R11] a dismissed message never runs", async () => {
  const { client, session_id, run_id, follower } = await begin("hold");
  await follower.whenEvent("text_done");
  for (const text of ["first", "dismissed", "last"]) await client.chat(text, { session_id });
  const [, item] = await client.queue(session_id);
  const at = `/api/sessions/${session_id}/queue/${item?.item_id}`;
  expect((await client.ask("DELETE", at)).status).toBe(200);
  expect((await client.ask("DELETE", at)).status).toBe(404);
  expect((await client.queue(session_id)).map(({ text }) => text)).toEqual(["first", "last"]);
  await client.cancel(run_id);
  await client.resume(session_id);
  await follower.whenEvent("text_done", ({ text }) => text === "last");
  await follower.when(({ conversation }) => conversation.liveRuns.size === 0);
  expect(saidIn(follower)).toEqual(["hold", "first", "last"]);
  expect((await client.session(session_id)).status).toBe("idle");
});

test("[R11] a message that is dismissed at the moment it would run either runs or is dismissed, and never both", async () => {
  const { client, session_id, follower } = await begin("ask 0");
  for (let turn = 1; turn <= 15; turn++) {
    const asked = ({ conversation }: Follower) => conversation.pendingAsks.size > 0;
    await follower.when(asked);
    await client.chat(`doubtful ${turn}`, { session_id });
    await client.chat(`ask ${turn}`, { session_id });
    const [item] = await client.queue(session_id);
    const [requestId = ""] = [...follower.conversation.pendingAsks].map(([id]) => id);
    const [dismissed] = await Promise.all([
      client.ask("DELETE", `/api/sessions/${session_id}/queue/${item?.item_id}`),
      client.allow(requestId),
    ]);
    await follower.when((it) => saidIn(it).includes(`ask ${turn}`));
    expect(saidIn(follower).includes(`doubtful ${turn}`)).toBe(dismissed.status === 404);
  }
});

test("[R11] a cancel leaves the queue unchanged, and starts none of its messages", async () => {
  const { client, session_id, run_id, follower } = await begin("hold");
  await follower.whenEvent("text_done");
  for (const text of ["hold on", "b", "c"]) await client.chat(text, { session_id });
  await client.cancel(run_id);
  await follower.whenEvent("run_ended");
  expect((await client.queue(session_id)).map(({ text }) => text)).toEqual(["hold on", "b", "c"]);
  const row = await client.session(session_id);
  expect({ status: row.status, queued: row.queued }).toEqual({ status: "queued", queued: 3 });
  await client.resume(session_id);
  await follower.when(({ conversation }) => conversation.runs.length === 2);
  expect((await client.queue(session_id)).map(({ text }) => text)).toEqual(["b", "c"]);
});

test("[R11] a queued message is in the queue and not in the conversation", async () => {
  const { client, session_id, run_id, follower } = await begin("hold");
  await follower.whenEvent("text_done");
  const answer = await client.chat("later", { session_id });
  expect(answer).toMatchObject({ queued: true, position: 1 });
  await follower.when(({ conversation }) => conversation.agents.get("agent")?.queue.items.length === 1);
  const talk = () =>
    follower.conversation.main.entries
      .slice()
      .flatMap((entry) => (entry.kind === "message" ? [entry.body.toString()] : []));
  expect(talk()).toEqual(["hold", "so far"]);
  await client.cancel(run_id);
  await client.resume(session_id);
  await follower.whenEvent("text_done", ({ text }) => text === "later");
  expect(talk()).toEqual(["hold", "so far", "later", "later"]);
  expect(follower.conversation.agents.get("agent")?.queue.items).toEqual([]);
});

test("[R11] a failed run pauses the queue visibly; a new message runs immediately, and the queue waits to be resumed", async () => {
  const { client, session_id, run_id, follower } = await begin("fail");
  await follower.whenEvent("permission_request");
  for (const text of ["one", "two"]) await client.chat(text, { session_id });
  await client.allow(`${run_id}-ask-1`);
  expect(await follower.whenEvent("run_ended")).toMatchObject({ outcome: "failed", error: { code: "no" } });
  const queue = () => follower.conversation.agents.get("agent")?.queue;
  await follower.when(() => queue()?.paused !== null);
  expect(queue()).toMatchObject({
    items: [{ text: "one" }, { text: "two" }],
    paused: { reason: "The last run failed." },
  });
  const row = await client.session(session_id);
  expect({ status: row.status, queued: row.queued }).toEqual({ status: "failed", queued: 2 });
  await client.chat("again", { session_id, delivery: "auto" });
  await follower.whenEvent("text_done", ({ text }) => text === "again");
  await client.resume(session_id);
  await follower.whenEvent("text_done", ({ text }) => text === "two");
  expect(saidIn(follower)).toEqual(["fail", "again", "one", "two"]);
});

test("[R12] cancelling one session leaves another's ask open", async () => {
  const { client, run_id, follower } = await begin("ask here");
  const other = await client.chat("ask there");
  const there = await Follower.open(client, other.session_id);
  await there.whenEvent("permission_request");
  await follower.whenEvent("permission_request");
  await client.cancel(run_id);
  await follower.whenEvent("run_ended");
  expect((await client.asks()).map(({ ask_id }) => ask_id)).toEqual([`${other.run_id}-ask-1`]);
  expect((await client.session(other.session_id)).status).toBe("waiting_for_you");
  expect((await client.allow(`${other.run_id}-ask-1`)).status).toBe(200);
  expect(await there.whenEvent("run_ended")).toMatchObject({ outcome: "completed" });
});

test("[R9] a session's stream contains only its own events", async () => {
  const { client, follower } = await begin("slow");
  const others = await Promise.all(["slow a", "slow b", "slow c"].map((text) => client.chat(text)));
  const followers = await Promise.all(others.map(({ session_id }) => Follower.open(client, session_id)));
  const all = [follower, ...followers];
  await Promise.all(all.map((each) => each.whenEvent("run_ended")));
  for (const each of all) {
    const own = each.conversation.sessionId;
    expect(each.events.filter(({ sessionId }) => sessionId !== own)).toEqual([]);
    expect(each.conversation.faults.count).toBe(0);
  }
  expect(new Set(all.map(({ conversation }) => conversation.sessionId)).size).toBe(all.length);
});

test("[R5] a client that leaves a session during a run and reconnects has the answer once", async () => {
  const { client, session_id, follower } = await begin("slow");
  await follower.whenEvent("text_delta");
  follower.cut();
  const elsewhere = await client.chat("hello");
  await (await Follower.open(client, elsewhere.session_id)).whenEvent("run_ended");
  await follower.connect();
  await follower.whenEvent("run_ended");
  const texts = follower.conversation.main.entries
    .slice()
    .flatMap((entry) => (entry.kind === "message" ? [entry.body.toString()] : []));
  expect(texts).toEqual(["slow", "word ".repeat(200)]);
  expect(plain(follower.conversation)).toEqual(await client.snapshot(session_id));
});

test("[R12] a question that is asked while no client is connected waits in the inbox", async () => {
  const { client, session_id, run_id, follower } = await begin("ask");
  follower.cut();
  const inbox = await Follower.open(client, undefined, "0");
  await inbox.whenEvent("permission_request", ({ sessionId }) => sessionId === session_id);
  expect((await client.asks()).map(({ ask_id }) => ask_id)).toEqual([`${run_id}-ask-1`]);
  const row = await client.session(session_id);
  expect({ status: row.status, pending: row.pending_asks }).toEqual({
    status: "waiting_for_you",
    pending: 1,
  });
});

test("[R11] a session with queued messages is never idle", async () => {
  const { client, session_id, follower } = await begin("slow");
  const states = new Set<string>();
  for (let turn = 0; turn < 10; turn++) await client.chat(`message ${turn}`, { session_id });
  while (follower.conversation.runs.length < 11) {
    const row = await client.session(session_id);
    if (row.queued > 0) states.add(row.status);
    const seen = follower.events.length;
    await follower.when(({ events }) => events.length > seen);
  }
  expect([...states].filter((state) => state === "idle")).toEqual([]);
});
