import { expect, test } from "vitest";
import { Bench } from "./open-client.ts";
import { serverSnapshot, snapshotOf, untilInSync, untilState } from "./until.ts";

const bench = new Bench();

/** A fetch whose streams can be left unread, as in a suspended tab. */
function sleepyFetch() {
  let awake = Promise.resolve();
  let wake = () => {};
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await globalThis.fetch(input, init);
    if (!String(input).includes("/api/events") || response.body === null) return response;
    const reader = response.body.getReader();
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          await awake;
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { status: response.status, headers: response.headers });
  };
  return {
    fetch,
    sleep: () => {
      awake = new Promise((resolve) => {
        wake = resolve;
      });
    },
    wake: () => wake(),
  };
}

test.each(["sse", "session_sse"] as const)(
  "over %s: a client that does not read is disconnected by the server, and misses nothing",
  async (transport) => {
    const { server } = bench;
    server.clientBytes = 256 * 1024;
    server.log.session("s1");
    const { fetch, sleep, wake } = sleepyFetch();
    const handle = bench.open({ transport, fetch }).session("s1");
    await untilState(handle, "live");
    sleep();
    server.log.append("s1", { type: "notice", text: "the last that is read" });
    for (let count = 0; server.streams.size > 0 && count < 5000; count++) {
      server.log.append("s1", { type: "notice", text: "x".repeat(10_000) });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(server.streams.size).toBe(0);
    wake();
    await untilInSync(handle, server);
    expect(snapshotOf(handle)).toEqual(serverSnapshot(server, "s1"));
  },
);

test("a session that loads slowly buffers a limited number of events, and reads the rest from the log", async () => {
  const { server } = bench;
  const client = bench.open();
  server.log.session("s1");
  server.pageEvents = 500;
  let release = () => {};
  const loading = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = bench.open({
    fetch: async (input, init) => {
      const response = await globalThis.fetch(input, init);
      if (String(input).endsWith("/snapshot")) await loading;
      return response;
    },
  });
  const handle = slow.session("s1");
  const other = client.session("s1");
  await untilState(other, "live");
  await untilState(handle, "catching_up");
  for (let count = 0; count < 5000; count++) server.log.append("s1", { type: "title", title: `${count}` });
  server.log.append("s1", { type: "notice", text: "end" });
  await untilInSync(other, server);
  release();
  await untilInSync(handle, server);
  expect(snapshotOf(handle)).toEqual(serverSnapshot(server, "s1"));
});

test("while the screen draws no frame, events are folded and do not pile up", async () => {
  const { server } = bench;
  const runs: (() => void)[] = [];
  const client = bench.open({ schedule: (run) => void runs.push(run) });
  server.log.session("s1");
  const handle = client.session("s1");
  await server.step("sent /api/sessions/s1/snapshot");
  const { conversation } = handle;
  for (let count = 0; count < 2500; count++) server.log.append("s1", { type: "notice", text: "x" });
  while (handle.control.seq !== 2500) await client.sessions.list();
  expect(handle.conversation).toBe(conversation);
  for (const run of runs.splice(0)) run();
  expect(handle.conversation.seq).toBe(2500);
});

test("a listener that throws does not prevent others from being notified", async () => {
  const { server } = bench;
  server.log.session("s1");
  const failures: unknown[] = [];
  const client = bench.open({
    schedule: (run) =>
      queueMicrotask(() => {
        try {
          run();
        } catch (error) {
          failures.push(error);
        }
      }),
  });
  const handle = client.session("s1");
  handle.subscribe(() => {
    throw new Error("a bug in a screen");
  });
  await untilState(handle, "live");
  expect(failures[0]).toEqual(new Error("a bug in a screen"));
});
