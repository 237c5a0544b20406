import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openSqliteStore } from "../../../src/store/sqlite/sqlite-store.ts";
import type { Client } from "../support/client.ts";
import { Follower } from "../support/follower.ts";
import { makeHome } from "../support/home.ts";
import { atMost, figure, numbers } from "../support/numbers.ts";
import { startHere } from "../support/server-here.ts";
import { recordingStore, wrapStore } from "../support/wrapped-store.ts";

const WRITERS = 64;

function rename(client: Client, sessionId: string, title: string) {
  return client.ask("PATCH", `/api/sessions/${sessionId}`, { title });
}

/** Sends a message as soon as the queue has room: it is bounded, and large numbers reach the limit. */
async function say(client: Client, follower: Follower, sessionId: string, text: string): Promise<void> {
  const ended = ({ conversation }: Follower) => conversation.runs.length - conversation.liveRuns.size;
  for (;;) {
    const before = ended(follower);
    const { status } = await client.send(text, { session_id: sessionId });
    if (status === 202) return;
    expect(status).toBe(429);
    await follower.when((now) => ended(now) > before);
  }
}

/** The seqs in the order they were written, of each session. */
function seqsOf(written: Map<string, string[]>): Map<string, number[]> {
  return new Map(
    [...written].map(([sessionId, lines]) => [sessionId, lines.map((line) => JSON.parse(line).seq)]),
  );
}

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

test("[R3] 64 writers to one session: its seqs are 1 to n, without gaps or duplicates", {
  timeout: atMost(1_800_000),
}, async () => {
  const { open, written } = recordingStore();
  const { client } = await startHere(makeHome({ echo: {} }), { openStore: open });
  const sessionId = await client.createSession();
  const follower = await Follower.open(client, sessionId);
  const turns = figure(10, 1000);
  const write = async (writer: number) => {
    const answers = [await client.send(`message of ${writer}`, { session_id: sessionId })];
    for (let turn = 0; turn < turns; turn++) {
      const { status } = await rename(client, sessionId, `writer ${writer}, turn ${turn}`);
      expect(status).toBe(200);
    }
    return answers.map(({ status }) => status);
  };
  const statuses = await Promise.all(upTo(WRITERS).map(write));
  expect(statuses.flat()).toEqual(upTo(WRITERS).map(() => 202));
  await follower.when(
    ({ conversation }) => conversation.runs.length === WRITERS && conversation.liveRuns.size === 0,
  );
  const { seq } = await client.session(sessionId);
  expect(seq).toBeGreaterThan(WRITERS * turns);
  expect(seqsOf(written)).toEqual(new Map([[sessionId, upTo(seq)]]));
  expect((await client.log(sessionId)).at(-1)?.seq).toBe(seq);
});

test("[R3] 64 writers to 16 sessions at once: each has its own seqs", {
  timeout: atMost(1_800_000),
}, async () => {
  const { open, written } = recordingStore();
  const { client } = await startHere(makeHome({ echo: {} }), { openStore: open });
  const sessionIds = await Promise.all(upTo(16).map(() => client.createSession()));
  const followers = await Promise.all(sessionIds.map((id) => Follower.open(client, id)));
  const turns = figure(3, 1000);
  const write = async (writer: number) => {
    const at = writer % sessionIds.length;
    const [sessionId, follower] = [sessionIds[at] as string, followers[at] as Follower];
    for (let turn = 0; turn < turns; turn++) {
      await say(client, follower, sessionId, `writer ${writer}, turn ${turn}`);
      await rename(client, sessionId, `writer ${writer}, turn ${turn}`);
    }
  };
  await Promise.all(upTo(WRITERS).map(write));
  const runs = (WRITERS / sessionIds.length) * turns;
  await Promise.all(
    followers.map((follower) =>
      follower.when(
        ({ conversation }) => conversation.runs.length === runs && conversation.liveRuns.size === 0,
      ),
    ),
  );
  const rows = await Promise.all(sessionIds.map((id) => client.session(id)));
  expect(seqsOf(written)).toEqual(new Map(rows.map(({ session_id, seq }) => [session_id, upTo(seq)])));
});

test("[R4] commits that arrive late are skipped by none of 50 readers, whenever they start", {
  timeout: atMost(1_800_000),
}, async () => {
  const random = numbers(4);
  // The commit may be late, and so may its notification.
  const openStore = (file: string) => {
    const store = openSqliteStore(file);
    return wrapStore(store, {
      commit: async (work) => {
        await sleep(random(12));
        const committed = await store.commit(work);
        await sleep(random(12));
        return committed;
      },
    });
  };
  const { client } = await startHere(makeHome({ echo: {} }), { openStore });
  const sessionIds = await Promise.all(upTo(5).map(() => client.createSession()));
  const first = await Follower.open(client);
  const writers = await Promise.all(sessionIds.map((id) => Follower.open(client, id)));
  const tailers: { sessionId: string; follower: Follower }[] = [];
  const join = async () => {
    const sessionId = sessionIds[tailers.length % sessionIds.length] as string;
    const tailer = { sessionId, follower: await Follower.open(client, sessionId) };
    tailers.push(tailer);
  };
  const turns = figure(10, 200);
  for (let turn = 0; turn < turns; turn++) {
    const writing = sessionIds.map((id, at) => say(client, writers[at] as Follower, id, `turn ${turn}`));
    const joining = Math.round((50 * (turn + 1)) / turns) - tailers.length;
    await Promise.all([...writing, ...upTo(joining).map(join)]);
  }
  expect(tailers.length).toBe(50);
  const isDone = ({ conversation }: Follower) =>
    conversation.runs.length === turns && conversation.liveRuns.size === 0;
  await Promise.all(tailers.map(({ follower }) => follower.when(isDone)));
  const logs = new Map(await Promise.all(sessionIds.map(async (id) => [id, await client.log(id)] as const)));
  const lasting = (sessionId: string) => logs.get(sessionId)?.map(({ seq }) => seq) ?? [];
  const isIncreasing = (seqs: readonly number[]) =>
    seqs.every((seq, at) => at === 0 || seq > (seqs[at - 1] ?? 0));
  for (const { sessionId, follower } of tailers) {
    const seqs = follower.events.map(({ seq }) => seq);
    const seen = new Set(seqs);
    expect(isIncreasing(seqs)).toBe(true);
    expect(lasting(sessionId).filter((seq) => !seen.has(seq))).toEqual([]);
  }
  const ends = sessionIds.length * turns;
  await first.when(({ events }) => events.filter(({ type }) => type === "run_ended").length === ends);
  for (const sessionId of sessionIds) {
    const seqs = first.events.filter((event) => event.sessionId === sessionId).map(({ seq }) => seq);
    expect(isIncreasing(seqs)).toBe(true);
    expect(lasting(sessionId).filter((seq) => !seqs.includes(seq))).toEqual([]);
  }
});
