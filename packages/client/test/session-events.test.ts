import type { PolylogEvent } from "@polylog/core";
import { describe, expect, test } from "vitest";
import { Bench } from "./open-client.ts";
import { untilInSync, untilState } from "./until.ts";

const bench = new Bench();
const notice = (text: string) => ({ type: "notice", text });

/** Reads until there are this many. */
async function take(events: AsyncIterable<PolylogEvent>, count: number): Promise<number[]> {
  const seqs: number[] = [];
  for await (const { seq } of events) {
    seqs.push(seq);
    if (seqs.length === count) break;
  }
  return seqs;
}

describe.each(["sse", "session_sse", "websocket"] as const)("over %s", (transport) => {
  test("events arrive once and in order: from the log, then live, across lost connections", async () => {
    const { server } = bench;
    for (let seq = 1; seq <= 30; seq++) server.log.append("s1", notice("before"));
    const session = bench.open({ transport }).session("s1");
    const events = session.events();
    const seqs = await take({ [Symbol.asyncIterator]: () => ({ next: () => events.next() }) }, 30);
    server.log.append("s1", notice("live"));
    seqs.push((await events.next()).value?.seq ?? 0);
    for (let round = 0; round < 3; round++) {
      server.cutStreams();
      for (let count = 0; count < 10; count++) server.log.append("s1", notice("while away"));
      while (seqs.length < 41 + 10 * round) seqs.push((await events.next()).value?.seq ?? 0);
    }
    expect(seqs).toEqual(Array.from({ length: 61 }, (_, index) => index + 1));
    session.close();
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  test("a reader that falls far behind still gets every event, from the log", async () => {
    const { server } = bench;
    server.pageEvents = 500;
    server.log.append("s1", notice("first"));
    const session = bench.open({ transport }).session("s1");
    const events = session.events();
    await events.next();
    const second = events.next();
    for (let count = 0; count < 5000; count++) server.log.append("s1", notice("flood"));
    await untilInSync(session, server);
    const seqs = [(await second).value?.seq ?? 0, ...(await take(events, 4999))];
    expect(seqs).toEqual(Array.from({ length: 5000 }, (_, index) => index + 2));
  });
});

test("`after` begins after a seq, and a signal ends the reading", async () => {
  const { server } = bench;
  for (let count = 0; count < 5; count++) server.log.append("s1", notice("x"));
  const session = bench.open().session("s1");
  const controller = new AbortController();
  const events = session.events({ after: 3, signal: controller.signal });
  expect([(await events.next()).value?.seq, (await events.next()).value?.seq]).toEqual([4, 5]);
  const last = events.next();
  await untilState(session, "live");
  controller.abort();
  expect(await last).toEqual({ done: true, value: undefined });
});

test("a rewind ends the reading with cursor_expired", async () => {
  const { server } = bench;
  for (let count = 0; count < 5; count++) server.log.append("s1", notice("x"));
  const client = bench.open();
  const events = client.session("s1").events();
  for (let count = 0; count < 5; count++) await events.next();
  const next = events.next();
  await client.sessions.rewind({ sessionId: "s1", seq: 2 });
  await expect(next).rejects.toMatchObject({ code: "cursor_expired" });
});

test("a page of the log that fails is requested again", async () => {
  const { server } = bench;
  for (let count = 0; count < 5; count++) server.log.append("s1", notice("x"));
  let failures = 0;
  server.override = ({ path }) => {
    if (!path.includes("/events?") || failures === 2) return undefined;
    failures += 1;
    return "cut";
  };
  const seqs = await take(bench.open().session("s1").events(), 5);
  expect({ seqs, failures }).toEqual({ seqs: [1, 2, 3, 4, 5], failures: 2 });
});

test("`ready` and `events` reject for a session that does not exist", async () => {
  const session = bench.open().session("nowhere");
  await expect(session.ready).rejects.toMatchObject({ code: "session_not_found" });
  await expect(session.events().next()).rejects.toMatchObject({ code: "session_not_found" });
});

test("`ready` resolves once the conversation is loaded, and rejects if the session is closed before", async () => {
  const { server } = bench;
  for (let count = 0; count < 5; count++) server.log.append("s1", notice("x"));
  const session = bench.open().session("s1");
  await session.ready;
  expect(session.conversation.seq).toBe(5);
  const other = bench.open().session("s1");
  const ready = other.ready;
  other.close();
  await expect(ready).rejects.toMatchObject({ code: "closed" });
});
