import { allRoutes } from "@polylog/core";
import { expect, test } from "vitest";
import { bodyBytesOf } from "../../src/http/body-bounds.ts";
import { limits } from "../../src/limits.ts";
import { makeHome } from "../reliability/support/home.ts";
import { spawnServer } from "../reliability/support/server-process.ts";
import { type Harness, startServer, TOKEN } from "./support/harness.ts";
import { RawSocket, until } from "./support/raw-socket.ts";

async function isWell(server: Harness): Promise<boolean> {
  return (await server.ask("GET", "/api/sessions")).status === 200;
}

const head = (server: Harness, more = "") =>
  `POST /api/chat HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n${more}`;

test("[S27] headers and bodies that trickle in are closed at their time limit, with 408", async () => {
  const server = await startServer({ limits: { headersMs: 300, requestMs: 600, checkMs: 50 } });
  const slowHead = await RawSocket.open(server.port);
  slowHead.say("GET /api/health HTTP/1.1\r\nX-A: ");
  const drip = setInterval(() => slowHead.say("a"), 40);
  const slowBody = await RawSocket.open(server.port);
  slowBody.say(`${head(server, "Content-Length: 1000\r\n")}\r\n{"text":`);
  const silent = await RawSocket.open(server.port);
  await until(() => slowHead.isClosed && slowBody.isClosed && silent.isClosed);
  clearInterval(drip);
  expect(slowHead.status).toBe(408);
  expect(slowHead.received).toContain('"code":"request_timeout"');
  expect(server.service.calls).toEqual([]);
  expect(await isWell(server)).toBe(true);
});

test("[S27] 500 idle connections and 200 idle upgrades do not block others, and are closed", async () => {
  const server = await startServer({ limits: { headersMs: 4000, helloMs: 4000, checkMs: 50 } });
  const idle = await Promise.all(Array.from({ length: 500 }, () => RawSocket.open(server.port)));
  const upgrades = await Promise.all(Array.from({ length: 200 }, () => RawSocket.open(server.port)));
  for (const raw of upgrades) {
    raw.say(
      `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${TOKEN}\r\nConnection: Upgrade\r\n` +
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    );
  }
  await until(() => upgrades.every(({ status }) => status === 101));
  const areGone = () => [...idle, ...upgrades].every(({ isClosed }) => isClosed);
  // They are still open when others are answered.
  expect([await isWell(server), areGone()]).toEqual([true, false]);
  await until(areGone);
  expect(await isWell(server)).toBe(true);
});

test("[S27] a body over the limit is rejected while it arrives, declared or not, and uses no memory", async () => {
  const server = await startServer({ limits: { imagesBodyBytes: 100_000 } });
  const declared = await RawSocket.open(server.port);
  declared.say(`${head(server, "Content-Length: 100000000000\r\n")}\r\n`);
  await until(() => declared.status === 413);
  const endless = await RawSocket.open(server.port);
  endless.say(`${head(server, "Transfer-Encoding: chunked\r\n")}\r\n`);
  const chunk = `ffff\r\n${" ".repeat(0xffff)}\r\n`;
  const before = process.memoryUsage().rss;
  for (let sent = 0; sent < 200 && !endless.isClosed; sent++) {
    endless.say(chunk);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect(endless.status).toBe(413);
  expect(endless.received).toContain('"code":"body_too_large"');
  await until(() => endless.isClosed && declared.isClosed);
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  expect(await isWell(server)).toBe(true);
});

test("[S27] the body limit depends on the route: small for open routes, large only for routes with text or images", async () => {
  const server = await startServer();
  const larger = allRoutes.flatMap((route) => {
    const most = bodyBytesOf(route, limits.http);
    return most === limits.http.bodyBytes ? [] : [`${route.method} ${route.path} ${most}`];
  });
  const { openBodyBytes, wordsBodyBytes, imagesBodyBytes } = limits.http;
  expect(larger.toSorted()).toEqual(
    [
      `get /api/health ${openBodyBytes}`,
      `get /doc ${openBodyBytes}`,
      `get /doc/style.css ${openBodyBytes}`,
      `post /api/login ${openBodyBytes}`,
      `post /api/pair ${openBodyBytes}`,
      `post /api/chat ${imagesBodyBytes}`,
      ...["agent-override", "ask-user-response", "mission", "permission-response", "plan-response"].map(
        (name) => `post /api/${name} ${wordsBodyBytes}`,
      ),
      ...["schedules", "settings"].map((name) => `post /api/${name} ${wordsBodyBytes}`),
      `patch /api/sessions/{session_id}/queue ${wordsBodyBytes}`,
      `patch /api/sessions/{session_id}/queue/{item_id} ${wordsBodyBytes}`,
    ].toSorted(),
  );
  const refused = async (path: string, bytes: number, token: string | null) => {
    const body = JSON.stringify({ code: "x".repeat(bytes - 11) });
    return (await server.ask("POST", path, { body, token })).status === 413;
  };
  expect([
    await refused("/api/login", openBodyBytes, null),
    await refused("/api/login", openBodyBytes + 1, null),
    await refused("/api/sessions", limits.http.bodyBytes, TOKEN),
    await refused("/api/sessions", limits.http.bodyBytes + 1, TOKEN),
  ]).toEqual([false, true, false, true]);
});

test("[S27] incomplete bodies are held up to a total limit", async () => {
  const server = await startServer({ limits: { bodiesBytes: 1_000_000 } });
  const begin = async () => {
    const raw = await RawSocket.open(server.port);
    raw.say(`${head(server, "Content-Length: 300000\r\n")}\r\n${" ".repeat(290_000)}`);
    return raw;
  };
  const bodies = await Promise.all(Array.from({ length: 8 }, begin));
  const refused = () => bodies.filter(({ status }) => status === 429);
  await until(() => refused().length >= 5);
  expect(refused()[0]?.received).toContain('"code":"too_many_requests"');
  // Three fit. When one of them ends, there is room for another.
  const kept = bodies.filter((raw) => !refused().includes(raw));
  expect(kept.length).toBe(3);
  kept[0]?.say(" ".repeat(10_000));
  await until(() => kept[0]?.status === 400);
  const next = await begin();
  next.say(" ".repeat(10_000));
  await until(() => next.status === 400);
  expect(await isWell(server)).toBe(true);
});

const BOMB_BYTES = 10_000_000;

/** Values that are small to send and large to hold. */
function bomb(piece: (index: number) => string, begin: string, end: string): string {
  const pieces = [begin];
  for (let [index, size] = [0, 0]; size < BOMB_BYTES; index++) {
    const next = piece(index);
    pieces.push(next);
    size += next.length;
  }
  return pieces.join("") + end;
}

const bombs: Readonly<Record<string, () => string>> = {
  names: () => bomb((index) => `"k${index}":0,`, "{", '"k":0}'),
  objects: () => bomb(() => "{},", '{"text":[', "{}]}"),
  nests: () => bomb(() => `${"[".repeat(100)}${"]".repeat(100)},`, '{"text":[', "0]}"),
};

test("[S27] bodies that take seconds to parse block no other request, by the server's own measurement", async () => {
  const [flooded, idle] = await Promise.all([
    spawnServer(makeHome({ echo: {} })),
    spawnServer(makeHome({ echo: {} })),
  ]);
  const lagOf = async ({ client }: typeof idle) =>
    Number(/^polylog_loop_lag_seconds (\S+)$/m.exec((await client.ask("GET", "/metrics")).text)?.[1]);
  const { client } = flooded;
  const send = async (path: string, token: string, body: string) => {
    const raw = await RawSocket.open(Number(client.url.port));
    raw.say(
      `POST ${path} HTTP/1.1\r\nHost: ${client.url.host}\r\nContent-Type: application/json\r\n` +
        `Authorization: Bearer ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await until(() => raw.status !== 0);
    raw.socket.destroy();
    return raw.status;
  };
  const bodies = Object.values(bombs).map((make) => make());
  let least = Number.POSITIVE_INFINITY;
  // A busy machine blocks one or the other occasionally, but a body that takes seconds does so every time.
  for (let turn = 0; turn < 5 && least >= 0.2; turn++) {
    await Promise.all([lagOf(flooded), lagOf(idle)]);
    for (const body of bodies) {
      expect([await send("/api/login", "none", body), await send("/api/chat", client.token, body)]).toEqual([
        413, 400,
      ]);
    }
    const [lag, usual] = await Promise.all([lagOf(flooded), lagOf(idle)]);
    least = Math.min(least, lag - usual);
  }
  expect(least).toBeLessThan(0.2);
});

test("[S27] huge headers, too many of them, and a thousand malformed requests return the right status, and the server keeps running", async () => {
  const server = await startServer();
  const host = `Host: 127.0.0.1:${server.port}\r\n`;
  const many = await RawSocket.open(server.port);
  many.say(`GET /api/health HTTP/1.1\r\n${host}${"X-Many: 1\r\n".repeat(2000)}\r\n`);
  await until(() => many.status !== 0);
  expect(many.status).toBe(431);
  const bodies = [
    "{",
    "[[[[",
    '{"a":',
    '"\\ud800',
    "nul",
    "\u0000",
    '{"__proto__":{"role":"owner"}}',
    "1e999",
    '{"text":"x"}',
  ];
  const statuses: number[] = [];
  const lanes = Array.from({ length: 25 }, async (_, lane) => {
    for (let n = 0; n < 40; n++) {
      const body = bodies[(lane * 40 + n) % bodies.length] ?? "";
      statuses.push((await server.ask("POST", "/api/chat", { body })).status);
    }
  });
  await until(() => statuses.length > 0);
  // Others are answered in between, long before the flood is over.
  expect((await server.ask("GET", "/api/health")).status).toBe(200);
  expect(statuses.length).toBeLessThan(1000);
  await Promise.all(lanes);
  expect(statuses).toEqual(Array.from({ length: 1000 }, () => 400));
  expect(server.service.calls).toEqual([]);
  expect(await isWell(server)).toBe(true);
});

test("[S27] clients that disconnect in the middle of anything leave nothing behind", async () => {
  const server = await startServer();
  const stream = `GET /api/events?session_id=s1 HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`;
  for (let n = 0; n < 60; n++) {
    const raw = await RawSocket.open(server.port);
    raw.say(
      n % 3 === 0
        ? stream
        : n % 3 === 1
          ? `${head(server, "Content-Length: 500\r\n")}\r\n{"te`
          : `${stream}${stream}garbage`,
    );
    if (n % 2 === 0) await until(() => raw.status !== 0 || raw.isClosed || n % 3 === 1);
    raw.socket.resetAndDestroy();
  }
  await server.log.emit("s1", "to nobody");
  await expect.poll(async () => (await server.ask("GET", "/metrics")).text).toMatch(/^polylog_clients 0$/m);
  await expect.poll(() => server.log.hub.listeners).toBe(0);
  expect(server.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});
