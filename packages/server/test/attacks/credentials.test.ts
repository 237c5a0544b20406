import { allRoutes } from "@polylog/core";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { type Harness, startServer } from "../http/support/harness.ts";
import { RawSocket, until } from "../http/support/raw-socket.ts";

const at = (path: string) => path.replaceAll(/\{\w+\}/g, "s1");

/** The requests that a program on another port of this machine can send, without a browser's protections. */
async function statuses(server: Harness, headers: Readonly<Record<string, string>>): Promise<Set<number>> {
  const found = new Set<number>();
  for (const { method, path, role } of allRoutes) {
    if (role === "open") continue;
    const body = method === "get" ? undefined : {};
    const asking = { token: null, headers, ...(body !== undefined && { body }) };
    found.add((await server.ask(method.toUpperCase(), at(path), asking)).status);
  }
  return found;
}

function upgrade(
  server: Harness,
  headers: Readonly<Record<string, string>>,
  protocols: string[] = [],
): Promise<{ readonly status: number; readonly protocol: string }> {
  const origin = `http://127.0.0.1:${server.port}`;
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws`, protocols, {
    headers: { origin, ...headers },
  });
  return new Promise((resolve) => {
    socket.on("open", () => {
      socket.terminate();
      resolve({ status: 101, protocol: socket.protocol });
    });
    socket.on("unexpected-response", (request, { statusCode }) => {
      request.destroy();
      resolve({ status: statusCode ?? 0, protocol: "" });
    });
    socket.on("error", () => undefined);
  });
}

test("[S29] a cookie that another port of this machine received opens no route and no socket", async () => {
  const server = await startServer();
  const { cookie } = await server.browser("owner");
  expect([...(await statuses(server, { cookie }))]).toEqual([401]);
  for (const headers of [{ cookie }, { cookie, "x-polylog-key": "guess" }]) {
    expect((await upgrade(server, headers)).status).toBe(401);
  }
  expect(server.service.calls).toEqual([]);
});

test("[S29] an origin key opens nothing without its cookie or with another browser's cookie", async () => {
  const server = await startServer();
  const { "x-polylog-key": key } = await server.browser("owner");
  const { cookie } = await server.browser("viewer");
  for (const headers of [{ "x-polylog-key": key }, { cookie, "x-polylog-key": key }]) {
    expect((await server.ask("GET", "/api/me", { token: null, headers })).status).toBe(401);
  }
  const asToken = await server.ask("GET", "/api/me", { token: key });
  expect(asToken.status).toBe(401);
  expect((await upgrade(server, { cookie }, ["polylog", `polylog-key.${key}`])).status).toBe(401);
});

test("[S29] both halves open routes, streams and sockets; the key is not repeated, and signing out ends both", async () => {
  const server = await startServer();
  const browser = await server.browser("owner");
  const { cookie, "x-polylog-key": key } = browser;
  const me = () => server.ask("GET", "/api/me", { token: null, headers: browser });
  expect((await me()).json).toMatchObject({ role: "owner" });
  const protocols = ["polylog", `polylog-key.${key}`];
  expect(await upgrade(server, { cookie }, protocols)).toEqual({ status: 101, protocol: "polylog" });
  expect((await upgrade(server, browser)).status).toBe(101);
  await server.ask("POST", "/api/logout", { token: null, headers: browser, body: {} });
  expect((await me()).status).toBe(401);
  expect((await upgrade(server, { cookie }, protocols)).status).toBe(401);
});

test("[S29] a browser that signed in before origin keys existed must sign in again", async () => {
  const server = await startServer();
  const { cookie } = await server.browser("owner");
  for (const { key, value } of await server.store.documents("device")) {
    const { keyHash: _, ...older } = value as { keyHash: string };
    await server.store.commit({ documents: [{ kind: "device", key, value: older }] });
  }
  await server.auth.devices.refresh();
  const answer = await server.ask("GET", "/api/me", { token: null, headers: { cookie } });
  expect(answer.status).toBe(401);
  expect(answer.json).toEqual({
    error: {
      code: "not_authenticated",
      message:
        "Sign in again: this browser signed in to an older version of Polylog, or its storage was cleared.",
      retryable: false,
      details: { reason: "origin_key_missing" },
    },
  });
  const withAnyKey = { cookie, "x-polylog-key": "" };
  expect((await server.ask("GET", "/api/me", { token: null, headers: withAnyKey })).status).toBe(401);
});

test("[S29] two servers with the same host name, one of them behind a tunnel, do not read each other's cookie", async () => {
  const server = await startServer();
  const { code } = server.auth.newCode("owner", "browser");
  const host = "127.0.0.1:9000";
  const login = await server.ask("POST", "/api/login", { token: null, headers: { host }, body: { code } });
  expect(String(login.headers["set-cookie"])).toMatch(/^polylog_9000=/);
});

test("[S29, S5] a request with two keys is rejected", async () => {
  const server = await startServer();
  const browser = await server.browser("owner");
  const raw = await RawSocket.open(server.port);
  const head = `GET /api/me HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nCookie: ${browser.cookie}\r\n`;
  const key = `X-Polylog-Key: ${browser["x-polylog-key"]}\r\n`;
  raw.say(`${head}${key}X-Polylog-Key: other\r\nConnection: close\r\n\r\n`);
  await until(() => raw.isClosed);
  expect(raw.status).toBe(400);
});

test("[S9] a client that guesses from the same address does not lock out a correct code, claim or token", async () => {
  const server = await startServer({ now: () => 0 });
  const { token } = await server.device("viewer");
  const browser = await server.browser("owner");
  const { code } = server.auth.newCode("viewer", "browser");
  const pairing = server.auth.pairings.make("viewer");
  const pair = (body: object) => server.ask("POST", "/api/pair", { token: null, body });
  for (let guess = 0; guess < 30; guess++) {
    await pair({ code: `guess-${guess}`, name: "thief" });
    await pair({ claim: `guess-${guess}` });
    await server.ask("POST", "/api/login", { token: null, body: { code: `guess-${guess}` } });
    await server.ask("GET", "/api/me", { token: `guess-${guess}` });
  }
  expect((await pair({ code: "guess", name: "thief" })).status).toBe(429);
  expect((await server.ask("GET", "/api/me", { token: "guess" })).status).toBe(429);

  expect((await server.ask("POST", "/api/login", { token: null, body: { code } })).status).toBe(200);
  const { claim } = (await pair({ code: pairing.code, name: "phone" })).json as { claim: string };
  server.auth.pairings.decide(pairing.pairingId, true, undefined);
  expect((await pair({ claim })).json).toMatchObject({ state: "confirmed" });
  expect((await server.ask("GET", "/api/me", { token })).status).toBe(200);
  expect((await server.ask("GET", "/api/me", { token: null, headers: browser })).status).toBe(200);
  // A cookie without its key does not count as a guess: the page must learn that it has to sign in again.
  const { cookie } = browser;
  const withoutKey = await server.ask("GET", "/api/me", { token: null, headers: { cookie } });
  expect(withoutKey.json).toMatchObject({ error: { details: { reason: "origin_key_missing" } } });
});
