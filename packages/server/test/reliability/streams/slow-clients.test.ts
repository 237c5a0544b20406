import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { Hub, type Listening } from "../../../src/hub/hub.ts";
import { Log } from "../../../src/log/log.ts";
import { openMemoryStore } from "../../support/memory-store.ts";
import { Follower } from "../support/follower.ts";
import { makeHome, temporaryFolder } from "../support/home.ts";
import { memoryDuring } from "../support/memory.ts";
import { atMost, figure } from "../support/numbers.ts";
import { frameOf } from "../support/pieces.ts";
import { RawStream } from "../support/raw-stream.ts";
import { spawnServer } from "../support/server-process.ts";
import { wrapStore } from "../support/wrapped-store.ts";

const READERS = 100;
const STALLED = 100;
const NOTE = 64 * 1024;
const NOTES = 320;
/** How often the texts are sent. */
const ROUNDS = figure(1, 5);
/** The limit for one slow client. On a busy machine the readers are slow, too. Without a limit, each takes all texts. */
const EACH = 2 * 1024 * 1024;
/** The conversation itself is in memory once, and read and written in pieces; as much again waits for the garbage collector. */
const OWN = 6 * ROUNDS * NOTES * NOTE + 64 * 1024 * 1024;

test(`[R20] ${STALLED} clients that do not read use bounded memory and delay none of the ${READERS} that do`, {
  timeout: atMost(900_000),
}, async () => {
  const notes = Array.from({ length: NOTES }, (_, at) => ({
    emit: { type: "notice", text: `${at} ${"x".repeat(NOTE)}` },
  }));
  const script = { prompts: [{ match: "^much", steps: notes }], default: [{ echo: true }] };
  const file = path.join(temporaryFolder(), "script.json");
  writeFileSync(file, JSON.stringify(script));
  const { client } = await spawnServer(makeHome({ agent: { script: file } }));
  const { session_id } = await client.chat("begin");
  const follower = await Follower.open(client, session_id);
  await follower.whenEvent("run_ended");
  const open = () => RawStream.open(client, session_id);
  const stalled = await Promise.all(Array.from({ length: STALLED }, open));
  for (const stream of stalled) stream.stall();
  const readers = await Promise.all(Array.from({ length: READERS }, open));
  let frames = 0;
  const grown = await memoryDuring(client, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { run_id } = await client.chat("much", { session_id });
      await follower.whenEvent("run_ended", ({ runId }) => runId === run_id);
    }
    frames = (await client.log(session_id)).length;
    // Another session is served meanwhile.
    const other = await client.chat("hello");
    await (await Follower.open(client, other.session_id)).whenEvent("run_ended");
    await Promise.all(readers.map((reader) => reader.when(() => reader.frames >= frames)));
  });
  expect(readers.map((reader) => reader.frames)).toEqual(readers.map(() => frames));
  expect(new Set(readers.map(({ hash }) => hash)).size).toBe(1);
  expect(grown).toBeLessThan((STALLED + READERS) * EACH + OWN);
  expect(stalled.filter((stream) => stream.frames > ROUNDS * NOTES)).toEqual([]);
});

test("[R20] a client that reads slowly does not cause repeated reads of the log", async () => {
  const events = 1000;
  const memory = openMemoryStore();
  let rows = 0;
  const store = wrapStore(memory, {
    events: async (...args) => {
      const page = await memory.events(...args);
      rows += page.length;
      return page;
    },
  });
  const hub = new Hub(store, 0, frameOf);
  let ids = 0;
  const log = new Log({
    ...{ store: memory, hub, now: () => 1, newId: () => `id-${++ids}` },
    onHealth: () => undefined,
  });
  const created = { sessionId: "s", projectRoot: "/p", agentId: "a", createdTs: 1 };
  const bodies = Array.from({ length: events }, () => ({ type: "notice" as const, text: "note" }));
  await log.append(log.begin(created), { bodies, created, refusable: true });
  const all = Promise.withResolvers<void>();
  let count = 0;
  const listening: Listening = hub.listen(
    { kind: "session", sessionId: "s", rev: 1, after: 0 },
    {
      deliver: () => {
        count++;
        if (count === events) all.resolve();
        setImmediate(() => listening.ready());
        return false;
      },
      caughtUp: () => undefined,
      changed: () => undefined,
      lost: (reason) => all.reject(new Error(reason)),
    },
  );
  await all.promise;
  listening.stop();
  expect(rows).toBeLessThan(events * 20);
});
