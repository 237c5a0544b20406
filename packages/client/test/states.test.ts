import { describe, expect, test } from "vitest";
import type { ConnectOptions, Network, SessionState, Transport } from "../src/index.ts";
import { refuse } from "./fake/answer-request.ts";
import { FakeClock } from "./fake/fake-clock.ts";
import type { SeenRequest } from "./fake/fake-server.ts";
import { Bench } from "./open-client.ts";
import { serverSnapshot, snapshotOf, statesOf, until, untilInSync, untilState } from "./until.ts";

const bench = new Bench();
const transports: Transport[] = ["sse", "session_sse", "websocket"];

/** A network that a test switches. */
class Switch implements Network {
  private readonly listeners = new Set<(online: boolean) => void>();

  subscribe(listener: (online: boolean) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  turn(online: boolean): void {
    for (const listener of [...this.listeners]) listener(online);
  }
}

function openWith(clock: FakeClock, options: Partial<ConnectOptions>) {
  const { now, elapsed, random, setTimer, schedule } = clock;
  return bench.open({ now, elapsed, random, setTimer, schedule, ...options });
}

describe.each(transports)("over %s", (transport) => {
  test("the states of a session: opened, cut, reconnected", async () => {
    bench.play("s1", 10);
    const clock = new FakeClock();
    const handle = openWith(clock, { transport }).session("s1");
    const states = statesOf(handle);
    await untilState(handle, "live");
    bench.server.cutStreams();
    await untilState(handle, "offline");
    expect(handle.error).toMatchObject({ code: "network", retryable: true });
    clock.advance(1000);
    await untilState(handle, "live");
    expect(handle.error).toBeNull();
    const expected: SessionState[] = ["connecting", "catching_up", "live"];
    expect(states).toEqual([...expected, "offline", ...expected]);
  });

  test("waits 1, 2, 4, 8, 16, 16 s, each with its jitter, and from 1 s again after a stable connection", async () => {
    bench.play("s1", 3);
    const clock = new FakeClock();
    const handle = openWith(clock, { transport }).session("s1");
    await untilState(handle, "live");
    await bench.server.stop();
    for (const [index, seconds] of [1, 2, 4, 8, 16, 16].entries()) {
      await untilState(handle, "offline");
      const jitter = clock.chance === 0 ? 0 : 250;
      expect(clock.delays[0]).toBe(seconds * 1000 + jitter);
      clock.chance = index % 2 === 0 ? 0.5 : 0;
      const connecting = untilState(handle, "connecting");
      clock.advance(seconds * 1000 + jitter);
      await connecting;
    }
    await untilState(handle, "offline");
    await bench.server.start();
    clock.advance(17_000);
    await untilState(handle, "live");
    clock.chance = 0;

    // A connection that ended at once does not count.
    bench.server.cutStreams();
    await untilState(handle, "offline");
    expect(clock.delays[0]).toBe(16_000);
    clock.advance(16_000);
    await untilState(handle, "live");
    clock.advance(9999);
    clock.advance(1);
    bench.server.cutStreams();
    await untilState(handle, "offline");
    expect(clock.delays[0]).toBe(1000);
  });

  test("a server that was silent for 25 s counts as dead; one that sent any data does not", async () => {
    bench.play("s1", 3);
    const clock = new FakeClock();
    const handle = openWith(clock, { transport }).session("s1");
    await untilState(handle, "live");
    clock.advance(24_000);
    const answered = transport === "websocket" ? bench.server.step("done ping") : null;
    bench.server.beat();
    bench.server.log.append("s1", { type: "notice", text: "still here" });
    await untilInSync(handle, bench.server);
    await answered;
    clock.advance(24_999);
    expect(handle.state).toBe("live");
    bench.server.override = () => "hang";
    clock.advance(25_000);
    await untilState(handle, "offline");
    expect(handle.error?.message).toBe("The server stopped responding.");
  });

  test("changing the clock, forward or back, neither keeps a dead connection nor ends a live one", async () => {
    bench.play("s1", 3);
    const clock = new FakeClock();
    const handle = openWith(clock, { transport }).session("s1");
    await untilState(handle, "live");
    clock.jump = 24 * 60 * 60 * 1000;
    clock.advance(24_999);
    expect(handle.state).toBe("live");
    clock.jump = -clock.jump;
    bench.server.override = () => "hang";
    clock.advance(1);
    await untilState(handle, "offline");
    expect(handle.error?.message).toBe("The server stopped responding.");
  });

  test.each([401, 403])("%i is denied, and not retried until requested", async (status) => {
    bench.play("s1", 3);
    const clock = new FakeClock();
    const network = new Switch();
    const client = openWith(clock, { transport, network });
    const handle = client.session("s1");
    const states = statesOf(handle);
    await untilState(handle, "live");
    const code = status === 401 ? "not_authenticated" : "foreign_origin";
    bench.server.override = ({ headers, method }) =>
      method === "WS" || headers.authorization === "Bearer new" ? undefined : refuse(status, code);
    bench.server.cutStreams();
    await untilState(handle, "offline");
    clock.advance(1000);
    await untilState(handle, "denied");
    expect(handle.error).toMatchObject({ code, status, retryable: false, details: { about: code } });
    expect(client.connection).toMatchObject({ state: "denied", error: { code } });
    const asked = bench.server.requests.length;
    clock.advance(3_600_000);
    network.turn(true);
    expect(bench.server.requests).toHaveLength(asked);
    client.reconnect("new");
    await untilState(handle, "live");
    expect(states.slice(-4)).toEqual(["denied", "connecting", "catching_up", "live"]);
  });

  test("a session that does not exist is denied, and found when a retry is requested", async () => {
    const client = openWith(new FakeClock(), { transport });
    const handle = client.session("s1");
    await untilState(handle, "denied");
    expect(handle.error).toMatchObject({ code: "session_not_found", status: 404 });
    bench.play("s1", 3);
    client.reconnect();
    await untilState(handle, "live");
  });

  test("a session that was deleted while the client was away is denied", async () => {
    bench.play("s1", 3);
    const clock = new FakeClock();
    const handle = openWith(clock, { transport }).session("s1");
    await untilState(handle, "live");
    bench.server.log.sessions.delete("s1");
    bench.server.cutStreams();
    await untilState(handle, "offline");
    clock.advance(1000);
    await untilState(handle, "denied");
    expect(handle.error).toMatchObject({ code: "session_not_found" });
  });

  test("reconnects at once when the network is back", async () => {
    bench.play("s1", 3);
    const network = new Switch();
    const handle = openWith(new FakeClock(), { transport, network }).session("s1");
    await untilState(handle, "live");
    // The server is on this machine: a lost network is no reason to disconnect.
    network.turn(false);
    expect(handle.state).toBe("live");
    bench.server.cutStreams();
    await untilState(handle, "offline");
    network.turn(true);
    await untilState(handle, "live");
  });

  test("an answer of 500 while loading: offline, then retried after a delay", async () => {
    bench.play("s1", 3);
    let failures = 0;
    bench.server.override = ({ path }: SeenRequest) => {
      if (!path.endsWith("/snapshot") || failures === 2) return undefined;
      failures += 1;
      return refuse(500, "internal");
    };
    const clock = new FakeClock();
    const handle = openWith(clock, { transport }).session("s1");
    await untilState(handle, "offline");
    expect(handle.error).toMatchObject({ code: "internal", status: 500 });
    await clock.timerOf(1000);
    clock.advance(1000);
    await clock.timerOf(2000);
    clock.advance(2000);
    await untilInSync(handle, bench.server);
    expect(snapshotOf(handle)).toEqual(serverSnapshot(bench.server, "s1"));
  });
});

test("a connection that another one replaced is never reopened automatically", async () => {
  bench.play("s1", 3);
  const clock = new FakeClock();
  const client = openWith(clock, { transport: "websocket" });
  const handle = client.session("s1");
  await untilState(handle, "live");
  for (const socket of bench.server.sockets) socket.close(4000, "CONNECTION_REPLACED");
  await untilState(handle, "offline");
  expect(handle.error).toMatchObject({ code: "connection_replaced" });
  const asked = bench.server.requests.length;
  clock.advance(3_600_000);
  expect(bench.server.requests).toHaveLength(asked);
  client.reconnect();
  await untilState(handle, "live");
});

test("over websocket: a subscription that the server ends is requested again, and missed events are read", async () => {
  bench.play("s1", 3);
  const handle = bench.open({ transport: "websocket" }).session("s1");
  const states = statesOf(handle);
  await untilInSync(handle, bench.server);
  for (const socket of bench.server.sockets) socket.endSubscription("s1");
  bench.server.log.append("s1", { type: "notice", text: "missed" });
  await untilInSync(handle, bench.server);
  bench.server.log.append("s1", { type: "notice", text: "live" });
  await untilInSync(handle, bench.server);
  expect(snapshotOf(handle)).toEqual(serverSnapshot(bench.server, "s1"));
  const expected: SessionState[] = ["connecting", "catching_up", "live"];
  expect(states.slice(0, 6)).toEqual([...expected, ...expected]);
});

test("over websocket: a subscription that fails is requested again", async () => {
  bench.play("s1", 3);
  bench.play("s2", 3);
  const client = bench.open({ transport: "websocket" });
  await untilState(client.session("s2"), "live");
  const refusals = [refuse(503, "degraded", true)];
  bench.server.override = ({ path }) => (path === "subscribe" ? refusals.pop() : undefined);
  const handle = client.session("s1");
  const states = statesOf(handle);
  await untilInSync(handle, bench.server);
  expect([states.includes("offline"), handle.error]).toEqual([true, null]);
  expect(snapshotOf(handle)).toEqual(serverSnapshot(bench.server, "s1"));
});

test("if the stream of all sessions is rejected, each session gets a separate stream", async () => {
  bench.play("s1", 10);
  bench.play("s2", 10);
  bench.server.override = ({ path }) => (path === "/api/events" ? refuse(403, "not_allowed") : undefined);
  const client = bench.open();
  const handles = [client.session("s1"), client.session("s2")];
  for (const handle of handles) await untilInSync(handle, bench.server);
  expect(bench.server.streams.size).toBe(2);
  const third = client.session("s1");
  expect(third).toBe(handles[0]);
});

test("a session is loaded while its stream is still opening, and events that arrive meanwhile are fetched", async () => {
  const story = bench.play("s1", 10);
  const opening = Promise.withResolvers<void>();
  const fetchLate: typeof globalThis.fetch = async (input, init) => {
    if (new URL(String(input)).pathname === "/api/events") await opening.promise;
    return fetch(input, init);
  };
  const handle = bench.open({ fetch: fetchLate }).session("s1");
  await until(handle, () => handle.conversation.seq >= 10);
  expect(handle.state).toBe("connecting");
  story.next();
  opening.resolve();
  await untilState(handle, "live");
  expect(snapshotOf(handle)).toEqual(await serverSnapshot(bench.server, "s1"));
});

test("while the server is unreachable, a page's cached session is shown as offline; then it catches up", async () => {
  bench.play("s1", 10);
  const before = serverSnapshot(bench.server, "s1");
  const headers = { authorization: "Bearer t" };
  const kept = await (await fetch(`${bench.server.url}/api/sessions/s1/snapshot`, { headers })).text();
  const { url } = bench.server;
  await bench.server.stop();
  const clock = new FakeClock();
  const fetchOrKept: typeof fetch = async (input, init) => {
    if (bench.server.isUp || !String(input).endsWith("/snapshot")) return fetch(input, init);
    return new Response(kept);
  };
  const handle = openWith(clock, { url, fetch: fetchOrKept }).session("s1");
  await until(handle, ({ state, conversation }) => state === "offline" && conversation.seq > 0);
  expect(snapshotOf(handle)).toEqual(before);
  bench.play("s1", 30, 2);
  await bench.server.start();
  clock.advance(60_000);
  await untilInSync(handle, bench.server);
  expect(snapshotOf(handle)).toEqual(serverSnapshot(bench.server, "s1"));
});

test("a remote server is disconnected when the network is lost", async () => {
  const { needsNetwork } = await import("../src/connection/network.ts");
  expect(
    ["http://127.0.0.1:7717", "http://localhost:1", "http://[::1]:1", "http://a.localhost"].map(needsNetwork),
  ).toEqual([false, false, false, false]);
  expect(["https://polylog.example.org/base", "http://192.168.1.4:7717"].map(needsNetwork)).toEqual([
    true,
    true,
  ]);
});
