import { describe, expect, test } from "vitest";
import type { ConnectOptions, Transport } from "../src/index.ts";
import { ClientError, connect } from "../src/index.ts";
import { refuse } from "./fake/answer-request.ts";
import { CutProxy } from "./fake/cut-proxy.ts";
import { FakeClock } from "./fake/fake-clock.ts";
import { seeded } from "./fake/random.ts";
import { Bench, shortenDelays } from "./open-client.ts";
import { untilState } from "./until.ts";

const bench = new Bench();
const message = { projectRoot: "/p", sessionId: "s1", text: "hello" };

function chats() {
  return bench.server.requests.filter(({ path }) => path === "/api/chat" || path === "chat");
}

/** A client with a session open, so that the socket exists if it uses one. */
async function talking(transport: Transport, options: Partial<ConnectOptions> = {}) {
  bench.server.log.session("s1");
  const client = bench.open({ transport, ...options });
  await untilState(client.session("s1"), "live");
  return client;
}

describe.each(["sse", "websocket"] as const)("over %s", (transport) => {
  test("[R10] a message whose answer was lost is sent again and stored once", async () => {
    const client = await talking(transport, { newId: () => "id-1" });
    let lost = 0;
    bench.server.override = ({ path }) => {
      if (!path.endsWith("chat") || lost === 3) return undefined;
      lost += 1;
      return lost === 1 ? "cut" : "cut after";
    };
    const answer = await client.chat.send(message);
    expect(answer).toEqual({
      sessionId: "s1",
      runId: "run-1",
      queued: false,
      seq: 1,
      clientMessageId: "id-1",
    });
    expect(chats().length).toBe(4);
    expect(
      new Set(chats().map(({ body }) => (body as { client_message_id: string }).client_message_id)),
    ).toEqual(new Set(["id-1"]));
    expect(bench.server.log.session("s1").events).toHaveLength(1);
  });

  test("[R10] the same id with another text is rejected, and not retried", async () => {
    const client = await talking(transport);
    await client.chat.send({ ...message, clientMessageId: "id-1" });
    const again = client.chat.send({ ...message, text: "other", clientMessageId: "id-1" });
    await expect(again).rejects.toMatchObject({
      name: "ClientError",
      code: "client_message_conflict",
      retryable: false,
    });
    expect(chats()).toHaveLength(2);
  });

  test("messages of two calls have two ids", async () => {
    const client = await talking(transport);
    const [first, second] = await Promise.all([client.chat.send(message), client.chat.send(message)]);
    expect(first.clientMessageId).not.toBe(second.clientMessageId);
    expect(bench.server.log.session("s1").events).toHaveLength(2);
  });
});

test("[R10] 20 clients send over a line that is cut again and again: every message is stored once", async () => {
  bench.server.log.session("s1");
  const proxies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => CutProxy.start(() => bench.server.address, 4, seeded(index), 1)),
  );
  const answers = await Promise.all(
    proxies.map((proxy, index) => {
      const client = connect({
        url: proxy.url,
        token: "t",
        setTimer: shortenDelays,
        newId: () => `id-${index}`,
      });
      return client.chat.send({ ...message, text: `${index}` });
    }),
  );
  expect(new Set(answers.map(({ seq }) => seq)).size).toBe(20);
  expect(bench.server.log.session("s1").events).toHaveLength(20);
  expect(chats().length).toBeGreaterThan(20);
  await Promise.all(proxies.map((proxy) => proxy.stop()));
});

test("no answer and retryable errors are retried; other 4xx and permanent failures are not", async () => {
  const attempts = async (status: number, retryable: boolean) => {
    const before = chats().length;
    bench.server.override = () =>
      chats().length - before < 3 ? refuse(status, "some_code", retryable) : undefined;
    await bench
      .open()
      .chat.send(message)
      .catch((error: ClientError) => error);
    return chats().length - before;
  };
  expect(await attempts(500, false)).toBe(1);
  expect(await attempts(503, true)).toBe(3);
  expect(await attempts(429, true)).toBe(3);
  expect(await attempts(409, true)).toBe(3);
  expect(await attempts(409, false)).toBe(1);
  expect(await attempts(401, false)).toBe(1);
  expect(await attempts(404, false)).toBe(1);
});

test("a message fails after six attempts, with the last error and an id to send it again with", async () => {
  bench.server.override = () => refuse(503, "degraded", true);
  const sent = bench.open().chat.send({ ...message, clientMessageId: "mine" });
  await expect(sent).rejects.toEqual(
    new ClientError("degraded", "No: degraded.", {
      status: 503,
      retryable: true,
      details: { about: "degraded" },
    }),
  );
  expect(chats()).toHaveLength(6);
});

test("a cancelled message is not sent again", async () => {
  const clock = new FakeClock();
  bench.server.override = () => "cut";
  const controller = new AbortController();
  const sent = bench.open(clock).chat.send(message, { signal: controller.signal });
  await clock.timerOf(1000);
  controller.abort();
  const offline = new ClientError("aborted", "The request was cancelled.", {
    cause: controller.signal.reason,
  });
  await expect(sent).rejects.toEqual(offline);
  expect(chats()).toHaveLength(1);
});

test("a message that the caller aborts with a custom reason is cancelled too", async () => {
  bench.server.override = () => "hang";
  const controller = new AbortController();
  const received = bench.server.step("received /api/chat");
  const sent = bench.open().chat.send(message, { signal: controller.signal });
  await received;
  controller.abort(new Error("The page was left."));
  await expect(sent).rejects.toMatchObject({ name: "ClientError", code: "aborted", retryable: false });
  expect(chats()).toHaveLength(1);
});

test("an answer that does not arrive within 30 s counts as missing", async () => {
  const clock = new FakeClock();
  bench.server.override = () => "hang";
  const received = bench.server.step("received /api/sessions/s1");
  const row = bench.open(clock).sessions.get({ sessionId: "s1" });
  await received;
  clock.advance(30_000);
  await expect(row).rejects.toMatchObject({ code: "network", message: "The server did not answer in time." });
});

test("a response that is not from Polylog, or none at all, gives a retryable error", async () => {
  bench.server.override = () => ({ status: 502, body: "<html>" });
  await expect(bench.open().agents.list()).rejects.toMatchObject({
    code: "http_502",
    status: 502,
    retryable: true,
  });
  await bench.server.stop();
  await expect(bench.open().agents.list()).rejects.toMatchObject({
    code: "network",
    status: 0,
    retryable: true,
  });
});

test("a token is sent in a header; a page sends the key that its own storage has at that moment", async () => {
  bench.server.log.session("s1");
  let key: string | null = "first";
  const originKey = { read: () => key, write: () => undefined };
  await bench.open({ token: "secret" }).sessions.rewind({ sessionId: "s1", seq: 0 });
  const page = connect({ url: `${bench.server.url}/`, originKey });
  await page.sessions.rewind({ sessionId: "s1", seq: 0 });
  key = "second";
  await page.sessions.list();
  key = null;
  await page.sessions.list();
  const sent = bench.server.requests.map(({ headers }) => [headers.authorization, headers["x-polylog-key"]]);
  expect(sent).toEqual([
    ["Bearer secret", undefined],
    [undefined, "first"],
    [undefined, "second"],
    [undefined, undefined],
  ]);
  expect(bench.server.requests.some(({ path }) => path.includes("secret"))).toBe(false);
});
