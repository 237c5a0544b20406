import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { codeOf, type Harness, startServer, TOKEN } from "./support/harness.ts";
import { RawSocket, until } from "./support/raw-socket.ts";

const foreignOrigins = (port: number) => [
  "null",
  "http://evil.example",
  "https://evil.example",
  `http://evil.example:${port}`,
  `http://127.0.0.1.evil.example:${port}`,
  `http://localhost.evil.example:${port}`,
  `http://evil.example/127.0.0.1:${port}`,
  `http://evil.example@127.0.0.1:${port}`,
  `http://127.0.0.1:${port}@evil.example`,
  `http://127.0.0.1:${port}.evil.example`,
  `http://127.0.0.1:${port}/`,
  `http://127.0.0.1:${port} `.trimEnd().concat("/x"),
  `HTTP://127.0.0.1:${port}`,
  `https://127.0.0.1:${port}`,
  `ws://127.0.0.1:${port}`,
  `http://127.0.0.1:${port + 1}`,
  "http://127.0.0.1",
  "http://127.0.0.1:80",
  `http://localhost:${port}`,
  `http://[::1]:${port}`,
  `http://0.0.0.0:${port}`,
  `http://127.1:${port}`,
  `http://2130706433:${port}`,
  `http://0x7f000001:${port}`,
  `http://127.0.0.2:${port}`,
  `http://127.0.0.1.:${port}`,
  "file://",
  "chrome-extension://abcdefghijklmnop",
  "moz-extension://abcdef",
  "capacitor://localhost",
  "tauri://localhost",
  "data:text/html,x",
  "*",
];

const wrongHosts = (port: number) => [
  "",
  "evil.example",
  `evil.example:${port}`,
  `127.0.0.1.evil.example:${port}`,
  `localhost.evil.example:${port}`,
  `127.0.0.1.nip.io:${port}`,
  `192.168.0.1:${port}`,
  "[::2]:80",
  `127.0.0.1:0${port}`,
  "127.0.0.1:99999999",
  `127.0.0.1.:${port}`,
  `localhost.:${port}`,
  `0.0.0.0:${port}`,
  `[::ffff:127.0.0.1]:${port}`,
  `127.1:${port}`,
  `2130706433:${port}`,
  `127.0.0.2:${port}`,
  `user@127.0.0.1:${port}`,
  `127.0.0.1:${port}, evil.example`,
  `evil.example, 127.0.0.1:${port}`,
  `169.254.169.254:${port}`,
];

const handshake =
  "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

async function upgrade(server: Harness, headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws`, {
    headers: { authorization: `Bearer ${TOKEN}`, ...headers },
  });
  return new Promise((resolve) => {
    socket.on("open", () => {
      socket.terminate();
      resolve(101);
    });
    socket.on("unexpected-response", (request, response) => {
      request.destroy();
      resolve(response.statusCode ?? 0);
    });
    socket.on("error", () => undefined);
  });
}

test("[S2] a foreign origin is rejected with 403, even if everything else is correct, also for an upgrade", async () => {
  const server = await startServer();
  const origins = foreignOrigins(server.port);
  expect(origins.length).toBeGreaterThanOrEqual(30);
  for (const origin of origins) {
    const read = await server.ask("GET", "/api/sessions", { headers: { origin } });
    expect([origin, read.status, codeOf(read)]).toEqual([origin, 403, "foreign_origin"]);
    const write = await server.ask("POST", "/api/chat", {
      headers: { origin },
      body: { project_root: "/", text: "x" },
    });
    expect([origin, write.status]).toEqual([origin, 403]);
    expect([origin, await upgrade(server, { origin })]).toEqual([origin, 403]);
    expect((await server.ask("GET", "/api/health", { token: null, headers: { origin } })).status).toBe(403);
  }
  expect(server.service.calls).toEqual([]);
});

test("[S2] the server's own origin is accepted, under each of its names", async () => {
  const server = await startServer();
  for (const name of ["127.0.0.1", "localhost"]) {
    const host = `${name}:${server.port}`;
    const headers = { host, origin: `http://${host}` };
    expect((await server.ask("GET", "/api/sessions", { headers })).status).toBe(200);
    expect(await upgrade(server, headers)).toBe(101);
  }
});

test("[S2] a request that the browser marks as cross-site is rejected", async () => {
  const server = await startServer();
  for (const site of ["cross-site", "same-site"]) {
    const headers = { "sec-fetch-site": site, "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" };
    expect((await server.ask("GET", "/api/sessions", { headers })).status).toBe(403);
    const link = { "sec-fetch-site": site, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    expect((await server.ask("GET", "/api/health", { token: null, headers: link })).status).toBe(200);
    expect(
      (await server.ask("POST", "/api/login", { token: null, headers: link, body: { code: "x" } })).status,
    ).toBe(403);
  }
  expect(
    (await server.ask("GET", "/api/sessions", { headers: { "sec-fetch-site": "same-origin" } })).status,
  ).toBe(200);
});

test("[S3] a wrong host is rejected with 421, also for an upgrade", async () => {
  const server = await startServer();
  const hosts = wrongHosts(server.port);
  expect(hosts.length).toBeGreaterThanOrEqual(20);
  for (const host of hosts) {
    const raw = await RawSocket.open(server.port);
    raw.say(
      `GET /api/health HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${TOKEN}\r\nConnection: close\r\n\r\n`,
    );
    await until(() => raw.isClosed);
    expect([host, raw.status]).toEqual([host, 421]);
    expect(raw.received).toContain('"code":"wrong_host"');
    const up = await RawSocket.open(server.port);
    up.say(`GET /ws HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${TOKEN}\r\n${handshake}\r\n`);
    await until(() => up.isClosed);
    expect([host, up.status]).toEqual([host, 421]);
  }
  const none = await RawSocket.open(server.port);
  none.say("GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n");
  await until(() => none.isClosed);
  expect(none.status).toBe(421);
});

test("[S3] through a tunnel, this machine's own names are accepted at any port, each with its own origin only", async () => {
  const server = await startServer();
  for (const host of ["127.0.0.1:9000", "localhost:9000", "[::1]:9000", "localhost"]) {
    const status = async (origin: string) =>
      (await server.ask("GET", "/api/sessions", { headers: { host, origin } })).status;
    expect([host, await status(`http://${host}`)]).toEqual([host, 200]);
    expect([host, await status(`http://127.0.0.1:${server.port}`)]).toEqual([host, 403]);
    expect([host, await status("http://127.0.0.1:3000")]).toEqual([host, 403]);
  }
});

test("[S3] the error for a rejected host names the flag that allows it, and repeats nothing that is not a host name", async () => {
  const server = await startServer();
  const told = async (host: string) => {
    const { json } = await server.ask("GET", "/api/health", { token: null, headers: { host } });
    return (json as { error: { message: string; details: object } }).error;
  };
  const { message, details } = await told("polylog.example.org:8443");
  expect(message).toContain("--origin https://polylog.example.org:8443");
  expect(details).toEqual({ host: "polylog.example.org:8443" });
  expect((await told("<script>")).details).toEqual({ host: "" });
});

test("[S3] a proxy's name is accepted if it was configured, with its own origin only", async () => {
  const server = await startServer({ origins: ["https://polylog.example.org"] });
  const host = "polylog.example.org";
  const status = async (origin: string) =>
    (await server.ask("GET", "/api/sessions", { headers: { host, origin } })).status;
  expect(await status("https://polylog.example.org")).toBe(200);
  expect(await status("http://polylog.example.org")).toBe(403);
});

test("[S4] no response has a CORS header, and a preflight gets none either", async () => {
  const server = await startServer();
  const origin = `http://127.0.0.1:${server.port}`;
  const answers = [
    await server.ask("GET", "/api/sessions", { headers: { origin } }),
    await server.ask("GET", "/api/health", { token: null }),
    await server.ask("OPTIONS", "/api/chat", {
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "x-polylog-key",
      },
    }),
    await server.ask("OPTIONS", "/api/chat", { headers: { origin: "http://evil.example" } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 405, 403]);
  for (const { headers } of answers) {
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  }
});

test("[S5] bodies that a form or a simple request can send are rejected with 415", async () => {
  const server = await startServer();
  const json = JSON.stringify({ project_root: "/p", text: "x" });
  const types = [
    "text/plain",
    "text/plain;charset=UTF-8",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/plain; application/json",
    "application/jsonp",
    "application/json-patch+json",
    "application/json; charset=utf-16",
    "application/json, text/plain",
    "*/*",
    "",
  ];
  for (const type of types) {
    const answer = await server.ask("POST", "/api/chat", { headers: { "content-type": type }, body: json });
    expect([type, answer.status, codeOf(answer)]).toEqual([type, 415, "wrong_content_type"]);
  }
  const zipped = { "content-encoding": "gzip" };
  expect((await server.ask("POST", "/api/chat", { headers: zipped, body: json })).status).toBe(415);
  expect(server.service.calls).toEqual([]);
  for (const type of [
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON;charset=UTF-8",
  ]) {
    const answer = await server.ask("POST", "/api/chat", { headers: { "content-type": type }, body: json });
    expect([type, answer.status]).toEqual([type, 202]);
  }
});

test("[S5] a browser's request needs the header that only our own page can send", async () => {
  const server = await startServer();
  const { cookie, ...key } = await server.browser("owner");
  const body = { project_root: "/p", text: "x" };
  const without = await server.ask("POST", "/api/chat", { token: null, headers: { cookie }, body });
  expect([without.status, codeOf(without)]).toEqual([401, "not_authenticated"]);
  const headers = { cookie, ...key };
  expect((await server.ask("POST", "/api/chat", { token: null, headers, body })).status).toBe(202);
  expect((await server.ask("GET", "/api/sessions", { token: null, headers })).status).toBe(200);
});

test("[S5] a socket with a cookie needs an Origin; one with a token does not", async () => {
  const server = await startServer();
  const browser = await server.browser("viewer");
  const open = async (headers: Record<string, string>) => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws`, { headers });
    return new Promise((resolve) => {
      socket.on("open", () => resolve(101)).on("error", () => undefined);
      socket.on("unexpected-response", (_, { statusCode }) => resolve(statusCode));
    });
  };
  expect(await open(browser)).toBe(403);
  expect(await open({ ...browser, origin: `http://127.0.0.1:${server.port}` })).toBe(101);
  expect(await open({})).toBe(401);
  expect(await upgrade(server, {})).toBe(101);
});

test("every response forbids scripts from other sites, framing, sniffing, referrers and caching", async () => {
  const server = await startServer();
  const asked = [
    server.ask("GET", "/api/health", { token: null }),
    server.ask("GET", "/api/sessions"),
    server.ask("GET", "/api/sessions", { token: null }),
    server.ask("GET", "/api/nothing"),
    server.ask("GET", "/api/sessions", { headers: { origin: "http://evil.example" } }),
    server.ask("POST", "/api/chat", { body: "{" }),
    server.ask("GET", "/doc"),
  ];
  for (const { headers } of await Promise.all(asked)) {
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|http|\*/);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  }
});
