import { allRoutes, mayUse, roles } from "@polylog/core";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { RouteTable } from "../../src/http/router.ts";
import { allHandlers } from "../../src/http/routes/index.ts";
import { StoreError } from "../../src/store/store-error.ts";
import { codeOf, startServer, TOKEN } from "./support/harness.ts";
import { RawSocket, until } from "./support/raw-socket.ts";
import { SseClient } from "./support/sse-client.ts";

/** Every route that is open without credentials. The page's files are the only other public addresses. */
const open = ["GET /api/health", "GET /doc", "GET /doc/style.css", "POST /api/login", "POST /api/pair"];

function table(): { method: string; path: string }[] {
  return new RouteTable(allHandlers).routes.map(({ method, path }) => ({
    method: method.toUpperCase(),
    path,
  }));
}

const at = (path: string) => path.replaceAll(/[:{]\w+\}?/g, "s1");

test("[S1] every route in the router's table declares a role, and only the listed ones are open", () => {
  const declared = new Map(allRoutes.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route]));
  const found = table().map(({ method, path }) => `${method} ${path}`);
  expect(found.filter((name) => !declared.has(name))).toEqual([]);
  expect(found.filter((name) => declared.get(name)?.role === "open").toSorted()).toEqual(open);
});

test("[S1] without credentials, every other route and every unknown path returns 401", async () => {
  const server = await startServer();
  const asked = table().filter(({ method, path }) => !open.includes(`${method} ${path}`));
  expect(asked.length).toBeGreaterThan(40);
  const extra = [
    "/",
    "/api",
    "/api/nothing",
    "/api/events/",
    "/doc/other",
    "/api/sessions/..%2f..",
    "/index.html",
  ];
  for (const { method, path } of [...asked, ...extra.map((path) => ({ method: "GET", path }))]) {
    const answer = await server.ask(method, at(path), { token: null, ...(method !== "GET" && { body: {} }) });
    expect([method, path, answer.status, codeOf(answer)]).toEqual([method, path, 401, "not_authenticated"]);
    expect(answer.headers["www-authenticate"]).toBe("Bearer");
  }
  expect(server.service.calls).toEqual([]);
});

test("[S1] a token in the URL, in a cookie or in another scheme is not accepted", async () => {
  const server = await startServer();
  const tries = [
    { path: `/api/sessions?token=${TOKEN}&access_token=${TOKEN}`, headers: {} },
    { path: "/api/sessions", headers: { cookie: `polylog_${server.port}=${TOKEN}` } },
    {
      path: "/api/sessions",
      headers: { authorization: `Basic ${Buffer.from(`x:${TOKEN}`).toString("base64")}` },
    },
    { path: "/api/sessions", headers: { authorization: TOKEN } },
    { path: "/api/sessions", headers: { "x-api-key": TOKEN } },
  ];
  for (const { path, headers } of tries) {
    expect((await server.ask("GET", path, { token: null, headers })).status).toBe(401);
  }
});

/**
 * A new route must also declare its role here: routes that are not listed are read-only and open to every
 * device.
 */
const needs = {
  prompter: [
    "DELETE /api/mission",
    "DELETE /api/schedules/{schedule_id}",
    "DELETE /api/sessions/{session_id}/queue",
    "DELETE /api/sessions/{session_id}/queue/{item_id}",
    "GET /api/native-sessions",
    "GET /api/workspace/changes",
    "GET /api/workspace/file",
    "GET /api/workspace/tree",
    "PATCH /api/mission",
    "PATCH /api/schedules/{schedule_id}",
    "PATCH /api/sessions/{session_id}",
    "PATCH /api/sessions/{session_id}/queue",
    "PATCH /api/sessions/{session_id}/queue/{item_id}",
    "POST /api/agent-cancel",
    "POST /api/ask-user-response",
    "POST /api/chat",
    "POST /api/mission",
    "POST /api/native-sessions",
    "POST /api/schedules",
    "POST /api/sessions",
    "POST /api/sessions/{session_id}/fork",
    "POST /api/sessions/{session_id}/queue/resume",
  ],
  approver: [
    "DELETE /api/permission-rules/{rule_id}",
    "GET /api/permission-rules",
    "GET /api/sessions/{session_id}/rewind",
    "POST /api/budget",
    "POST /api/permission-response",
    "POST /api/plan-response",
    "POST /api/sessions/{session_id}/rewind",
  ],
  owner: [
    "DELETE /api/devices/{device_id}",
    "DELETE /api/sessions/{session_id}",
    "GET /api/devices",
    "GET /api/devices/leftovers",
    "GET /api/pairings",
    "GET /api/settings",
    "GET /api/trust",
    "GET /api/verify",
    "PATCH /api/pairings/{pairing_id}",
    "POST /api/agent-override",
    "POST /api/agent-policy",
    "POST /api/backup",
    "POST /api/devices",
    "POST /api/import",
    "POST /api/login-codes",
    "POST /api/pairings",
    "POST /api/restore",
    "POST /api/restore/preview",
    "POST /api/settings",
    "POST /api/trust",
  ],
};

test("[S10] every route has the role that it needs; a route that changes something needs more than viewer", () => {
  const named = (wanted: string) =>
    allRoutes
      .filter(({ role }) => role === wanted)
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
      .toSorted();
  expect({ prompter: named("prompter"), approver: named("approver"), owner: named("owner") }).toEqual(needs);
  expect(named("viewer").filter((name) => !name.startsWith("GET "))).toEqual(["POST /api/logout"]);
});

test("[S10] role by route: below the declared role 403, at it and above the request proceeds", async () => {
  const server = await startServer();
  for (const role of roles) {
    const { token } = await server.device(role);
    for (const route of allRoutes.filter(({ path, role }) => path !== "/api/events" && role !== "open")) {
      const method = route.method.toUpperCase();
      const answer = await server.ask(method, at(route.path), {
        token,
        ...(method !== "GET" && { body: {} }),
      });
      const refused = answer.status === 403 && codeOf(answer) === "not_allowed";
      expect([role, method, route.path, refused]).toEqual([
        role,
        method,
        route.path,
        !mayUse(role, route.role),
      ]);
    }
  }
});

test("[S10] a prompter cannot loosen the permission mode, an approver can", async () => {
  const server = await startServer();
  const change = async (role: "prompter" | "approver", body: object) => {
    const { token } = await server.device(role);
    return (await server.ask("PATCH", "/api/sessions/s1", { token, body })).status;
  };
  expect(await change("prompter", { title: "New" })).toBe(200);
  expect(await change("prompter", { mode_id: "full" })).toBe(403);
  expect(await change("approver", { mode_id: "accept_edits" })).toBe(200);
  expect(await change("approver", { mode_id: "full" })).toBe(409);
});

test("[S11] a revoked device's stream and socket are closed with it, and its token is invalid", async () => {
  const server = await startServer();
  const { token, deviceId } = await server.device("viewer");
  const stream = await SseClient.open(server.port, "?session_id=s1", { token });
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws`, {
    headers: { authorization: `Bearer ${token}` },
  });
  let closeCode = 0;
  socket.on("close", (code) => {
    closeCode = code;
  });
  await new Promise((resolve) => socket.once("open", resolve));
  const other = await SseClient.open(server.port, "?session_id=s1");

  expect((await server.ask("DELETE", `/api/devices/${deviceId}`)).status).toBe(200);
  // From the moment of the response, no more data is sent to it.
  expect(server.log.hub.listeners).toBe(1);
  await until(() => stream.isClosed && closeCode !== 0);
  expect(closeCode).toBe(4401);
  expect((await server.ask("GET", "/api/sessions", { token })).status).toBe(401);
  expect(other.isClosed).toBe(false);
});

test("[S11] messages on a revoked device's socket are ignored, even if the client does not close it", async () => {
  const server = await startServer();
  const { token, deviceId } = await server.device("owner");
  const raw = await RawSocket.open(server.port);
  raw.say(
    `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${token}\r\nConnection: Upgrade\r\n` +
      "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  await until(() => raw.status === 101);
  raw.socket.write(maskedFrame({ type: "hello", sessions: [] }));
  raw.socket.write(maskedFrame({ type: "cancel", id: "1", run_id: "before" }));
  await until(() => server.service.callsOf("cancel").length === 1);
  await server.auth.devices.revoke(deviceId);
  raw.socket.write(maskedFrame({ type: "cancel", id: "2", run_id: "after" }));
  await until(() => raw.isClosed);
  expect(server.service.callsOf("cancel").map(([runId]) => runId)).toEqual(["before"]);
});

/** A text frame as a client sends it, with a mask of zeros. */
function maskedFrame(message: object): Buffer {
  const text = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]);
}

test("[S11] a device stays locked out although the store could not be written, and can be revoked again", async () => {
  const server = await startServer();
  const { token, deviceId } = await server.device("viewer");
  const { commit } = server.store;
  server.store.commit = () => Promise.reject(new StoreError("full", "no space"));
  const revoke = async () => (await server.ask("DELETE", `/api/devices/${deviceId}`)).status;
  expect(await revoke()).toBe(507);
  expect((await server.ask("GET", "/api/me", { token })).status).toBe(401);
  await server.auth.devices.refresh();
  expect((await server.ask("GET", "/api/me", { token })).status).toBe(401);
  server.store.commit = commit;
  expect([await revoke(), await revoke()]).toEqual([200, 404]);
  expect(await server.store.documents("device")).toEqual([]);
});

test("[S11] a device that another node revoked is locked out when the devices are read again", async () => {
  const server = await startServer();
  const { token, deviceId } = await server.device("viewer");
  const stream = await SseClient.open(server.port, "", { token });
  await server.store.commit({ documents: [{ kind: "device", key: deviceId, value: null }] });
  await server.auth.devices.refresh();
  await until(() => stream.isClosed);
  expect((await server.ask("GET", "/api/sessions", { token })).status).toBe(401);
});

test("[S12] a resource that does not exist and one without access both return 404", async () => {
  const server = await startServer();
  const tries: [string, string, object?][] = [
    ["GET", "/api/sessions/other"],
    ["GET", "/api/sessions/other/events"],
    ["GET", "/api/sessions/..%2F..%2Fetc"],
    ["GET", "/api/events?session_id=other"],
    ["GET", "/api/sessions/s1/queue/other"],
    ["DELETE", "/api/devices/other"],
    ["DELETE", "/api/devices/owner"],
  ];
  for (const [method, path] of tries) {
    expect([path, (await server.ask(method, path)).status]).toEqual([path, 404]);
  }
});

test("devices are listed without their secrets, with their open streams", async () => {
  const server = await startServer();
  const made = (await server.ask("POST", "/api/devices", { body: { name: "phone", role: "approver" } }))
    .json as {
    device_id: string;
    token: string;
  };
  await SseClient.open(server.port, "", { token: made.token });
  const { json, text } = await server.ask("GET", "/api/devices");
  expect(json).toEqual({
    devices: [
      {
        device_id: made.device_id,
        name: "phone",
        role: "approver",
        via: "token",
        created_ts: expect.any(Number),
        expires_ts: null,
        seen_ts: expect.any(Number),
        streams: 1,
      },
    ],
  });
  expect(text).not.toContain(made.token);
  const me = await server.ask("GET", "/api/me", { token: made.token });
  expect(me.json).toEqual({ device_id: made.device_id, name: "phone", role: "approver" });
});
