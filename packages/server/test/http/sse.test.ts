import { expect, test } from "vitest";
import { codeOf, startServer, TOKEN } from "./support/harness.ts";
import { RawSocket, until } from "./support/raw-socket.ts";
import { SseClient } from "./support/sse-client.ts";

const count = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const texts = (from: number, to: number) => count(from, to).map((n) => `text ${n}`);

test("a session's stream starts at its beginning and continues live, each frame with its cursor", async () => {
  const server = await startServer();
  const [first] = await server.log.emit("s1", "one");
  const client = await SseClient.open(server.port, "?session_id=s1");
  await until(() => client.frames.length === 1);
  await server.log.emit("s1", "two", "three");
  await until(() => client.frames.length === 3);
  expect(client.frames.map(({ id }) => id)).toEqual(["1:1", "1:2", "1:3"]);
  expect(JSON.parse(client.frames[0]?.data ?? "")).toEqual({
    ...{ id: "s1-1-1", seq: 1, rev: 1, ts_ms: 1, kind: "run", phase: "notice", session_id: "s1" },
    data: JSON.parse(first?.line ?? ""),
  });
});

test("the stream of all sessions starts now, includes every session, and its cursor is the position", async () => {
  const server = await startServer();
  await server.log.begin("s2");
  const [before] = await server.log.emit("s1", "before");
  const client = await SseClient.open(server.port, "");
  const [one] = await server.log.emit("s1", "one");
  const [two] = await server.log.emit("s2", "two");
  await until(() => client.frames.length === 2);
  expect(client.frames.map(({ id }) => id)).toEqual([`${one?.position}`, `${two?.position}`]);
  const again = await SseClient.open(server.port, `?after=${before?.position}`);
  await until(() => again.frames.length === 2);
  expect(again.frames).toEqual(client.frames);
  const all = await SseClient.open(server.port, "?after=0");
  await until(() => all.frames.length === 3);
});

test("[R5] a client that reconnects with its cursor receives exactly the missed events, at every point", async () => {
  const server = await startServer();
  await server.log.emit("s1", ...texts(1, 20));
  for (const seq of count(0, 20)) {
    const client = await SseClient.open(server.port, `?session_id=s1&after=1:0`, { lastEventId: `1:${seq}` });
    const [live] = await server.log.emit("s1", "live");
    await until(() => client.seqs.at(-1) === live?.seq);
    expect(client.seqs).toEqual(count(seq + 1, live?.seq ?? 0));
    client.close();
  }
});

test("[R5] random disconnects under load: each event once, in order", async () => {
  const server = await startServer();
  const end = 600;
  const writing = (async () => {
    for (let n = 0; n < end / 5; n++) {
      await server.log.emit("s1", ...texts(1, 5));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  })();
  const reading = count(1, 10).map(async (reader) => {
    const seqs: unknown[] = [];
    let cursor = "1:0";
    while (seqs.length < end) {
      const client = await SseClient.open(server.port, "?session_id=s1", { lastEventId: cursor });
      const enough = seqs.length + 20 + ((reader * 37) % 60);
      await until(() => seqs.length + client.frames.length >= Math.min(enough, end));
      client.close();
      seqs.push(...client.seqs);
      cursor = client.frames.at(-1)?.id ?? cursor;
    }
    expect(seqs.slice(0, end)).toEqual(count(1, end));
  });
  await Promise.all([writing, ...reading]);
});

test("a visible heartbeat arrives at its interval and does not change the cursor", async () => {
  const server = await startServer({ limits: { heartbeatMs: 50 } });
  const client = await SseClient.open(server.port, "?session_id=s1");
  await until(() => client.sent.length >= 4);
  let last = 0;
  for (const { event, id, data } of client.sent) {
    expect([event, id]).toEqual(["heartbeat", undefined]);
    const now = JSON.parse(data).ts_ms;
    expect(JSON.parse(data)).toEqual({
      id: `heartbeat-${now}`,
      seq: 0,
      rev: 0,
      ts_ms: now,
      kind: "run",
      phase: "heartbeat",
      data: { ts: now },
    });
    // Timers are rounded to whole milliseconds.
    expect(now - last).toBeGreaterThanOrEqual(48);
    last = now;
  }
});

test("a cursor of another rev, or past the log's end, gets a resync and starts at the beginning", async () => {
  const server = await startServer();
  await server.log.emit("s1", ...texts(1, 3));
  await server.log.rewind("s1", 2);
  for (const cursor of ["1:3", "7:1", "2:900"]) {
    const client = await SseClient.open(server.port, "?session_id=s1", { lastEventId: cursor });
    await until(() => client.frames.length === 3);
    expect(JSON.parse(client.frames[0]?.data ?? "")).toMatchObject({
      seq: 0,
      rev: 2,
      ts_ms: expect.any(Number),
      kind: "run",
      phase: "resync",
      session_id: "s1",
    });
    expect(client.frames[0]?.id).toBe("2:0");
    expect(client.seqs.slice(1)).toEqual([1, 2]);
    client.close();
  }
  const all = await SseClient.open(server.port, "?after=99999");
  await until(() => all.frames.length === 1);
  expect(JSON.parse(all.frames[0]?.data ?? "")).toMatchObject({ kind: "run", phase: "resync" });
});

test("a live stream of a session that is rewound gets a resync and restarts at the beginning", async () => {
  const server = await startServer();
  await server.log.emit("s1", ...texts(1, 3));
  const client = await SseClient.open(server.port, "?session_id=s1");
  await until(() => client.frames.length === 3);
  await server.log.rewind("s1", 1);
  await server.log.emit("s1", "again");
  await until(() => client.frames.length === 6);
  expect(client.frames.map(({ id }) => id)).toEqual(["1:1", "1:2", "1:3", "2:0", "2:1", "2:2"]);
  expect(client.isClosed).toBe(false);
  const back = await SseClient.open(server.port, "?session_id=s1", { lastEventId: "2:1" });
  await until(() => back.frames.length === 1);
  expect(back.seqs).toEqual([2]);
});

test("with `after=now` a session's stream starts at the head of its log, also after a rewind", async () => {
  const server = await startServer();
  await server.log.emit("s1", ...texts(1, 3));
  const client = await SseClient.open(server.port, "?session_id=s1&after=now");
  await server.log.emit("s1", "live");
  await until(() => client.frames.length === 1);
  await server.log.rewind("s1", 1);
  await until(() => client.frames.length === 2);
  await server.log.emit("s1", "again");
  await until(() => client.frames.length === 3);
  expect(client.frames.map(({ id }) => id)).toEqual(["1:4", "2:1", "2:2"]);
  expect(JSON.parse(client.frames[1]?.data ?? "")).toMatchObject({
    phase: "resync",
    session_id: "s1",
    rev: 2,
  });
});

test("deleting a session ends its stream, and so does a failing store", async () => {
  const server = await startServer();
  const client = await SseClient.open(server.port, "?session_id=s1");
  await server.store.commit({ deleted: ["s1"] });
  server.log.hub.drop("s1", "The session was deleted.");
  await until(() => client.isClosed);
  expect((await server.ask("GET", "/api/events?session_id=s1")).status).toBe(404);
});

test("a malformed cursor returns 400, an unknown session 404, and HEAD does not hang", async () => {
  const server = await startServer();
  const tries = [
    "session_id=s1&after=5",
    "session_id=s1&after=1:x",
    "session_id=s1&after=-1:1",
    "after=1:2",
    "after=x",
    "after=1e9",
  ];
  for (const query of tries) {
    const answer = await server.ask("GET", `/api/events?${query}`);
    expect([query, answer.status, codeOf(answer)]).toEqual([query, 400, "bad_request"]);
  }
  const headers = { "last-event-id": "nonsense" };
  expect((await server.ask("GET", "/api/events?session_id=s1", { headers })).status).toBe(400);
  expect((await server.ask("GET", "/api/events?session_id=other")).status).toBe(404);
  expect((await server.ask("HEAD", "/api/events?session_id=s1")).status).toBe(200);
});

test("[R24] an event from a newer version arrives byte for byte", async () => {
  const server = await startServer();
  const client = await SseClient.open(server.port, "?session_id=s1");
  const odd = (stamps: object) => `{"type":"from_the_future",  "x":1.50, ${JSON.stringify(stamps).slice(1)}`;
  const [future] = await server.log.emitLine("s1", odd);
  await until(() => client.frames.length === 1);
  expect(client.frames[0]?.data).toContain(future?.line);
});

test("[R20] a client that does not read uses bounded memory, delays no other, and gets everything when it reads again", async () => {
  const server = await startServer();
  const slow = await SseClient.open(server.port, "?session_id=s1");
  slow.pause();
  const quick = await SseClient.open(server.port, "?session_id=s1");
  const big = "x".repeat(50_000);
  const total = 400;
  for (let n = 0; n < total / 4; n++) await server.log.emit("s1", big, big, big, big);
  await until(() => quick.frames.length === total);
  expect(slow.frames.length).toBeLessThan(total);
  slow.resume();
  await until(() => slow.frames.length === total);
  expect(slow.seqs).toEqual(count(1, total));
});

test("[R20] a client that stays stalled is disconnected", async () => {
  const server = await startServer({ limits: { stallMs: 200 } });
  const raw = await RawSocket.open(server.port);
  raw.say(
    `GET /api/events?session_id=s1 HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`,
  );
  await until(() => raw.status === 200);
  const clients = async () =>
    /^polylog_clients (\d+)$/m.exec((await server.ask("GET", "/metrics")).text)?.[1];
  expect(await clients()).toBe("1");
  raw.socket.pause();
  const big = "x".repeat(100_000);
  for (let n = 0; n < 100; n++) await server.log.emit("s1", big);
  await expect.poll(clients).toBe("0");
});

test("a device may have a limited number of streams; one that ends makes room", async () => {
  const server = await startServer({ limits: { streamsPerDevice: 3 } });
  const held = await Promise.all(count(1, 3).map(() => SseClient.open(server.port, "")));
  const refused = await server.ask("GET", "/api/events");
  expect([refused.status, codeOf(refused)]).toEqual([429, "too_many_requests"]);
  const { token } = await server.device("viewer");
  await SseClient.open(server.port, "", { token });
  held[0]?.close();
  await expect.poll(() => SseClient.open(server.port, "").then(() => "let in", String)).toBe("let in");
});

test("[H3] a change outside the log is announced to all, a session's change to it and to all, and no cursor changes", async () => {
  const server = await startServer();
  await server.log.begin("s2");
  const [one, two, all] = await Promise.all(
    ["?session_id=s1", "?session_id=s2", ""].map((query) => SseClient.open(server.port, query)),
  );
  const [first] = await server.log.emit("s1", "first");
  await until(() => all?.frames.length === 1);
  server.log.hub.publishChange({ changed: "session", sessionId: "s1", projectRoot: "/p" });
  server.log.hub.publishChange({ changed: "settings" });
  await until(() => [one, two, all].every((client) => client?.frames.at(-1)?.data.includes("settings")));
  const told = (client: SseClient | undefined) =>
    client?.frames.filter(({ id }) => id === undefined).map(({ data }) => JSON.parse(data));
  const head = {
    id: expect.any(String),
    seq: 0,
    rev: 0,
    ts_ms: expect.any(Number),
    kind: "run",
    phase: "sync",
  };
  const ofSession = { ...head, session_id: "s1", project_root: "/p", data: { changed: "session" } };
  const ofAll = { ...head, data: { changed: "settings" } };
  expect([told(one), told(two), told(all)]).toEqual([[ofSession, ofAll], [ofAll], [ofSession, ofAll]]);
  expect(all?.frames.filter(({ id }) => id !== undefined).map(({ id }) => id)).toEqual([
    `${first?.position}`,
  ]);
});
