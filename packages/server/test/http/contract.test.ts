import { allRoutes, decode, type Route } from "@polylog/core";
import { expect, test } from "vitest";
import { allHandlers } from "../../src/http/routes/index.ts";
import { codeOf, startServer } from "./support/harness.ts";

/** Every route of the contract, with an input that its schema accepts. */
const contract: readonly (readonly [method: string, path: string, body?: object])[] = [
  ["POST", "/api/chat", { project_root: "/p", text: "hello" }],
  ["GET", "/api/agent-runs?project_root=/p&session_id=s1"],
  ["GET", "/api/agent-children?run_id=r1"],
  ["GET", "/api/agent-context?run_id=r1&view=raw"],
  ["GET", "/api/usage?from=1&to=2&project_root=/p&time_zone=Europe/Berlin"],
  ["POST", "/api/agent-cancel", { run_id: "r1" }],
  ["POST", "/api/ask-user-response", { question_id: "q1", answers: [{ question: "Which?", answer: "A" }] }],
  ["POST", "/api/permission-response", { request_id: "a1", option_id: "allow", note: "once" }],
  [
    "POST",
    "/api/permission-response",
    { request_id: "a1", option_id: "always", pattern: "git", match: "prefix" },
  ],
  ["GET", "/api/permission-rules"],
  ["DELETE", "/api/permission-rules/p1"],
  ["POST", "/api/plan-response", { plan_id: "p1", decision: "edit", plan: "less" }],
  ["GET", "/api/settings"],
  ["POST", "/api/settings", { default_agent: "demo" }],
  ["GET", "/api/workspace/tree?project_root=/p&path=src"],
  ["GET", "/api/workspace/file?project_root=/p&path=src/a.ts"],
  ["GET", "/api/workspace/changes?project_root=/p&checkpoint=abc"],
  ["GET", "/api/workspace/changes?project_root=/p&checkpoint=abc&to=def&offset=100"],
  ["GET", "/api/mission?project_root=/p"],
  ["POST", "/api/mission", { project_root: "/p", text: "keep it green" }],
  ["DELETE", "/api/mission?project_root=/p"],
  ["GET", "/api/missions?project_root=/p"],
  ["GET", "/api/agent-override?project_root=/p&agent_id=demo"],
  ["POST", "/api/agent-override", { project_root: "/p", agent_id: "demo", permission_mode: "plan" }],
  ["PATCH", "/api/mission", { project_root: "/p", paused: true, budget: null }],
  ["GET", "/api/schedules"],
  ["POST", "/api/schedules", { project_root: "/p", text: "look", pattern: "0 9 * * *" }],
  ["PATCH", "/api/schedules/c1", { enabled: false }],
  ["DELETE", "/api/schedules/c1"],
  ["GET", "/api/budget?session_id=s1"],
  ["POST", "/api/budget", { project_root: "/p", cost_usd: 5 }],
  ["GET", "/api/agent-policy?project_root=/p"],
  ["POST", "/api/agent-policy", { project_root: "/p", deny: [{ from: "*", to: "demo" }] }],
  ["GET", "/api/health"],
  ["GET", "/api/sessions?q=a&status=idle&project_root=/p&limit=5"],
  ["POST", "/api/sessions", { project_root: "/p" }],
  ["GET", "/api/sessions/s1"],
  ["PATCH", "/api/sessions/s1", { title: "New" }],
  ["DELETE", "/api/sessions/s1"],
  ["GET", "/api/sessions/s1/events?after=0&limit=2"],
  ["GET", "/api/sessions/s1/snapshot"],
  ["GET", "/api/sessions/s1/export?format=md"],
  ["GET", "/api/sessions/s1/queue"],
  ["GET", "/api/sessions/s1/queue/q1"],
  ["PATCH", "/api/sessions/s1/queue", { item_id: "q1", position: 0 }],
  ["PATCH", "/api/sessions/s1/queue/q1", { text: "sooner" }],
  ["POST", "/api/sessions/s1/queue/resume", { agent_id: "claude" }],
  ["DELETE", "/api/sessions/s1/queue"],
  ["DELETE", "/api/sessions/s1/queue/q1"],
  ["POST", "/api/sessions/s1/fork", { seq: 1 }],
  ["POST", "/api/sessions/s1/rewind", { seq: 1 }],
  ["POST", "/api/sessions/s1/rewind", { seq: 1, files: true }],
  ["POST", "/api/sessions/s1/rewind", { seq: 1, conversation: false, files: true, paths: ["a.ts"] }],
  ["GET", "/api/sessions/s1/rewind?seq=1"],
  ["GET", "/api/asks"],
  ["GET", "/api/agents"],
  ["GET", "/api/agents?project_root=/p&refresh=1"],
  ["GET", "/api/native-sessions?project_root=/p&agent_id=demo"],
  ["POST", "/api/native-sessions", { project_root: "/p", agent_id: "demo", native_id: "n1" }],
  ["GET", "/api/sessions?native=true"],
  ["GET", "/api/search?q=hit"],
  ["GET", "/metrics"],
  ["GET", "/api/plugins/sessions/operations/events?sessionId=s1"],
  ["GET", "/api/openapi.json"],
  ["GET", "/doc"],
];

/** Also in the contract, but these responses do not end. */
const streams = ["GET /api/events"];

const own = [
  "GET /api/config.schema.json",
  "GET /api/trust",
  "POST /api/trust",
  "POST /api/backup",
  "POST /api/restore",
  "POST /api/restore/preview",
  "POST /api/import",
  "GET /api/verify",
  "GET /api/sessions/{session_id}/blobs/{blob_id}",
  "POST /api/pairings",
  "GET /api/pairings",
  "PATCH /api/pairings/{pairing_id}",
  "POST /api/pair",
  "POST /api/login",
  "POST /api/logout",
  "GET /api/me",
  "POST /api/login-codes",
  "GET /api/devices",
  "GET /api/devices/leftovers",
  "POST /api/devices",
  "DELETE /api/devices/{device_id}",
  "GET /doc/style.css",
];

function routeOf(method: string, at: string): Route | undefined {
  const parts = at.split("?")[0]?.split("/") ?? [];
  return allRoutes.find((route) => {
    const wanted = route.path.split("/");
    return (
      route.method.toUpperCase() === method &&
      wanted.length === parts.length &&
      wanted.every((part, index) => part.startsWith("{") || part === parts[index])
    );
  });
}

test("every route of the contract exists, and every existing route is in the contract", () => {
  const named = contract.map(([method, at]) => `${method} ${routeOf(method, at)?.path}`);
  const there = allRoutes.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(there.toSorted()).toEqual([...new Set([...named, ...streams, ...own])].toSorted());
});

test("each route returns the status and the shape that its definition states", async () => {
  const server = await startServer({ exportSession: (id, format) => `${id} as ${format}` });
  await server.log.emit("s1", "one", "two", "three");
  for (const [method, at, body] of contract) {
    const route = routeOf(method, at);
    const answer = await server.ask(method, at, body === undefined ? {} : { body });
    expect([at, answer.status]).toEqual([at, route?.status ?? 200]);
    const value = answer.json ?? answer.text;
    expect([at, route?.result.safeParse(decode(route.result, value)).error?.issues]).toEqual([at, undefined]);
  }
});

test("[H9] in tests a response that does not match its schema fails, and it never has other fields", async () => {
  const server = await startServer();
  const hit = { sessionId: "s1", seq: 3, title: null, projectRoot: "/p", snippet: "a" };
  server.service.hits = [Object.assign({ secret: "x" }, hit)];
  expect((await server.ask("GET", "/api/search?q=a")).json).toEqual({
    hits: [{ session_id: "s1", seq: 3, title: null, project_root: "/p", snippet: "a" }],
  });
  server.service.hits = [{ ...hit, seq: "three" as unknown as number }];
  expect((await server.ask("GET", "/api/search?q=a")).status).toBe(500);
  expect(server.logged.join("")).toContain("get /api/search returned an invalid result");
});

test("[H8] every route of the contract has a handler, and no socket command is named twice", () => {
  expect(allHandlers.map(({ route }) => route)).toEqual(expect.arrayContaining([...allRoutes]));
  expect(allHandlers).toHaveLength(allRoutes.length);
  const commands = allRoutes.flatMap(({ command }) => command ?? []);
  expect(commands).toHaveLength(new Set(commands).size);
});

test("a command's fields reach the service under its own names, with the device that sent it", async () => {
  const server = await startServer();
  const owner = expect.objectContaining({ id: "owner", name: "owner" });
  const image = { media_type: "image/png", data: "aGk=", name: "x.png" };
  await server.ask("POST", "/api/chat", {
    body: {
      project_root: "/p",
      session_id: "s1",
      agent_id: "demo",
      text: "hi",
      images: [image],
      client_message_id: "c1",
      delivery: "steer",
    },
  });
  await server.ask("PATCH", "/api/sessions/s1", { body: { mode_id: "plan", model_id: "m", archived: true } });
  await server.ask("POST", "/api/ask-user-response", {
    body: { question_id: "q", answers: { Which: ["A", "B"] } },
  });
  await server.ask("GET", "/api/sessions?status=working&archived=false&limit=7&cursor=YTE");
  expect(server.service.callsOf("chat")).toEqual([
    [
      {
        projectRoot: "/p",
        sessionId: "s1",
        agentId: "demo",
        text: "hi",
        images: [{ mediaType: "image/png", data: "aGk=", blobId: undefined, name: "x.png" }],
        clientMessageId: "c1",
        delivery: "steer",
      },
      owner,
    ],
  ]);
  expect(server.service.callsOf("changeSession")).toEqual([
    ["s1", { title: undefined, archived: true, modeId: "plan", modelId: "m" }, owner],
  ]);
  expect(server.service.callsOf("answerQuestion")).toEqual([
    ["q", [{ question: "Which", answer: ["A", "B"] }], owner],
  ]);
  expect(server.service.callsOf("sessions")).toEqual([
    [{ status: "working", archived: false, limit: 7, cursor: "YTE" }],
  ]);
});

test("[R24] the log is returned as its original lines, and a page states where the next begins", async () => {
  const server = await startServer();
  await server.log.emit("s1", "one");
  const odd = (stamps: object) => `{"type":"from_the_future",  "x":1.50, ${JSON.stringify(stamps).slice(1)}`;
  const [future] = await server.log.emitLine("s1", odd);
  await server.log.emit("s1", "three");
  const first = await server.ask("GET", "/api/sessions/s1/events?limit=2");
  expect(first.text).toContain(future?.line);
  expect((first.json as { next: unknown }).next).toBe("1:2");
  const second = await server.ask("GET", "/api/sessions/s1/events?limit=2&after=1:2");
  expect((second.json as { events: { seq: number }[] }).events.map(({ seq }) => seq)).toEqual([3]);
  expect((second.json as { next: unknown }).next).toBe(null);
  const other = await server.ask("GET", "/api/plugins/sessions/operations/events?sessionId=s1&limit=2");
  expect(other.text).toBe(first.text);
  await server.log.rewind("s1", 1);
  expect(codeOf(await server.ask("GET", "/api/sessions/s1/events?after=1:2"))).toBe("cursor_expired");
});

test("the OpenAPI document is created from the routes, and its page needs nothing else", async () => {
  const server = await startServer();
  const document = (await server.ask("GET", "/api/openapi.json")).json as {
    openapi: string;
    paths: Record<string, Record<string, { requestBody?: unknown; parameters?: unknown }>>;
  };
  expect(document.openapi).toBe("3.1.0");
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );
  expect(described.toSorted()).toEqual(allRoutes.map(({ method, path }) => `${method} ${path}`).toSorted());
  expect(document.paths["/api/chat"]?.post?.requestBody).toMatchObject({
    content: { "application/json": { schema: { required: ["project_root", "text"] } } },
  });
  const page = await server.ask("GET", "/doc");
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(page.text).toContain("POST /api/chat");
  expect(page.text.match(/<script| style=| on\w+=|https?:|src=/gi)).toBe(null);
});

test("health is open, returns 503 while the server is degraded, and states the reason only to authenticated clients", async () => {
  const server = await startServer();
  expect((await server.ask("GET", "/api/health", { token: null })).json).toEqual({
    ok: true,
    version: "1.2.3",
  });
  server.service.well = { ok: false, version: "1.2.3", reason: "disk full at /secret/place" };
  const open = await server.ask("GET", "/api/health", { token: null });
  expect([open.status, codeOf(open), open.text.includes("/secret/place")]).toEqual([503, "degraded", false]);
  const known = await server.ask("GET", "/api/health");
  expect([known.status, known.text.includes("/secret/place")]).toEqual([503, true]);
});

test("metrics describe what they count", async () => {
  const server = await startServer({
    readings: { events: () => 41, counts: async () => ({ liveRuns: 2, queued: 3, pendingAsks: 1 }) },
  });
  const { text } = await server.ask("GET", "/metrics");
  expect(text).toMatch(/^polylog_events_total 41$/m);
  expect(text).toMatch(/^polylog_live_runs 2$/m);
  expect(text).toMatch(/^polylog_queued_messages 3$/m);
  expect(text).toMatch(/^polylog_pending_asks 1$/m);
  expect(text).toMatch(/^polylog_clients 0$/m);
  expect(text).toMatch(/^polylog_memory_bytes \d+$/m);
  expect((await server.ask("GET", "/metrics")).text).toMatch(
    /^polylog_http_requests_total\{route="\/metrics",status="200"\} 1$/m,
  );
});
