import { expect, test } from "vitest";
import type { Client } from "../src/index.ts";
import { Bench } from "./open-client.ts";

const bench = new Bench();

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
const device = { device_id: "d", created_ts: 1 };
const readDevice = { deviceId: "d", createdTs: 1 };

type Row = [
  call: (client: Client) => Promise<unknown>,
  request: string,
  body: unknown,
  answer: unknown,
  result: unknown,
];

const rows: Row[] = [
  [(c) => c.cancel("r"), "POST /api/agent-cancel", { run_id: "r" }, { ok: true }, undefined],
  [
    (c) => c.answerPermission("p", "yes", "fine"),
    "POST /api/permission-response",
    { request_id: "p", option_id: "yes", note: "fine" },
    { ok: true },
    undefined,
  ],
  [
    (c) => c.answerQuestion("q", [{ question: "Why?", answer: ["a", "b"] }]),
    "POST /api/ask-user-response",
    { question_id: "q", answers: [{ question: "Why?", answer: ["a", "b"] }] },
    { ok: true },
    undefined,
  ],
  [
    (c) => c.answerPlan("p", "edit", "new"),
    "POST /api/plan-response",
    { plan_id: "p", decision: "edit", plan: "new" },
    { ok: true },
    undefined,
  ],
  [
    (c) =>
      c.chat({
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
    (c) => c.asks(),
    "GET /api/asks",
    undefined,
    { asks: [{ ask_id: "q", kind: "question", created_ts: 1, event: asked }] },
    [{ askId: "q", kind: "question", createdTs: 1, event: asked }],
  ],
  [
    (c) =>
      c.sessions({ q: "a b", status: "idle", projectRoot: "/p", archived: false, limit: 5, cursor: "x" }),
    "GET /api/sessions?q=a+b&status=idle&project_root=%2Fp&archived=false&limit=5&cursor=x",
    undefined,
    { sessions: [row], next: "y" },
    { sessions: [readRow], next: "y" },
  ],
  [(c) => c.sessionRow("a/b"), "GET /api/sessions/a%2Fb", undefined, row, readRow],
  [
    (c) => c.createSession({ projectRoot: "/p", agentId: "a" }),
    "POST /api/sessions",
    { project_root: "/p", agent_id: "a" },
    row,
    readRow,
  ],
  [
    (c) => c.changeSession("s", { modeId: "plan", archived: true }),
    "PATCH /api/sessions/s",
    { mode_id: "plan", archived: true },
    row,
    readRow,
  ],
  [(c) => c.deleteSession("s"), "DELETE /api/sessions/s", undefined, { ok: true }, undefined],
  [(c) => c.fork("s"), "POST /api/sessions/s/fork", {}, row, readRow],
  [(c) => c.fork("s", 4), "POST /api/sessions/s/fork", { seq: 4 }, row, readRow],
  [(c) => c.rewind("s", 4), "POST /api/sessions/s/rewind", { seq: 4 }, row, readRow],
  [
    (c) => c.rewind("s", 4, { files: true }),
    "POST /api/sessions/s/rewind",
    { seq: 4, files: true },
    { ...row, files: { hash: "a" } },
    { ...readRow, files: { hash: "a" } },
  ],
  [
    (c) => c.events("s", "1:4", 9),
    "GET /api/sessions/s/events?after=1%3A4&limit=9",
    undefined,
    { events: [asked], next: null },
    { events: [asked], next: null },
  ],
  [(c) => c.exportSession("s", "md"), "GET /api/sessions/s/export?format=md", undefined, "# s", '"# s"'],
  [
    (c) => c.queue("s"),
    "GET /api/sessions/s/queue",
    undefined,
    { items: [{ item_id: "i", client_message_id: null }] },
    [{ itemId: "i", clientMessageId: null }],
  ],
  [
    (c) => c.changeQueueItem("s", "i", { position: 0, send: "steer" }),
    "PATCH /api/sessions/s/queue/i",
    { position: 0, send: "steer" },
    { ok: true },
    undefined,
  ],
  [(c) => c.removeQueueItem("s", "i"), "DELETE /api/sessions/s/queue/i", undefined, { ok: true }, undefined],
  [(c) => c.clearQueue("s"), "DELETE /api/sessions/s/queue", undefined, { ok: true }, undefined],
  [
    (c) => c.runs({ sessionId: "s" }),
    "GET /api/agent-runs?session_id=s",
    undefined,
    { runs: [run] },
    [readRun],
  ],
  [(c) => c.children("r"), "GET /api/agent-children?run_id=r", undefined, { runs: [run] }, [readRun]],
  [(c) => c.context("r", "raw"), "GET /api/agent-context?run_id=r&view=raw", undefined, { a: 1 }, { a: 1 }],
  [
    (c) => c.agents(),
    ...(["GET /api/agents", undefined] as const),
    [{ id: "demo", capabilities: { steer: true, cancel_subagent: true, steer_subagent: false } }],
    [{ id: "demo", capabilities: { steer: true, cancelSubagent: true, steerSubagent: false } }],
  ],
  [
    (c) => c.search("words"),
    "GET /api/search?q=words",
    undefined,
    { hits: [{ session_id: "s", project_root: "/p", snippet: "x" }] },
    [{ sessionId: "s", projectRoot: "/p", snippet: "x" }],
  ],
  [
    (c) => c.tree("/p", "src"),
    "GET /api/workspace/tree?project_root=%2Fp&path=src",
    undefined,
    { entries: [{ name: "x" }] },
    [{ name: "x" }],
  ],
  [
    (c) => c.file("/p", "src/a b.ts"),
    "GET /api/workspace/file?project_root=%2Fp&path=src%2Fa+b.ts",
    undefined,
    { path: "src/a b.ts", size: 1, text: "x", truncated: false },
    { path: "src/a b.ts", size: 1, text: "x", truncated: false },
  ],
  [
    (c) => c.changesSince("/p", "abc"),
    "GET /api/workspace/changes?project_root=%2Fp&checkpoint=abc",
    undefined,
    { files: [{ path: "b", old_path: "a", status: "renamed" }], truncated_count: 1 },
    { files: [{ path: "b", oldPath: "a", status: "renamed" }], truncatedCount: 1 },
  ],
  [(c) => c.settings(), "GET /api/settings", undefined, { default_agent: "demo" }, { default_agent: "demo" }],
  [
    (c) => c.changeSettings({ default_agent: "pi" }),
    "POST /api/settings",
    { default_agent: "pi" },
    { default_agent: "pi" },
    { default_agent: "pi" },
  ],
  [(c) => c.mission("/p"), "GET /api/mission?project_root=%2Fp", undefined, { mission: null }, null],
  [
    (c) => c.missions("/p"),
    "GET /api/missions?project_root=%2Fp",
    undefined,
    { missions: [mission] },
    [readMission],
  ],
  [
    (c) => c.setMission("/p", { text: "go", intervalSeconds: 60 }),
    "POST /api/mission",
    { text: "go", interval_seconds: 60, project_root: "/p" },
    { mission },
    readMission,
  ],
  [
    (c) => c.setMission("/p", { text: "go", agentIds: ["a"], budget: { costUsd: 1 } }),
    "POST /api/mission",
    { text: "go", agent_ids: ["a"], budget: { cost_usd: 1 }, project_root: "/p" },
    { mission: { ...mission, budget: { cost_usd: 1 } } },
    { ...readMission, budget: { costUsd: 1 } },
  ],
  [
    (c) => c.changeMission("/p", { paused: false, budget: null }),
    "PATCH /api/mission",
    { paused: false, budget: null, project_root: "/p" },
    { mission },
    readMission,
  ],
  [
    (c) => c.schedules("/p"),
    "GET /api/schedules?project_root=%2Fp",
    undefined,
    { schedules: [{ schedule_id: "c", next_ts: 1 }] },
    [{ scheduleId: "c", nextTs: 1 }],
  ],
  [
    (c) => c.addSchedule("/p", { text: "go", pattern: "0 9 * * *", timeZone: "UTC" }),
    "POST /api/schedules",
    { text: "go", pattern: "0 9 * * *", time_zone: "UTC", project_root: "/p" },
    { schedule: { schedule_id: "c" } },
    { scheduleId: "c" },
  ],
  [
    (c) => c.enableSchedule("c", false),
    "PATCH /api/schedules/c",
    { enabled: false },
    { schedule: { schedule_id: "c" } },
    { scheduleId: "c" },
  ],
  [(c) => c.removeSchedule("c"), "DELETE /api/schedules/c", undefined, { ok: true }, undefined],
  [
    (c) => c.budget({ sessionId: "s" }),
    "GET /api/budget?session_id=s",
    undefined,
    { budget: { used_usd: 1 } },
    { usedUsd: 1 },
  ],
  [
    (c) => c.setBudget({ projectRoot: "/p" }, { costUsd: 5 }),
    "POST /api/budget",
    { project_root: "/p", cost_usd: 5 },
    { budget: { cost_usd: 5 } },
    { costUsd: 5 },
  ],
  [
    (c) => c.policy("/p"),
    "GET /api/agent-policy?project_root=%2Fp",
    undefined,
    { policy: { allow: [], deny: [{ from: "a", to: "*" }] } },
    { allow: [], deny: [{ from: "a", to: "*" }] },
  ],
  [
    (c) => c.setPolicy("/p", { allow: [{ from: "*", to: "b" }], deny: [] }),
    "POST /api/agent-policy",
    { project_root: "/p", allow: [{ from: "*", to: "b" }], deny: [] },
    { policy: { allow: [{ from: "*", to: "b" }], deny: [] } },
    { allow: [{ from: "*", to: "b" }], deny: [] },
  ],
  [(c) => c.clearMission("/p"), "DELETE /api/mission?project_root=%2Fp", undefined, { ok: true }, undefined],
  [
    (c) => c.override("/p", "a"),
    "GET /api/agent-override?project_root=%2Fp&agent_id=a",
    undefined,
    { override: { permission_mode: "ask" } },
    { permissionMode: "ask" },
  ],
  [
    (c) => c.setOverride("/p", "a", { permissionMode: "full" }),
    "POST /api/agent-override",
    { permission_mode: "full", project_root: "/p", agent_id: "a" },
    { override: { permission_mode: "full" } },
    { permissionMode: "full" },
  ],
  [(c) => c.health(), "GET /api/health", undefined, { ok: true, version: "1" }, { ok: true, version: "1" }],
  [
    (c) => c.login("code"),
    "POST /api/login",
    { code: "code" },
    { device_id: "d", role: "owner" },
    { deviceId: "d", role: "owner" },
  ],
  [(c) => c.logout(), "POST /api/logout", {}, { ok: true }, undefined],
  [(c) => c.me(), "GET /api/me", undefined, { device_id: "d" }, { deviceId: "d" }],
  [
    (c) => c.newLoginCode("viewer", "phone"),
    "POST /api/login-codes",
    { role: "viewer", name: "phone" },
    { code: "c", expires_ts: 1 },
    { code: "c", expiresTs: 1 },
  ],
  [(c) => c.devices(), "GET /api/devices", undefined, { devices: [device] }, [readDevice]],
  [
    (c) => c.addDevice("ci", "prompter"),
    "POST /api/devices",
    { name: "ci", role: "prompter" },
    { ...device, token: "t" },
    { ...readDevice, token: "t" },
  ],
  [
    (c) => c.newPairing("viewer"),
    "POST /api/pairings",
    { role: "viewer" },
    { pairing_id: "p", code: "c" },
    { pairingId: "p", code: "c" },
  ],
  [
    (c) => c.pairings(),
    "GET /api/pairings",
    undefined,
    { pairings: [{ pairing_id: "p" }] },
    [{ pairingId: "p" }],
  ],
  [
    (c) => c.decidePairing("p", "confirm"),
    "PATCH /api/pairings/p",
    { decision: "confirm" },
    { pairing_id: "p" },
    { pairingId: "p" },
  ],
  [
    (c) => c.pair("code", "phone"),
    "POST /api/pair",
    { code: "code", name: "phone" },
    { state: "pending", expires_ts: 1 },
    { state: "pending", expiresTs: 1 },
  ],
  [
    (c) => c.claimPairing("claim", "cookie"),
    "POST /api/pair",
    { claim: "claim", via: "cookie" },
    { state: "confirmed", device_id: "d" },
    { state: "confirmed", deviceId: "d" },
  ],
  [
    (c) => c.agents({ projectRoot: "/p", refresh: true }),
    "GET /api/agents?project_root=%2Fp&refresh=1",
    undefined,
    [],
    [],
  ],
  [
    (c) => c.trust("/p"),
    "GET /api/trust?project_root=%2Fp",
    undefined,
    { folders: [{ project_root: "/p" }] },
    [{ projectRoot: "/p" }],
  ],
  [
    (c) => c.setTrust("/p", true),
    "POST /api/trust",
    { project_root: "/p", trusted: true },
    { project_root: "/p", trusted_ts: 1 },
    { projectRoot: "/p", trustedTs: 1 },
  ],
  [(c) => c.backup("/b"), "POST /api/backup", { file: "/b" }, { bytes: 1 }, { bytes: 1 }],
  [(c) => c.restore("/b"), "POST /api/restore", { file: "/b" }, { sessions: 1 }, { sessions: 1 }],
  [
    (c) => c.importSession("/f", "/p"),
    "POST /api/import",
    { file: "/f", project_root: "/p" },
    { session_id: "s", events: 1 },
    { sessionId: "s", events: 1 },
  ],
  [(c) => c.verify(), "GET /api/verify", undefined, { damaged: ["s"] }, { damaged: ["s"] }],
  [(c) => c.removeDevice("d"), "DELETE /api/devices/d", undefined, { ok: true }, undefined],
];

test.each(rows.map((each) => [each[1], each] as const))(
  "%s",
  async (_, [call, request, body, answer, result]) => {
    bench.server.instead = () => ({ status: 200, body: answer });
    expect(await call(bench.open())).toEqual(result);
    const [seen] = bench.server.requests;
    expect([`${seen?.method} ${seen?.path}`, seen?.body]).toEqual([request, body]);
  },
);
