import { routeTable } from "@polylog/core";
import { expect, test } from "vitest";
import { type Row, testRows } from "./api-rows.ts";
import { Bench } from "./open-client.ts";

const mission = { mission_id: "m", project_root: "/p", text: "go", interval_seconds: 60 };
const readMission = { missionId: "m", projectRoot: "/p", text: "go", intervalSeconds: 60 };

const rows: Row[] = [
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
  const missing = Object.keys(routeTable).filter((name) => {
    const [group = "", method = ""] = name.split(".");
    return typeof client[group]?.[method] !== "function";
  });
  expect(missing).toEqual([]);
});
