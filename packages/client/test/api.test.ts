import { addresses } from "@polylog/core";
import { expect, test } from "vitest";
import { type Row, testRows } from "./api-rows.ts";
import { Bench } from "./open-client.ts";

const run = {
  run_id: "r",
  session_id: "s",
  agent_id: "a",
  usage: [{ model: "m", input_tokens: 1, cost_usd: 2 }],
};
const readRun = {
  runId: "r",
  sessionId: "s",
  agentId: "a",
  usage: [{ model: "m", inputTokens: 1, costUsd: 2 }],
};
const row = { session_id: "s", project_root: "/p", pending_asks: 1 };
const readRow = { sessionId: "s", projectRoot: "/p", pendingAsks: 1 };
const mission = { mission_id: "m", project_root: "/p", text: "go", interval_seconds: 60 };
const readMission = { missionId: "m", projectRoot: "/p", text: "go", intervalSeconds: 60 };
const asked = {
  id: "e",
  sessionId: "s",
  seq: 1,
  rev: 1,
  ts: 1,
  type: "ask_user",
  agentId: "a",
  runId: "r",
  questionId: "q",
  questions: [],
};

const rows: Row[] = [
  [
    (c) => c.runs.cancel({ runId: "r" }),
    "POST /api/agent-cancel",
    { run_id: "r" },
    { ok: true },
    { ok: true },
  ],
  [
    (c) => c.asks.answer({ askId: "p", kind: "permission" }, { optionId: "no", note: "not now" }),
    "POST /api/permission-response",
    { request_id: "p", option_id: "no", note: "not now" },
    { ok: true },
    { ok: true },
  ],
  [
    (c) =>
      c.asks.answer(
        { askId: "p", kind: "permission" },
        { optionId: "always", offer: { match: "prefix", pattern: "git", cwd: "/x" } },
      ),
    "POST /api/permission-response",
    { request_id: "p", option_id: "always", match: "prefix", pattern: "git" },
    { ok: true },
    { ok: true },
  ],
  [
    (c) =>
      c.asks.answer(
        { askId: "p", kind: "permission" },
        { optionId: "always", offer: { match: "exact", pattern: "git status" } },
      ),
    "POST /api/permission-response",
    { request_id: "p", option_id: "always" },
    { ok: true },
    { ok: true },
  ],
  [
    (c) => c.asks.rules(),
    "GET /api/permission-rules",
    undefined,
    { rules: [{ rule_id: "r/1", tool_name: "Bash", pattern: "git" }] },
    { rules: [{ ruleId: "r/1", toolName: "Bash", pattern: "git" }] },
  ],
  [
    (c) => c.asks.removeRule({ ruleId: "r/1" }),
    "DELETE /api/permission-rules/r%2F1",
    undefined,
    { ok: true },
    { ok: true },
  ],
  [
    (c) =>
      c.asks.answer(
        { askId: "q", kind: "question" },
        { answers: [{ question: "Why?", answer: ["a", "b"] }] },
      ),
    "POST /api/ask-user-response",
    { question_id: "q", answers: [{ question: "Why?", answer: ["a", "b"] }] },
    { ok: true },
    { ok: true },
  ],
  [
    (c) => c.asks.answer({ askId: "p", kind: "plan" }, { decision: "edit", plan: "new" }),
    "POST /api/plan-response",
    { plan_id: "p", decision: "edit", plan: "new" },
    { ok: true },
    { ok: true },
  ],
  [
    (c) =>
      c.chat.send({
        projectRoot: "/p",
        text: "",
        images: [{ mediaType: "image/png", data: "AA", blobId: "b" }],
        clientMessageId: "i",
        delivery: "steer",
      }),
    "POST /api/chat",
    {
      project_root: "/p",
      text: "",
      images: [{ media_type: "image/png", data: "AA", blob_id: "b" }],
      client_message_id: "i",
      delivery: "steer",
    },
    { session_id: "s", queued: true, position: 2, seq: 7 },
    { sessionId: "s", queued: true, position: 2, seq: 7, clientMessageId: "i" },
  ],
  [
    (c) => c.asks.list(),
    "GET /api/asks",
    undefined,
    { asks: [{ ask_id: "q", kind: "question", created_ts: 1, event: asked }] },
    { asks: [{ askId: "q", kind: "question", createdTs: 1, event: asked }] },
  ],
  [
    (c) =>
      c.sessions.list({
        q: "a b",
        status: "idle",
        projectRoot: "/p",
        archived: false,
        limit: 5,
        cursor: "x",
      }),
    "GET /api/sessions?q=a+b&status=idle&project_root=%2Fp&archived=false&limit=5&cursor=x",
    undefined,
    { sessions: [row], next: "y" },
    { sessions: [readRow], next: "y" },
  ],
  [(c) => c.sessions.get({ sessionId: "a/b" }), "GET /api/sessions/a%2Fb", undefined, row, readRow],
  [
    (c) => c.sessions.create({ projectRoot: "/p", agentId: "a" }),
    "POST /api/sessions",
    { project_root: "/p", agent_id: "a" },
    row,
    readRow,
  ],
  [
    (c) => c.sessions.change({ sessionId: "s", modeId: "plan", archived: true }),
    "PATCH /api/sessions/s",
    { mode_id: "plan", archived: true },
    row,
    readRow,
  ],
  [
    (c) => c.sessions.delete({ sessionId: "s" }),
    "DELETE /api/sessions/s",
    undefined,
    { ok: true },
    { ok: true },
  ],
  [(c) => c.sessions.fork({ sessionId: "s" }), "POST /api/sessions/s/fork", {}, row, readRow],
  [(c) => c.sessions.fork({ sessionId: "s", seq: 4 }), "POST /api/sessions/s/fork", { seq: 4 }, row, readRow],
  [
    (c) => c.sessions.rewind({ sessionId: "s", seq: 4 }),
    "POST /api/sessions/s/rewind",
    { seq: 4 },
    row,
    readRow,
  ],
  [
    (c) => c.sessions.rewind({ sessionId: "s", seq: 4, files: true }),
    "POST /api/sessions/s/rewind",
    { seq: 4, files: true },
    { ...row, files: { hash: "a" } },
    { ...readRow, files: { hash: "a" } },
  ],
  [
    (c) => c.sessions.rewind({ sessionId: "s", seq: 4, conversation: false, files: true, paths: ["a.ts"] }),
    "POST /api/sessions/s/rewind",
    { seq: 4, conversation: false, files: true, paths: ["a.ts"] },
    row,
    readRow,
  ],
  [
    (c) => c.sessions.rewindPreview({ sessionId: "s", seq: 4 }),
    "GET /api/sessions/s/rewind?seq=4",
    undefined,
    {
      ...{ checkpoint: "a", more: 0, unavailable: null, blocked_by: { session_id: "t", title: null } },
      files: [{ path: "a", is_own: true, changed_by: [{ session_id: "t", title: null }] }],
    },
    {
      ...{ checkpoint: "a", more: 0, unavailable: null, blockedBy: { sessionId: "t", title: null } },
      files: [{ path: "a", isOwn: true, changedBy: [{ sessionId: "t", title: null }] }],
    },
  ],
  [
    (c) => c.events.page({ sessionId: "s", after: "1:4", limit: 9 }),
    "GET /api/sessions/s/events?after=1%3A4&limit=9",
    undefined,
    { events: [asked], next: null },
    { events: [asked], next: null },
  ],
  [
    (c) => c.events.export({ sessionId: "s", format: "md" }),
    "GET /api/sessions/s/export?format=md",
    undefined,
    "# s",
    '"# s"',
  ],
  [
    (c) => c.queue.list({ sessionId: "s" }),
    "GET /api/sessions/s/queue",
    undefined,
    { items: [{ item_id: "i", client_message_id: null }] },
    { items: [{ itemId: "i", clientMessageId: null }] },
  ],
  [
    (c) => c.queue.change({ sessionId: "s", itemId: "i", position: 0, send: "steer" }),
    "PATCH /api/sessions/s/queue/i",
    { position: 0, send: "steer" },
    { ok: true },
    { ok: true },
  ],
  [
    (c) => c.queue.resume({ sessionId: "s", agentId: "a" }),
    "POST /api/sessions/s/queue/resume",
    { agent_id: "a" },
    { ok: true },
    { ok: true },
  ],
  [
    (c) => c.queue.remove({ sessionId: "s", itemId: "i" }),
    "DELETE /api/sessions/s/queue/i",
    undefined,
    { ok: true },
    { ok: true },
  ],
  [
    (c) => c.queue.clear({ sessionId: "s" }),
    "DELETE /api/sessions/s/queue",
    undefined,
    { ok: true },
    { ok: true },
  ],
  [
    (c) => c.runs.list({ sessionId: "s" }),
    "GET /api/agent-runs?session_id=s",
    undefined,
    { runs: [run] },
    { runs: [readRun] },
  ],
  [
    (c) => c.runs.children({ runId: "r" }),
    "GET /api/agent-children?run_id=r",
    undefined,
    { runs: [run] },
    { runs: [readRun] },
  ],
  [
    (c) => c.runs.context({ runId: "r", view: "raw" }),
    "GET /api/agent-context?run_id=r&view=raw",
    undefined,
    { a: 1 },
    { a: 1 },
  ],
  [
    (c) => c.agents.list(),
    ...(["GET /api/agents", undefined] as const),
    [{ id: "demo", capabilities: { steer: true, cancel_subagent: true, steer_subagent: false } }],
    [{ id: "demo", capabilities: { steer: true, cancelSubagent: true, steerSubagent: false } }],
  ],
  [
    (c) => c.events.search({ q: "words" }),
    "GET /api/search?q=words",
    undefined,
    { hits: [{ session_id: "s", project_root: "/p", snippet: "x" }] },
    { hits: [{ sessionId: "s", projectRoot: "/p", snippet: "x" }] },
  ],
  [
    (c) => c.projects.tree({ projectRoot: "/p", path: "src" }),
    "GET /api/workspace/tree?project_root=%2Fp&path=src",
    undefined,
    { entries: [{ name: "x" }] },
    { entries: [{ name: "x" }] },
  ],
  [
    (c) => c.projects.file({ projectRoot: "/p", path: "src/a b.ts" }),
    "GET /api/workspace/file?project_root=%2Fp&path=src%2Fa+b.ts",
    undefined,
    { path: "src/a b.ts", size: 1, text: "x", truncated: false },
    { path: "src/a b.ts", size: 1, text: "x", truncated: false },
  ],
  [
    (c) => c.projects.changes({ projectRoot: "/p", checkpoint: "abc", to: "def", offset: 100 }),
    "GET /api/workspace/changes?project_root=%2Fp&checkpoint=abc&to=def&offset=100",
    undefined,
    { files: [{ path: "b", old_path: "a", status: "renamed" }], truncated_count: 1, added: 2, removed: 3 },
    { files: [{ path: "b", oldPath: "a", status: "renamed" }], truncatedCount: 1, added: 2, removed: 3 },
  ],
  [
    (c) => c.settings.get(),
    "GET /api/settings",
    undefined,
    { default_agent: "demo" },
    { default_agent: "demo" },
  ],
  [
    (c) => c.settings.change({ default_agent: "pi" }),
    "POST /api/settings",
    { default_agent: "pi" },
    { default_agent: "pi" },
    { default_agent: "pi" },
  ],
  [
    (c) => c.missions.get({ projectRoot: "/p" }),
    "GET /api/mission?project_root=%2Fp",
    undefined,
    { mission: null },
    { mission: null },
  ],
  [
    (c) => c.missions.list({ projectRoot: "/p" }),
    "GET /api/missions?project_root=%2Fp",
    undefined,
    { missions: [mission] },
    { missions: [readMission] },
  ],
  [
    (c) => c.missions.set({ projectRoot: "/p", text: "go", intervalSeconds: 60 }),
    "POST /api/mission",
    { text: "go", interval_seconds: 60, project_root: "/p" },
    { mission },
    { mission: readMission },
  ],
  [
    (c) => c.missions.set({ projectRoot: "/p", text: "go", agentIds: ["a"], budget: { costUsd: 1 } }),
    "POST /api/mission",
    { text: "go", agent_ids: ["a"], budget: { cost_usd: 1 }, project_root: "/p" },
    { mission: { ...mission, budget: { cost_usd: 1 } } },
    { mission: { ...readMission, budget: { costUsd: 1 } } },
  ],
  [
    (c) => c.missions.change({ projectRoot: "/p", paused: false, budget: null }),
    "PATCH /api/mission",
    { paused: false, budget: null, project_root: "/p" },
    { mission },
    { mission: readMission },
  ],
  [
    (c) => c.schedules.list({ projectRoot: "/p" }),
    "GET /api/schedules?project_root=%2Fp",
    undefined,
    { schedules: [{ schedule_id: "c", next_ts: 1 }] },
    { schedules: [{ scheduleId: "c", nextTs: 1 }] },
  ],
  [
    (c) => c.schedules.add({ projectRoot: "/p", text: "go", pattern: "0 9 * * *", timeZone: "UTC" }),
    "POST /api/schedules",
    { text: "go", pattern: "0 9 * * *", time_zone: "UTC", project_root: "/p" },
    { schedule: { schedule_id: "c" } },
    { schedule: { scheduleId: "c" } },
  ],
  [
    (c) => c.schedules.enable({ scheduleId: "c", enabled: false }),
    "PATCH /api/schedules/c",
    { enabled: false },
    { schedule: { schedule_id: "c" } },
    { schedule: { scheduleId: "c" } },
  ],
  [
    (c) => c.schedules.remove({ scheduleId: "c" }),
    "DELETE /api/schedules/c",
    undefined,
    { ok: true },
    { ok: true },
  ],
  [
    (c) => c.budgets.get({ sessionId: "s" }),
    "GET /api/budget?session_id=s",
    undefined,
    { budget: { used_usd: 1 } },
    { budget: { usedUsd: 1 } },
  ],
  [
    (c) => c.budgets.set({ projectRoot: "/p", costUsd: 5 }),
    "POST /api/budget",
    { project_root: "/p", cost_usd: 5 },
    { budget: { cost_usd: 5 } },
    { budget: { costUsd: 5 } },
  ],
  [
    (c) => c.agents.policy({ projectRoot: "/p" }),
    "GET /api/agent-policy?project_root=%2Fp",
    undefined,
    { policy: { allow: [], deny: [{ from: "a", to: "*" }] } },
    { policy: { allow: [], deny: [{ from: "a", to: "*" }] } },
  ],
  [
    (c) => c.agents.setPolicy({ projectRoot: "/p", allow: [{ from: "*", to: "b" }], deny: [] }),
    "POST /api/agent-policy",
    { project_root: "/p", allow: [{ from: "*", to: "b" }], deny: [] },
    { policy: { allow: [{ from: "*", to: "b" }], deny: [] } },
    { policy: { allow: [{ from: "*", to: "b" }], deny: [] } },
  ],
  [
    (c) => c.missions.clear({ projectRoot: "/p" }),
    "DELETE /api/mission?project_root=%2Fp",
    undefined,
    { ok: true },
    { ok: true },
  ],
  [
    (c) => c.settings.override({ projectRoot: "/p", agentId: "a" }),
    "GET /api/agent-override?project_root=%2Fp&agent_id=a",
    undefined,
    { override: { permission_mode: "ask" } },
    { override: { permissionMode: "ask" } },
  ],
  [
    (c) => c.settings.setOverride({ projectRoot: "/p", agentId: "a", permissionMode: "full" }),
    "POST /api/agent-override",
    { permission_mode: "full", project_root: "/p", agent_id: "a" },
    { override: { permission_mode: "full" } },
    { override: { permissionMode: "full" } },
  ],
  [
    (c) => c.server.health(),
    "GET /api/health",
    undefined,
    { ok: true, version: "1" },
    { ok: true, version: "1" },
  ],
  [
    (c) => c.devices.login({ code: "code" }),
    "POST /api/login",
    { code: "code" },
    { device_id: "d", role: "owner" },
    { deviceId: "d", role: "owner" },
  ],
  [(c) => c.devices.logout(), "POST /api/logout", {}, { ok: true }, { ok: true }],
  [(c) => c.devices.me(), "GET /api/me", undefined, { device_id: "d" }, { deviceId: "d" }],
  [
    (c) => c.devices.newLoginCode({ role: "viewer", name: "phone" }),
    "POST /api/login-codes",
    { role: "viewer", name: "phone" },
    { code: "c", expires_ts: 1 },
    { code: "c", expiresTs: 1 },
  ],
];

testRows(rows);

const bench = new Bench();

test("every route of the contract is a method of its group", () => {
  const client = bench.open() as unknown as Record<string, Record<string, unknown>>;
  const missing = Object.keys(addresses).filter((name) => {
    const [group = "", method = ""] = name.split(".");
    return typeof client[group]?.[method] !== "function";
  });
  expect(missing).toEqual([]);
});
