import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { PolylogError } from "../../src/polylog-error.ts";
import { startServer, TOKEN } from "./support/harness.ts";
import { until } from "./support/raw-socket.ts";

type Message = Record<string, unknown>;

class WsTester {
  readonly socket: WebSocket;
  readonly lines: string[] = [];
  closeCode = 0;

  static async open(port: number, token = TOKEN): Promise<WsTester> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const tester = new WsTester(socket);
    onTestFinished(() => socket.terminate());
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
    return tester;
  }

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (data) => this.lines.push(data.toString()));
    socket.on("error", () => undefined);
    socket.on("close", (code) => {
      this.closeCode = code;
    });
  }

  say(message: Message): void {
    this.socket.send(JSON.stringify(message));
  }

  get messages(): Message[] {
    return this.lines.map((line) => JSON.parse(line));
  }

  get events(): Message[] {
    return this.messages.filter(({ seq }) => seq !== undefined);
  }

  /** Sends a message and returns the response to it. */
  async ask(message: Message): Promise<Message> {
    this.say(message);
    const isAnswer = ({ type, id }: Message) =>
      (type === "ack" || type === "nack") && id === (message.id ?? "hello");
    await until(() => this.messages.some(isAnswer));
    return this.messages.find(isAnswer) ?? {};
  }
}

async function greeted(port: number, sessions: object[] = [], token = TOKEN): Promise<WsTester> {
  const tester = await WsTester.open(port, token);
  await tester.ask({ type: "hello", sessions });
  return tester;
}

test("hello returns the events byte for byte, from the cursor to the end and then live", async () => {
  const server = await startServer();
  const [, second] = await server.log.emit("s1", "one", "two");
  const tester = await WsTester.open(server.port);
  expect(
    await tester.ask({
      type: "hello",
      sessions: [{ session_id: "s1", after: "1:1" }, { session_id: "gone" }],
    }),
  ).toEqual({
    type: "ack",
    id: "hello",
    sessions: [
      { session_id: "s1", rev: 1, resync: false },
      { session_id: "gone", error: expect.objectContaining({ code: "session_not_found" }) },
    ],
  });
  const [third] = await server.log.emit("s1", "three");
  await until(() => tester.events.length === 2);
  expect(tester.lines).toContain(second?.line);
  expect(tester.lines).toContain(third?.line);
});

test("more sessions can be subscribed and left later", async () => {
  const server = await startServer();
  await server.log.begin("s2");
  const tester = await greeted(server.port);
  expect(await tester.ask({ type: "subscribe", id: "a", session_id: "s2" })).toMatchObject({
    type: "ack",
    session_id: "s2",
  });
  await server.log.emit("s1", "unheard");
  await server.log.emit("s2", "heard");
  await until(() => tester.events.length === 1);
  expect(await tester.ask({ type: "leave", id: "b", session_id: "s2" })).toMatchObject({ type: "ack" });
  await server.log.emit("s2", "unheard");
  expect(await tester.ask({ type: "subscribe", id: "c", session_id: "gone" })).toMatchObject({
    type: "nack",
    error: { code: "session_not_found" },
  });
  expect(await tester.ask({ type: "subscribe", id: "d", session_id: "s1", after: "x" })).toMatchObject({
    type: "nack",
  });
  expect(tester.events.map(({ text }) => text)).toEqual(["heard"]);
});

test("a rewound session gets a resync and restarts at the beginning", async () => {
  const server = await startServer();
  await server.log.emit("s1", "one", "two");
  const tester = await greeted(server.port, [{ session_id: "s1" }]);
  await until(() => tester.events.length === 2);
  await server.log.rewind("s1", 1);
  await until(() => tester.events.length === 3);
  expect(tester.messages.filter(({ type }) => type === "resync")).toEqual([
    { type: "resync", sessionId: "s1", rev: 2, reason: expect.any(String) },
  ]);
  const late = await greeted(server.port, [{ session_id: "s1", after: "1:2" }]);
  await until(() => late.events.length === 1);
  expect(late.messages.map(({ type }) => type)).toContain("resync");
});

test("a subscription after `now` gets only later events, also after a rewind", async () => {
  const server = await startServer();
  await server.log.emit("s1", "one", "two");
  const tester = await greeted(server.port, [{ session_id: "s1", after: "now" }]);
  await server.log.emit("s1", "three");
  await until(() => tester.messages.some(({ seq }) => seq === 3));
  await server.log.rewind("s1", 1);
  await until(() => tester.messages.some(({ type }) => type === "resync"));
  await server.log.emit("s1", "again");
  await until(() => tester.messages.some(({ rev, seq }) => rev === 2 && seq === 2));
  const received = tester.messages.filter(({ type }) => type !== "ack");
  expect(received.map(({ type, rev, seq }) => [type, rev, seq])).toEqual([
    ["notice", 1, 3],
    ["resync", 2, undefined],
    ["notice", 2, 2],
  ]);
});

test("each command is answered under its ID, with the route's response", async () => {
  const server = await startServer();
  const tester = await greeted(server.port);
  expect(await tester.ask({ type: "chat", id: "1", project_root: "/p", text: "hi" })).toEqual({
    type: "ack",
    id: "1",
    session_id: "s1",
    run_id: "r1",
    queued: false,
    seq: 7,
  });
  expect(await tester.ask({ type: "cancel", id: "2", run_id: "r1" })).toEqual({
    type: "ack",
    id: "2",
    ok: true,
  });
  await tester.ask({ type: "answer", id: "3", question_id: "q", answers: [{ question: "a", answer: "b" }] });
  await tester.ask({ type: "answer", id: "4", request_id: "p", option_id: "always", pattern: "git" });
  await tester.ask({ type: "answer", id: "5", plan_id: "l", decision: "approve" });
  await tester.ask({ type: "change_queue_item", id: "6", session_id: "s1", item_id: "q1", position: 2 });
  await tester.ask({ type: "settings", id: "7", settings: { default_agent: "x" } });
  await tester.ask({ type: "ping", id: 8 });
  expect(server.service.calls.map(([name, first]) => [name, first]).slice(1)).toEqual([
    ["cancel", "r1"],
    ["answerQuestion", "q"],
    ["answerPermission", { requestId: "p", optionId: "always", pattern: "git" }],
    ["answerPlan", { planId: "l", decision: "approve" }],
    ["changeQueueItem", "s1"],
    ["changeSettings", { default_agent: "x" }],
  ]);
});

test("an error is a nack and never closes the socket", async () => {
  const server = await startServer();
  const tester = await greeted(server.port);
  const code = async (message: Message) => ((await tester.ask(message)).error as Message | undefined)?.code;
  expect(await code({ type: "chat", id: "1", project_root: "/p" })).toBe("bad_request");
  expect(await code({ type: "nothing", id: "2" })).toBe("bad_request");
  expect(await code({ type: "constructor", id: "3" })).toBe("bad_request");
  expect(await code({ type: "__proto__", id: "4" })).toBe("bad_request");
  expect(await code({ type: "answer", id: "5" })).toBe("bad_request");
  server.service.failure = new PolylogError("ask_expired", "Too late.");
  expect(await code({ type: "answer", id: "6", plan_id: "l", decision: "reject" })).toBe("ask_expired");
  server.service.failure = new Error("inside /home/someone");
  expect(await code({ type: "cancel", id: "7", run_id: "r" })).toBe("internal");
  expect(tester.lines.join("")).not.toContain("/home/someone");

  const malformed = [
    "",
    "{",
    "null",
    "[]",
    "5",
    '"chat"',
    "{}",
    '{"type":5,"id":"x"}',
    '{"type":"chat"}',
    '{"type":"cancel","id":{}}',
    "[".repeat(50_000),
  ];
  for (const text of malformed) tester.socket.send(text);
  tester.socket.send(Buffer.from([1, 2, 3]), { binary: true });
  await until(() => tester.messages.length === 1 + 7 + malformed.length + 1);
  expect(tester.messages.slice(8).every(({ type }) => type === "nack")).toBe(true);
  expect(await tester.ask({ type: "ping", id: "8" })).toEqual({ type: "ack", id: "8" });
});

test("[S10] a socket's commands require the same roles as the routes", async () => {
  const server = await startServer();
  const refused = async (role: "viewer" | "prompter" | "approver", message: Message) => {
    const { token } = await server.device(role);
    const tester = await greeted(server.port, [], token);
    return ((await tester.ask({ ...message, id: "1" })).error as Message | undefined)?.code === "not_allowed";
  };
  const chat = { type: "chat", project_root: "/p", text: "hi" };
  const allow = { type: "answer", request_id: "p", option_id: "allow" };
  expect(await refused("viewer", chat)).toBe(true);
  expect(await refused("prompter", chat)).toBe(false);
  expect(await refused("prompter", allow)).toBe(true);
  expect(await refused("approver", allow)).toBe(false);
  expect(await refused("approver", { type: "settings", settings: {} })).toBe(true);
});

test("a message before the hello is rejected, and a socket without a hello is closed", async () => {
  const server = await startServer({ limits: { helloMs: 150 } });
  const tester = await WsTester.open(server.port);
  expect(await tester.ask({ type: "cancel", id: "1", run_id: "r" })).toMatchObject({ type: "nack", id: "1" });
  await until(() => tester.closeCode !== 0);
  expect(tester.closeCode).toBe(4408);
  expect(server.service.calls).toEqual([]);
  const polite = await greeted(server.port);
  // A socket that was opened later is closed, so this one would be too.
  const silent = await WsTester.open(server.port);
  await until(() => silent.closeCode !== 0);
  expect(polite.closeCode).toBe(0);
});

test("a message over the limit closes its socket with 1009; compression is not offered", async () => {
  const server = await startServer({ limits: { imagesBodyBytes: 10_000 } });
  const tester = await greeted(server.port);
  expect(tester.socket.extensions).toBe("");
  tester.say({ type: "chat", id: "1", project_root: "/p", text: "x".repeat(20_000) });
  await until(() => tester.closeCode !== 0);
  expect(tester.closeCode).toBe(1009);
});

test("a socket that does not answer pings is closed", async () => {
  // Long enough for the live socket to answer in time, even on a busy machine.
  const server = await startServer({ limits: { heartbeatMs: 500 } });
  const alive = await greeted(server.port);
  const dead = await greeted(server.port);
  dead.socket.pause();
  await expect.poll(async () => (await server.ask("GET", "/metrics")).text).toMatch(/^polylog_clients 1$/m);
  expect(alive.closeCode).toBe(0);
});

test("[R20] a socket that does not read gets everything when it reads again, and others are not delayed", async () => {
  const server = await startServer();
  const slow = await greeted(server.port, [{ session_id: "s1" }]);
  slow.socket.pause();
  const quick = await greeted(server.port, [{ session_id: "s1" }]);
  const big = "x".repeat(50_000);
  const total = 400;
  for (let n = 0; n < total / 4; n++) await server.log.emit("s1", big, big, big, big);
  await until(() => quick.events.length === total);
  expect(slow.events.length).toBeLessThan(total);
  slow.socket.resume();
  await until(() => slow.events.length === total);
  expect(slow.events.map(({ seq }) => seq)).toEqual(Array.from({ length: total }, (_, index) => index + 1));
});

test("commands over the limit wait for their turn, and all are answered", async () => {
  const server = await startServer();
  const tester = await greeted(server.port);
  for (let n = 0; n < 500; n++) tester.say({ type: "chat", id: `c${n}`, project_root: "/p", text: `t${n}` });
  await until(() => tester.messages.filter(({ type }) => type === "ack").length === 501);
  const sent = server.service.callsOf("chat").map(([input]) => (input as { text: string }).text);
  expect(sent).toEqual(Array.from({ length: 500 }, (_, n) => `t${n}`));
});

test("an upgrade on another path or with an invalid handshake is rejected in the contract's shape", async () => {
  const server = await startServer();
  const headers = { connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13" };
  const elsewhere = await server.ask("GET", "/api/sessions", { headers });
  expect([elsewhere.status, elsewhere.json]).toEqual([
    404,
    expect.objectContaining({ error: expect.any(Object) }),
  ]);
  const half = await server.ask("GET", "/ws", { headers });
  expect([half.status, half.json]).toEqual([400, expect.objectContaining({ error: expect.any(Object) })]);
  expect((await server.ask("GET", "/ws")).status).toBe(404);
});

test("a client that subscribes to a session and leaves it immediately receives no events of it", async () => {
  const server = await startServer();
  const tester = await WsTester.open(server.port);
  await tester.ask({ type: "hello" });
  tester.say({ type: "subscribe", id: "s", session_id: "s1" });
  expect(await tester.ask({ type: "leave", id: "l", session_id: "s1" })).toMatchObject({ type: "ack" });
  await until(() => tester.messages.some(({ id }) => id === "s"));
  expect(server.log.hub.listeners).toBe(0);
  expect(await tester.ask({ type: "subscribe", id: "again", session_id: "s1" })).toMatchObject({
    type: "ack",
  });
  expect(server.log.hub.listeners).toBe(1);
});

test("[H3] a change outside the log is announced once, regardless of the number of subscribed sessions", async () => {
  const server = await startServer();
  await server.log.begin("s2");
  const tester = await greeted(server.port, [{ session_id: "s1" }, { session_id: "s2" }]);
  server.log.hub.publishChange({ changed: "session", sessionId: "s2", projectRoot: "/p" });
  server.log.hub.publishChange({ changed: "mission", projectRoot: "/p" });
  await tester.ask({ type: "ping", id: "p" });
  expect(tester.messages.filter(({ type }) => type === "sync")).toEqual([
    { type: "sync", changed: "session", sessionId: "s2", projectRoot: "/p" },
    { type: "sync", changed: "mission", projectRoot: "/p" },
  ]);
});
