import { expect, test } from "vitest";
import type { EventFrame } from "../src/index.ts";
import { FakeClock } from "./fake/fake-clock.ts";
import { Bench } from "./open-client.ts";
import { serverSnapshot, snapshotOf, untilInSync, untilState } from "./until.ts";

const bench = new Bench();

/** Collects frames, and resolves when there are this many. */
function collect() {
  const frames: EventFrame[] = [];
  const calls: number[] = [];
  let waiting: { count: number; resolve: () => void } | null = null;
  return {
    frames,
    calls,
    listener: (batch: readonly EventFrame[]) => {
      frames.push(...batch);
      calls.push(batch.length);
      if (waiting !== null && frames.length >= waiting.count) waiting.resolve();
    },
    reach: (count: number) =>
      new Promise<void>((resolve) => {
        waiting = { count, resolve };
        if (frames.length >= count) resolve();
      }),
  };
}

const seqs = (frames: readonly EventFrame[]) =>
  frames.map(({ session_id, seq, phase, data }) => (data === null ? phase : `${session_id}:${seq}`));

test("all events of every session from now on, each frame once, also across lost connections and restarts", async () => {
  const { server } = bench;
  bench.play("s1", 10);
  const client = bench.open();
  const { frames, listener, reach } = collect();
  const stop = client.all(listener);
  await server.step("stream caught up");
  const notice = (name: string) => server.log.append(name, { type: "notice", text: name });
  notice("s1");
  notice("s2");
  await reach(2);
  server.cutStreams();
  notice("s2");
  notice("s1");
  await reach(5);
  await server.stop();
  notice("s3");
  await server.start();
  await reach(7);
  // Frames outside the log that were missed are not repeated: any data there may have changed.
  expect(seqs(frames)).toEqual(["s1:11", "s2:1", "sync", "s2:2", "s1:12", "sync", "s3:1"]);
  expect(frames[0]).toMatchObject({ kind: "message", data: { type: "notice", text: "s1", sessionId: "s1" } });
  stop();
});

test("frames of the same tick are delivered together", async () => {
  const { server } = bench;
  const runs: (() => void)[] = [];
  const client = bench.open({ schedule: (run) => void runs.push(run) });
  const { calls, listener } = collect();
  client.all(listener);
  const handle = client.session("s1");
  server.log.session("s1");
  let told = 0;
  handle.subscribe(() => {
    told += 1;
  });
  await server.step("sent /api/sessions/s1/snapshot");
  for (let count = 0; count < 20; count++) server.log.append("s1", { type: "notice", text: "x" });
  // All frames have arrived once a later request is answered.
  while (runs.length === 0 || handle.control.fold().seq < 20) await client.sessions.list();
  told = 0;
  for (const run of runs.splice(0)) run();
  expect(calls.reduce((sum, count) => sum + count, 0)).toBe(20);
  expect(calls.length).toBeLessThanOrEqual(2);
  expect(told).toBe(1);
  expect(handle.conversation.seq).toBe(20);
});

test("a stream that was cut before its first frame reports that something may be missing", async () => {
  const { server } = bench;
  const client = bench.open();
  const { frames, listener, reach } = collect();
  client.all(listener);
  await new Promise<void>((resolve) => {
    client.subscribe(() => {
      if (client.connection.state === "open") resolve();
    });
  });
  server.cutStreams();
  await reach(1);
  expect(frames[0]).toMatchObject({ kind: "run", phase: "resync", data: null });
});

test("resync of all: every session is loaded again, listeners are notified, the stream starts now", async () => {
  const { server } = bench;
  const story = bench.play("s1", 10);
  const client = bench.open();
  const { frames, listener, reach } = collect();
  client.all(listener);
  const handle = client.session("s1");
  await untilInSync(handle, server);
  const snapshots = () => server.requests.filter(({ path }) => path.endsWith("/snapshot")).length;
  expect(snapshots()).toBe(1);
  for (const stream of server.streams) stream.resync(null);
  await reach(1);
  await server.step("sent /api/sessions/s1/snapshot");
  story.next();
  await untilInSync(handle, server);
  expect(snapshots()).toBe(2);
  expect(frames[0]).toMatchObject({ phase: "resync", data: null });
  expect(snapshotOf(handle)).toEqual(serverSnapshot(server, "s1"));
});

test("resync of one session loads that one again", async () => {
  const { server } = bench;
  bench.play("s1", 10);
  bench.play("s2", 10);
  const client = bench.open();
  const handles = ["s1", "s2"].map((name) => client.session(name));
  for (const handle of handles) await untilInSync(handle, server);
  for (const stream of server.streams) stream.resync("s2");
  await server.step("sent /api/sessions/s2/snapshot");
  const loads = server.requests.filter(({ path }) => path.endsWith("/snapshot")).map(({ path }) => path);
  expect(loads.filter((path) => path.includes("s1"))).toHaveLength(1);
  expect(loads.filter((path) => path.includes("s2"))).toHaveLength(2);
});

test("a server that always sends resync is asked once a second, not in an endless loop", async () => {
  const { server } = bench;
  bench.play("s1", 3);
  const clock = new FakeClock();
  const handle = bench.open({ ...clock, transport: "session_sse" }).session("s1");
  await untilState(handle, "live");
  for (let round = 0; round < 3; round++) {
    for (const stream of server.streams) stream.resync("s1");
    await clock.timerOf(1000);
    const loads = server.requests.filter(({ path }) => path.endsWith("/snapshot")).length;
    expect(loads).toBe(round + 1);
    clock.advance(1000);
    await untilState(handle, "live");
  }
});

test("an unreadable frame affects only its session", async () => {
  const { server } = bench;
  bench.play("s1", 3);
  bench.play("s2", 3);
  const client = bench.open();
  const { frames, listener, reach } = collect();
  client.all(listener);
  const handles = ["s1", "s2"].map((name) => client.session(name));
  for (const handle of handles) await untilInSync(handle, server);
  server.forgets = ({ sessionId, seq }) => sessionId === "s1" && seq === 4;
  for (const stream of server.streams) stream.write('id: 7\ndata: {"seq":4,"data":{"seq":4}}\n\n');
  for (const name of ["s1", "s1", "s2"]) server.log.append(name, { type: "notice", text: name });
  for (const handle of handles) await untilInSync(handle, server);
  await reach(3);
  expect(frames.map(({ phase, data }) => phase ?? data?.seq)).toEqual(["resync", 5, 4]);
  expect(server.requests.filter(({ path }) => path === "/api/events")).toHaveLength(1);
});
