import { expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { Follower } from "../support/follower.ts";
import { makeHome } from "../support/home.ts";
import { atMost, figure, numbers } from "../support/numbers.ts";
import { plain } from "../support/same-conversation.ts";
import { startHere } from "../support/server-here.ts";

const CLIENTS = figure(50, 200);
const CUTS = figure(20, 100);

const talkative = [
  { thinking: "What is asked of me, and what do I know of it? ".repeat(4), chunk: 12, everyMs: 2 },
  { text: "First I look around. ".repeat(6), chunk: 9, everyMs: 2 },
  {
    tool: {
      name: "Bash",
      input: { command: "ls" },
      output: ["a\n", "b\n", "c\n"],
      everyMs: 3,
      result: "a b c",
    },
  },
  {
    subagent: {
      task: "count them",
      steps: [{ text: "There are three. ".repeat(4), everyMs: 2 }],
      result: "3",
    },
  },
  { text: "That is all. 🎈 ".repeat(6), chunk: 5, everyMs: 2 },
];

test(`[R5] ${CLIENTS} clients × ${CUTS} disconnects: each event is applied once, and all match the server`, {
  timeout: atMost(1_200_000),
}, async () => {
  const { client } = await startHere(makeHome({ talkative: { script: talkative } }));
  const sessionId = await client.createSession();
  const random = numbers(5);
  let cutting = CLIENTS;
  const follow = async () => {
    const follower = await Follower.open(client, sessionId);
    for (let cut = 0; cut < CUTS; cut++) {
      const read = follower.events.length + random(6);
      await follower.when(({ events }) => events.length >= read);
      follower.cut();
      await follower.connect();
    }
    cutting--;
    return follower;
  };
  const following = Promise.all(Array.from({ length: CLIENTS }, follow));
  const speaker = await Follower.open(client, sessionId);
  let runs = 0;
  while (cutting > 0) {
    await client.chat(`turn ${runs}`, { session_id: sessionId });
    runs++;
    const ended = () => speaker.events.filter(({ type, agentId }) => type === "run_ended" && agentId).length;
    await speaker.when(() => ended() === 2 * runs);
  }
  const { seq } = await client.session(sessionId);
  const held = await client.snapshot(sessionId);
  for (const follower of await following) {
    await follower.when(({ conversation }) => conversation.seq === seq);
    const seqs = follower.events.map((event) => event.seq);
    expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
    expect(follower.resyncs).toBe(0);
    expect(plain(follower.conversation)).toEqual(held);
  }
  expect(held.faults.count).toBe(0);
});

test("[R5] a client of all sessions continues after a disconnect without a gap or a repeat", async () => {
  const { client } = await startHere(makeHome({ echo: {} }));
  const follower = await Follower.open(client);
  const random = numbers(55);
  for (let cut = 0; cut < CUTS; cut++) {
    await Promise.all(Array.from({ length: 3 }, (_, at) => client.chat(`session ${cut}-${at}`)));
    const read = follower.events.length + random(8);
    await follower.when(({ events }) => events.length >= read);
    follower.cut();
    await client.chat(`while nobody listens ${cut}`);
    await follower.connect();
  }
  const runs = CUTS * 4;
  const ends = () => follower.events.filter(({ type }) => type === "run_ended");
  await follower.when(() => ends().length >= runs);
  const ids = follower.events.map(({ id }) => id);
  expect(ids.length).toBe(new Set(ids).size);
  const sessions = await allSessions(client);
  expect(sessions.length).toBe(runs);
  const seen = new Set(ids);
  for (const session_id of sessions) {
    const missed = (await client.log(session_id)).filter(({ id }) => !seen.has(id));
    expect(missed).toEqual([]);
  }
});

async function allSessions(client: Client): Promise<string[]> {
  const found: string[] = [];
  for (let cursor = ""; ; ) {
    const page = await client.get<SessionPage>(`/api/sessions?limit=200${cursor}`);
    found.push(...page.sessions.map(({ session_id }) => session_id));
    if (page.next === null) return found;
    cursor = `&cursor=${encodeURIComponent(page.next)}`;
  }
}

interface SessionPage {
  readonly sessions: readonly { readonly session_id: string }[];
  readonly next: string | null;
}
