import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { Follower } from "../support/follower.ts";
import { makeHome } from "../support/home.ts";
import { atMost, figure, numbers } from "../support/numbers.ts";
import { spawnServer } from "../support/server-process.ts";

const ITEMS = 100;
const KILLS = figure(10, 50);

/** Whether every message had its run: a server may finish before its last kill. */
function isFinished({ conversation }: Follower): boolean {
  return conversation.runs.length === ITEMS && conversation.liveRuns.size === 0;
}

test(`[R11] ${ITEMS} messages, ${KILLS} kills: each is delivered once and in order, or its run reports that it may have been`, {
  timeout: atMost(600_000),
}, async () => {
  const script = [{ receipt: "receipts" }, { echo: true }];
  const home = makeHome({ agent: { script, process: true } });
  const random = numbers(11);
  let server = await spawnServer(home);
  const sessionId = await server.client.createSession();
  const texts = Array.from({ length: ITEMS }, (_, at) => `message ${at}`);
  for (const text of texts) {
    await server.client.chat(text, { session_id: sessionId, client_message_id: text });
  }
  // Each kill happens a few events later, at any point of a run.
  for (let kill = 0; kill < KILLS; kill++) {
    const { seq } = await server.client.session(sessionId);
    const follower = await Follower.open(server.client, sessionId);
    const few = random(Math.ceil((ITEMS * 6) / (KILLS + 2)));
    await follower.when((now) => now.conversation.seq >= seq + few || isFinished(now));
    await server.kill();
    server = await spawnServer(home);
  }
  const follower = await Follower.open(server.client, sessionId);
  await follower.when(isFinished);

  const log = await server.client.log(sessionId);
  const asked = log.flatMap((event) => (event.type === "user_message" ? [event] : []));
  expect(asked.map(({ text }) => text)).toEqual(texts);
  const ends = log.flatMap((event) => (event.type === "run_ended" ? [event] : []));
  const outcomes = new Map(ends.map(({ runId, outcome }) => [runId, outcome]));
  expect(outcomes.size).toBe(ITEMS);
  const received = readFileSync(path.join(home.project, "receipts"), "utf8").trimEnd().split("\n");
  expect(received).toEqual(texts.filter((text) => received.includes(text)));
  const missing = asked.filter(({ text }) => !received.includes(text));
  const endOf = (runId = "") => ends.find((end) => end.runId === runId)?.error?.code;
  expect(missing.map(({ runId }) => endOf(runId))).toEqual(missing.map(() => "prompt_unconfirmed"));
  const interrupted = [...outcomes.values()].filter((outcome) => outcome === "interrupted");
  expect(interrupted.length).toBeLessThanOrEqual(KILLS);
  expect([...outcomes.values()].filter((outcome) => outcome !== "completed")).toEqual(interrupted);
  expect(await server.client.queue(sessionId)).toEqual([]);
});

test("[R11] the queue survives a kill: its order, its edits, its removals", async () => {
  const hold = [{ text: "Holding." }, { wait: 600_000 }];
  const script = { prompts: [{ match: "^hold", steps: hold }], default: [{ echo: true }] };
  const home = makeHome({ agent: { script } });
  const server = await spawnServer(home);
  const { client } = server;
  const { session_id } = await client.chat("hold");
  await (await Follower.open(client, session_id)).whenEvent("text_done");
  for (const text of ["hold a", "b", "c", "d"]) await client.chat(text, { session_id });
  const items = await client.queue(session_id);
  const at = (index: number) => `/api/sessions/${session_id}/queue/${items[index]?.item_id}`;
  expect((await client.ask("PATCH", at(3), { position: 1 })).status).toBe(200);
  expect((await client.ask("PATCH", at(1), { text: "b, edited" })).status).toBe(200);
  expect((await client.ask("DELETE", at(2))).status).toBe(200);
  await server.kill();
  const again = await spawnServer(home);
  const follower = await Follower.open(again.client, session_id);
  // The first queued message runs now; the others wait behind it.
  await follower.when(({ conversation }) => conversation.runs.length === 2);
  expect((await again.client.queue(session_id)).map(({ text }) => text)).toEqual(["d", "b, edited"]);
  const runId = follower.conversation.runs.get(1)?.runId ?? "";
  await again.client.cancel(runId);
  await again.client.resume(session_id);
  await follower.when(
    ({ conversation }) => conversation.runs.length === 4 && conversation.liveRuns.size === 0,
  );
  const said = follower.events.flatMap((event) => (event.type === "user_message" ? [event.text] : []));
  expect(said).toEqual(["hold", "hold a", "d", "b, edited"]);
});
