import { allRoutes } from "@polylog/core";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import type { Dialect, ServerMessage } from "../../src/dialects/dialect.ts";
import { dialects } from "../../src/dialects/registry.ts";
import { type Harness, startServer, TOKEN } from "./support/harness.ts";
import { until } from "./support/raw-socket.ts";
import { SseClient } from "./support/sse-client.ts";

/** Numbers its messages, and calls a notice a remark. */
function said(count: number, message: ServerMessage) {
  if (message.type === "notice") {
    return { state: count + 1, messages: [{ number: count + 1, remark: message.text }] };
  }
  if (message.type === "nack") {
    return { state: count + 1, messages: [{ number: count + 1, wrong: message.error.code }] };
  }
  return { state: count, messages: [] };
}

const open = ({ session }: Readonly<Record<string, string>>) => ({
  state: 0,
  messages: [{ type: "hello", id: "hello", sessions: [{ session_id: session }] }],
});

const talking: Dialect<number> = {
  ...{ path: "/talking", role: "viewer", transport: "websocket", open, toDialect: said },
  fromDialect: (state, { say, stop }) => ({
    state,
    messages: [
      { type: "chat", id: "say", project_root: "/p", text: say },
      { type: "cancel", id: "stop", run_id: stop },
    ].filter(({ id }) => (id === "say" ? say : stop) !== undefined),
  }),
};
const telling: Dialect<number> = {
  ...{ path: "/telling", role: "approver", transport: "stream", open, toDialect: said },
};

async function startWithDialects() {
  const server = await startServer({ dialects: [talking, telling] });
  await server.log.emit("s1", "one");
  return server;
}

function commandsOf({ service }: Harness): string[] {
  return service.calls.map(([name]) => String(name)).filter((name) => name !== "session");
}

function openSocket(port: number, at: string, token: string) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${at}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  onTestFinished(() => socket.terminate());
  const messages: unknown[] = [];
  const ends: unknown[] = [];
  socket.on("message", (data) => messages.push(JSON.parse(data.toString())));
  socket.on("unexpected-response", (_, { statusCode }) => ends.push(statusCode));
  socket.on("close", (code) => ends.push(code));
  socket.on("error", () => undefined);
  return { socket, messages, ends };
}

test("[H10] a dialect on a socket translates events, commands and errors, with its own state", async () => {
  const server = await startWithDialects();
  const { socket, messages } = openSocket(server.port, "/talking?session=s1", TOKEN);
  await until(() => messages.length === 1);
  await server.log.emit("s1", "two");
  await until(() => messages.length === 2);
  socket.send(JSON.stringify({ say: "hi", stop: "r1" }));
  await until(() => commandsOf(server).length === 2);
  socket.send("{");
  await until(() => messages.length === 3);
  expect(messages).toEqual([
    { number: 1, remark: "one" },
    { number: 2, remark: "two" },
    { number: 3, wrong: "bad_request" },
  ]);
  expect(commandsOf(server).toSorted()).toEqual(["cancel", "chat"]);
});

test("[H10] a dialect on a stream answers a GET, starting with the missed events", async () => {
  const server = await startWithDialects();
  const stream = await SseClient.open(server.port, "?session=s1", { path: "/telling" });
  await until(() => stream.sent.length === 1);
  await server.log.emit("s1", "two");
  await until(() => stream.sent.length === 2);
  expect(stream.sent.map(({ data }) => JSON.parse(data))).toEqual([
    { number: 1, remark: "one" },
    { number: 2, remark: "two" },
  ]);
  await server.close();
  await until(() => stream.isClosed);
});

test("[H10] [S10] credentials, roles and revocation are the same as on every connection", async () => {
  const server = await startWithDialects();
  const { token, deviceId } = await server.device("viewer");
  const refused = openSocket(server.port, "/talking?session=s1", "wrong");
  const watching = openSocket(server.port, "/talking?session=s1", token);
  await until(() => watching.messages.length === 1);
  watching.socket.send(JSON.stringify({ say: "hi" }));
  await until(() => watching.messages.length === 2);
  expect(watching.messages[1]).toEqual({ number: 2, wrong: "not_allowed" });
  const statusOf = async (method: string, as: string | null) =>
    (await server.ask(method, "/telling?session=s1", { token: as })).status;
  expect([await statusOf("GET", null), await statusOf("GET", token), await statusOf("POST", TOKEN)]).toEqual([
    401, 403, 405,
  ]);
  await server.auth.devices.revoke(deviceId);
  await until(() => watching.ends.length === 1 && refused.ends.length > 0);
  expect([watching.ends, refused.ends[0]]).toEqual([[4401], 401]);
  expect(commandsOf(server)).toEqual([]);
});

test("each dialect has a path that no other dialect or route has", () => {
  const paths = [...dialects.map(({ path }) => path), "/ws", ...new Set(allRoutes.map(({ path }) => path))];
  expect(paths).toEqual([...new Set(paths)]);
});
