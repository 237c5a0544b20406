import { describe, expect, test } from "vitest";
import type { SessionHandle, Transport } from "../src/index.ts";
import { FakeClock } from "./fake/fake-clock.ts";
import type { FakeServer } from "./fake/fake-server.ts";
import { Bench } from "./open-client.ts";
import { serverSnapshot, snapshotOf, untilInSync } from "./until.ts";

const bench = new Bench();
const transports: Transport[] = ["sse", "session_sse", "websocket"];

/** Counts every point at which the server or the client waits, and runs an action at one of them. */
class Steps {
  count = 0;
  private readonly at: number;
  private readonly happens: () => void;

  constructor(at: number, happens: () => void) {
    this.at = at;
    this.happens = happens;
  }

  readonly pass = () => {
    this.count += 1;
    if (this.count === this.at) this.happens();
  };

  /** A fetch with a point before each request, after its headers and after its body. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    this.pass();
    const response = await globalThis.fetch(input, init);
    this.pass();
    const text = response.text.bind(response);
    const readWhole = async () => {
      const whole = await text();
      this.pass();
      return whole;
    };
    Object.assign(response, { text: readWhole });
    return response;
  };
}

let sessions = 0;

/** Opens a session, loses the connection, reconnects; the action runs at one of the points. Returns their number. */
async function handOver(
  transport: Transport,
  at: number,
  happens: (server: FakeServer, name: string) => void,
) {
  const { server } = bench;
  sessions += 1;
  const name = `s${sessions}`;
  const story = bench.play(name, 25, 3);
  const steps = new Steps(at, () => happens(server, name));
  server.onStep = steps.pass;
  const client = bench.open({ transport, fetch: steps.fetch });
  const handle: SessionHandle = client.session(name);
  await untilInSync(handle, server);
  server.cutStreams();
  for (let step = 0; step < 10; step++) story.next();
  await untilInSync(handle, server);
  server.onStep = () => {};
  server.log.append(name, { type: "notice", text: "the end" });
  await untilInSync(handle, server);
  expect(snapshotOf(handle)).toEqual(serverSnapshot(server, name));
  client.close();
  return steps.count;
}

describe.each(transports)("[R8] over %s", (transport) => {
  test("an event at each point of the switch arrives once", async () => {
    const happens = ({ log }: FakeServer, name: string) =>
      log.append(
        name,
        { type: "notice", text: "in between" },
        { type: "title", title: "now" },
        { type: "title", title: "then" },
      );
    const points = await handOver(transport, 0, happens);
    expect(points).toBeGreaterThan(15);
    for (let at = 1; at <= points; at++) await handOver(transport, at, happens);
  });

  test("a lost connection at each point of the switch loses no event", async () => {
    const happens = (server: FakeServer, name: string) => {
      server.cutStreams();
      server.log.append(name, { type: "notice", text: "in between" });
    };
    const points = await handOver(transport, 0, happens);
    for (let at = 1; at <= points; at++) await handOver(transport, at, happens);
  });

  test("after a rewind at each point of the switch, later events arrive once", async () => {
    const happens = ({ log }: FakeServer, name: string) => {
      log.rewind(name, 12);
      log.append(name, { type: "notice", text: "another way" });
    };
    const points = await handOver(transport, 0, happens);
    for (let at = 1; at <= points; at++) await handOver(transport, at, happens);
  });
});

test("[R8] skipped events in a stream of all sessions are detected, and the log is read", async () => {
  const { server } = bench;
  const story = bench.play("s1", 20);
  const handle = bench.open().session("s1");
  await untilInSync(handle, server);
  server.forgets = ({ seq }) => seq % 3 !== 0;
  for (let step = 0; step < 100; step++) story.next();
  server.forgets = () => false;
  server.log.append("s1", { type: "notice", text: "the next that is sent" });
  await untilInSync(handle, server);
  expect(snapshotOf(handle)).toEqual(serverSnapshot(server, "s1"));
  expect(server.requests.filter(({ path }) => path.endsWith("/snapshot"))).toHaveLength(1);
});

test("[R8] an event that is announced before the log has it is waited for", async () => {
  const { server } = bench;
  server.log.append("s1", { type: "notice", text: "one" });
  const clock = new FakeClock();
  const handle = bench.open({ ...clock }).session("s1");
  await untilInSync(handle, server);
  let behind = 2;
  server.override = ({ path }) => {
    if (behind === 0 || !path.startsWith("/api/sessions/s1")) return undefined;
    if (path.includes("/events")) behind -= 1;
    return { status: 200, body: path.includes("/events") ? { events: [], next: null } : { rev: 1, seq: 1 } };
  };
  server.forgets = ({ seq }) => seq === 2;
  server.log.append("s1", { type: "notice", text: "two" }, { type: "notice", text: "three" });
  await clock.timerOf(1000);
  expect([handle.state, behind]).toEqual(["offline", 1]);
  clock.advance(1000);
  await clock.timerOf(2000);
  expect([handle.state, behind]).toEqual(["offline", 0]);
  clock.advance(2000);
  await untilInSync(handle, server);
  expect(snapshotOf(handle)).toEqual(serverSnapshot(server, "s1"));
});

test("[R8] a session that is closed and opened again on the same socket misses no event", async () => {
  const { server } = bench;
  server.log.append("s1", { type: "notice", text: "one" });
  server.log.session("s2");
  const client = bench.open({ transport: "websocket" });
  const [first, other] = [client.session("s1"), client.session("s2")];
  for (const handle of [first, other]) await untilInSync(handle, server);
  const late = (name: string) => server.log.append("s1", { type: "notice", text: name });
  server.onStep = (step) => {
    if (step === "answered /api/sessions/s1/snapshot") late("after the snapshot");
    if (step === "received leave") late("before the new subscription");
  };
  first.close();
  const handle = client.session("s1");
  await server.step("done subscribe");
  await untilInSync(handle, server);
  expect(handle.conversation.seq).toBe(3);
  expect(snapshotOf(handle)).toEqual(serverSnapshot(server, "s1"));
});
