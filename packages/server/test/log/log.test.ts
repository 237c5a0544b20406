import type { PolylogEvent } from "@polylog/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Hub } from "../../src/hub/hub.ts";
import { limits } from "../../src/limits.ts";
import { Log } from "../../src/log/log.ts";
import { openMemoryStore } from "../support/memory-store.ts";

let clock = 1000;

beforeEach(() => {
  vi.spyOn(performance, "now").mockImplementation(() => clock);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A log with some sessions, right after a write. */
async function openLog() {
  const store = openMemoryStore();
  let ids = 0;
  const options = { now: () => 1, newId: () => `id-${++ids}`, onHealth: () => undefined };
  const log = new Log({ store, hub: new Hub(store, 0, () => ""), ...options });
  const note = (text: string) => ({ bodies: [{ type: "notice" as const, text }], refusable: true });
  const sessions = ["a", "b", "c"].map((sessionId) => {
    const created = { sessionId, projectRoot: "/p", agentId: "agent", createdTs: 1 };
    return { session: log.begin(created), created };
  });
  await Promise.all(
    sessions.map(({ session, created }) => log.append(session, { ...note("begun"), created })),
  );
  const say = (at: number, text: string): Promise<PolylogEvent[]> =>
    log.append((sessions[at] as (typeof sessions)[number]).session, note(text));
  return { log, say };
}

const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

test("simultaneous events of several sessions are one commit", async () => {
  const { log } = await openLog();
  expect(log.commits).toBe(1);
});

test("an idle log is written to immediately, before the turn ends", async () => {
  const { log, say } = await openLog();
  clock += limits.restMs + 1;
  const order: string[] = [];
  const over = endOfTurn().then(() => order.push("turn"));
  await Promise.all([say(0, "now").then(() => order.push("written")), over]);
  expect({ order, commits: log.commits }).toEqual({ order: ["written", "turn"], commits: 2 });
});

test("a busy log waits for the end of the turn, and includes the events that others added in it", async () => {
  const { log, say } = await openLog();
  clock += limits.restMs;
  const first = say(0, "first");
  // Later in the turn than every effect of the first.
  const rest = new Promise<PolylogEvent[][]>((resolve) => {
    process.nextTick(() => queueMicrotask(() => resolve(Promise.all([say(1, "second"), say(2, "third")]))));
  });
  const written = [await first, ...(await rest)].flat();
  expect(written.map(({ sessionId, seq }) => [sessionId, seq])).toEqual([
    ["a", 2],
    ["b", 2],
    ["c", 2],
  ]);
  expect(log.commits).toBe(2);
});
