import { expect, test } from "vitest";
import { PolylogError } from "../../src/polylog-error.ts";
import { StoreError } from "../../src/store/store-error.ts";
import { type Asking, codeOf, startServer } from "./support/harness.ts";
import { RawSocket, until } from "./support/raw-socket.ts";

const chat = { project_root: "/p", text: "hi" };

test("every error has the contract's shape and a fitting status", async () => {
  const server = await startServer({ limits: { imagesBodyBytes: 1000 } });
  const deep = `${"[".repeat(500)}${"]".repeat(500)}`;
  const tries: [string, string, Asking, number, string][] = [
    ["GET", "/api/nothing", {}, 404, "not_found"],
    ["GET", "/nothing", {}, 404, "not_found"],
    ["GET", "/api/chat/", {}, 404, "not_found"],
    ["GET", "/api/chat", {}, 405, "method_not_allowed"],
    ["PUT", "/api/sessions/s1", { body: {} }, 405, "method_not_allowed"],
    ["TRACE", "/api/sessions", {}, 405, "method_not_allowed"],
    ["OPTIONS", "/api/sessions", {}, 405, "method_not_allowed"],
    ["POST", "/api/chat", { body: "{" }, 400, "bad_request"],
    ["POST", "/api/chat", { body: "" }, 400, "bad_request"],
    ["POST", "/api/chat", { body: "null" }, 400, "bad_request"],
    ["POST", "/api/chat", { body: "[]" }, 400, "bad_request"],
    ["POST", "/api/chat", { body: '"text"' }, 400, "bad_request"],
    ["POST", "/api/chat", { body: Buffer.from([0x22, 0xff, 0xfe, 0x22]) }, 400, "bad_request"],
    ["POST", "/api/chat", { body: Buffer.from('{"text":"\xed\xa0\x80"}', "latin1") }, 400, "bad_request"],
    ["POST", "/api/settings", { body: `{"a":${deep.slice(0, 400)}` }, 400, "bad_request"],
    ["POST", "/api/chat", { body: { ...chat, text: "   " } }, 400, "bad_request"],
    ["POST", "/api/chat", { body: { ...chat, delivery: "now" } }, 400, "bad_request"],
    ["POST", "/api/chat", { body: { ...chat, text: "x".repeat(2000) } }, 413, "body_too_large"],
    ["GET", "/api/sessions?limit=0", {}, 400, "bad_request"],
    ["GET", "/api/sessions?limit=1e3", {}, 400, "bad_request"],
    ["GET", "/api/sessions?status=lost", {}, 400, "bad_request"],
    ["GET", "/api/sessions?q=a&q=b", {}, 400, "bad_request"],
    ["GET", "/api/sessions?q=%ff", {}, 400, "bad_request"],
    ["GET", "/api/sessions/%c0%ae", {}, 400, "bad_request"],
    ["GET", "/api/sessions\\..\\x", {}, 400, "bad_request"],
    ["GET", "//evil.example/api/health", {}, 400, "bad_request"],
    ["GET", "/api/agent-children", {}, 400, "bad_request"],
    ["DELETE", "/api/mission", {}, 400, "bad_request"],
    ["GET", "/api/sessions/s1/events?after=x", {}, 400, "bad_request"],
    ["GET", "/api/sessions/s1/export?format=pdf", {}, 400, "bad_request"],
    ["GET", "/api/sessions/s1/export", {}, 422, "not_supported"],
  ];
  for (const [method, at, asking, status, code] of tries) {
    const answer = await server.ask(method, at, asking);
    expect([method, at, answer.status]).toEqual([method, at, status]);
    expect(answer.json).toEqual({
      error: { code, message: expect.any(String), retryable: false, details: expect.any(Object) },
    });
  }
  expect((await server.ask("GET", "/api/chat")).headers.allow).toBe("POST");
  expect((await server.ask("PUT", "/api/sessions/s1", { body: {} })).headers.allow).toBe(
    "GET, PATCH, DELETE",
  );
  expect(server.service.callsOf("chat")).toEqual([]);
});

test("a body that is nested too deeply is rejected, a shallower one is not", async () => {
  const server = await startServer();
  const nested = (levels: number) => `{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`;
  expect((await server.ask("POST", "/api/settings", { body: nested(100_000) })).status).toBe(400);
  expect((await server.ask("POST", "/api/settings", { body: nested(100) })).status).toBe(200);
});

test("an invalid input is reported with its path", async () => {
  const server = await startServer();
  const answer = await server.ask("POST", "/api/chat", {
    body: { text: 5, images: [{ media_type: "image/png" }, { media_type: "text/html", data: "" }] },
  });
  const { message, details } = (
    answer.json as { error: { message: string; details: { issues: { path: string }[] } } }
  ).error;
  expect(details.issues.map(({ path }) => path)).toEqual([
    "body.project_root",
    "body.text",
    "body.images.0.data",
    "body.images.1.media_type",
  ]);
  expect(message).toMatch(/^body\.project_root: /);
});

test("the service's errors and the store's failures keep their meaning", async () => {
  const server = await startServer();
  const tries: [unknown, number, string, boolean][] = [
    [new PolylogError("ask_not_found", "No."), 404, "ask_not_found", false],
    [new PolylogError("ask_answered", "No."), 409, "ask_answered", false],
    [new PolylogError("ask_expired", "No."), 410, "ask_expired", false],
    [new PolylogError("client_message_conflict", "No."), 409, "client_message_conflict", false],
    [new StoreError("full", "no space on /dev/sda1"), 507, "storage_full", true],
    [new StoreError("conflict", "head"), 409, "store_conflict", true],
    [new StoreError("broken", "checksum"), 503, "degraded", true],
    [new TypeError("x is not a function"), 500, "internal", false],
    ["a string", 500, "internal", false],
  ];
  for (const [failure, status, code, retryable] of tries) {
    server.service.failure = failure;
    const answer = await server.ask("POST", "/api/agent-cancel", { body: { run_id: "r" } });
    expect([answer.status, answer.json]).toEqual([
      status,
      { error: { code, message: expect.any(String), retryable, details: {} } },
    ]);
    expect(answer.text).not.toMatch(/sda1|checksum|is not a function/);
  }
});

test("[S22] values with a special meaning to a shell reach the service unchanged", async () => {
  const server = await startServer();
  const characters = [
    ..."`$();&|<>*?[]{}!#~'\"\\\n\r\t% ",
    "\u0001",
    "\u202e",
    "\u200b",
    "é",
    "💥",
    "-",
    "--",
  ];
  const values = characters.flatMap((character) => [
    `${character}x`,
    `-${character}`,
    `--flag=${character}`,
    `$(touch ${character})`,
    `a${character}b`,
    `; ${character} id`,
    `\u0000${character}`,
  ]);
  expect(values.length).toBeGreaterThanOrEqual(200);
  for (const text of values) {
    await server.ask("POST", "/api/chat", {
      body: { project_root: text, text, agent_id: text, session_id: text },
    });
    const [, input] = server.service.calls.pop() ?? [];
    expect(input).toMatchObject({ projectRoot: text, text, agentId: text, sessionId: text });
  }
});

test("a repeated header, a target that is not a path, and invalid HTTP are rejected", async () => {
  const server = await startServer();
  const host = `Host: 127.0.0.1:${server.port}\r\n`;
  const say = async (text: string) => {
    const raw = await RawSocket.open(server.port);
    raw.say(text);
    await until(() => raw.received.includes("}}"));
    expect(raw.received).toContain('"error":{"code":"');
    return raw.status;
  };
  expect(await say(`GET /api/health HTTP/1.1\r\n${host}Host: evil.example\r\n\r\n`)).toBe(400);
  expect(
    await say(
      `GET /api/health HTTP/1.1\r\n${host}Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n`,
    ),
  ).toBe(400);
  expect(await say(`GET /api/health HTTP/1.1\r\n${host}Origin: null\r\nOrigin: null\r\n\r\n`)).toBe(403);
  expect(await say(`GET http://evil.example/api/health HTTP/1.1\r\n${host}\r\n`)).toBe(400);
  expect(await say(`OPTIONS * HTTP/1.1\r\n${host}\r\n`)).toBe(400);
  expect(await say(`POST /api/chat HTTP/1.1\r\n${host}Content-Length: 5\r\nContent-Length: 6\r\n\r\n`)).toBe(
    400,
  );
  expect(
    await say(`POST /api/chat HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`),
  ).toBe(400);
  expect(await say("\u0016\u0003\u0001 hello\r\n\r\n")).toBe(400);
  expect(await say(`GET /api/health HTTP/1.1\r\n${host}X: ${"x".repeat(20_000)}\r\n\r\n`)).toBe(431);
  const bare = await server.ask("GET", "/api/health", { token: null });
  expect([bare.status, codeOf(bare)]).toEqual([200, undefined]);
});
