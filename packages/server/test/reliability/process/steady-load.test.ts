import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { makeHome } from "../support/home.ts";
import { memoryOf } from "../support/memory.ts";
import { figure, isSoak } from "../support/numbers.ts";
import { RawStream } from "../support/raw-stream.ts";
import { spawnServer } from "../support/server-process.ts";

const SESSIONS = figure(5, 50);
const CLIENTS = figure(20, 200);
/** The interval of each session's agent: 50 of them produce 500 events a second. */
const EVERY_MS = 100;
const SECONDS = isSoak ? 60 * Number(process.env.POLYLOG_SOAK_MINUTES ?? 10) : 2;
const LOOKS = 60;
/**
 * The conversations themselves grow by some megabytes in ten minutes; a leak of one frame per client is a
 * hundred times that.
 */
const MOST_GROWTH = 1.15;

interface Look {
  readonly bytes: number;
  readonly handles: number;
}

test(`[R28] ${SESSIONS} running sessions, ${CLIENTS} clients that connect and disconnect: memory and handles stay constant`, {
  timeout: (SECONDS + 120) * 1000,
}, async () => {
  const pieces = Math.ceil((SECONDS * 1000) / EVERY_MS);
  const script = [{ text: "some words, ".repeat(pieces), chunk: 12, everyMs: EVERY_MS }];
  const { client, pid } = await spawnServer(makeHome({ steady: { script } }));
  const handles = () => readdirSync(`/proc/${pid}/fd`).length;
  const sessionIds: string[] = [];
  for (let index = 0; index < SESSIONS; index++) sessionIds.push((await client.chat("begin")).session_id);
  const alone = handles();

  const open = (index: number) => RawStream.open(client, sessionIds[index % SESSIONS] as string);
  const streams = await Promise.all(Array.from({ length: CLIENTS }, (_, index) => open(index)));
  const looks: Look[] = [];
  const end = performance.now() + SECONDS * 1000;
  for (let turn = 0; performance.now() < end; turn++) {
    await sleep((SECONDS * 1000) / LOOKS);
    // One client disconnects and another connects, so that leaks add up.
    const place = turn % CLIENTS;
    (streams[place] as RawStream).close();
    streams[place] = await open(place);
    looks.push({ bytes: await memoryOf(client), handles: handles() });
  }
  // One after the other: in parallel, more connections would stay open than before.
  for (const id of sessionIds) expect((await client.session(id)).seq).toBeGreaterThan(pieces / 10);
  expect(streams.filter(({ isClosed }) => isClosed)).toEqual([]);

  for (const stream of streams) stream.close();
  await expect.poll(handles).toBeLessThanOrEqual(alone);
  if (!isSoak) return;
  const [early, late] = [looks.slice(LOOKS / 4, LOOKS / 2), looks.slice(-LOOKS / 4)];
  const middle = (part: readonly Look[], of: (look: Look) => number) =>
    part.map(of).sort((a, b) => a - b)[part.length >> 1] as number;
  expect(middle(late, ({ handles: count }) => count)).toBeLessThanOrEqual(
    middle(early, ({ handles: count }) => count) + 2,
  );
  expect(middle(late, ({ bytes }) => bytes)).toBeLessThan(middle(early, ({ bytes }) => bytes) * MOST_GROWTH);
});
