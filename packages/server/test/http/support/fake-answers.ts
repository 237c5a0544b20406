import type { Leftover, ModelUsage, PermissionRule } from "@polylog/core";
import type { DescribedAsk } from "../../../src/asks/described-asks.ts";
import type { DayUsage } from "../../../src/budgets/usage.ts";
import type { Mission } from "../../../src/missions/mission.ts";
import type { StoredSchedule } from "../../../src/missions/schedules.ts";
import type { RunRow } from "../../../src/store/store.ts";

/** The responses of the fake service: one of each object that the API shows. */

export const nativeName = { nativeId: "n1", command: "cd /p && demo --resume n1" };

export const untrusted = {
  ...{ projectRoot: "/p", trustedTs: null, waiting: ["the agent x, on script"], problem: null },
  ...{
    changes: [{ path: ".mcp.json", kind: "new" as const }],
    moreChanges: 0,
    unchecked: [],
    digest: "d",
    wasTrusted: false,
  },
};

export const capabilities = {
  steer: true,
  permissions: true,
  questions: true,
  plan: true,
  resume: true,
  images: true,
  subagents: true,
  cancelSubagent: true,
  steerSubagent: false,
  stream: "delta" as const,
};

export const runRow: RunRow = {
  runId: "r1",
  sessionId: "s1",
  agentId: "demo",
  parentRunId: null,
  startedTs: 1,
  endedTs: 2,
  outcome: "completed",
  error: null,
  usage: [
    {
      model: "m",
      inputTokens: 1,
      outputTokens: 2,
      cacheReadTokens: 3,
      cacheWriteTokens: 4,
      reasoningTokens: 5,
      costNanos: 1_500_000_000,
      unpriced: 1,
    },
  ],
};

const used = { ...(runRow.usage[0] as ModelUsage), day: "2026-01-02", projectRoot: "/p", agentId: "demo" };
export const usageRows: readonly DayUsage[] = [
  { ...used, subagent: false, runs: 2 },
  { ...used, subagent: true, runs: 1, costNanos: 0 },
  { ...used, subagent: false, runs: 1, model: null, costNanos: 0, unpriced: 0 },
];

export const askRow: DescribedAsk = {
  askId: "a1",
  sessionId: "s1",
  runId: "r1",
  agentId: "demo",
  kind: "permission",
  state: "pending",
  createdTs: 3,
  line: '{"type":"permission_request","requestId":"a1"}',
  description: {
    ...{ askId: "a1", kind: "permission", title: "Run ls", verb: "Run", directory: "/p", reason: null },
    ...{ objects: [{ kind: "command", text: "ls" }], changes: [], choices: [], cut: null },
    ...{ fields: [{ name: "command", text: "ls", shownAs: "object" }], hasHidden: false, isUntold: false },
    ...{ sessionId: "s1", sessionTitle: "Look around", project: { name: "p", root: "/p" } },
    agentPath: ["demo"],
  },
};

export const permissionRule: PermissionRule = {
  ...{ ruleId: "p1", effect: "allow", toolName: "Bash", match: "prefix", pattern: "git" },
  ...{ scope: "project", sessionId: null, projectRoot: "/p", madeTs: 3, madeIn: "s1", madeBy: "phone" },
};

export const mission: Mission = {
  missionId: "m1",
  projectRoot: "/p",
  text: "keep it green",
  agentId: "demo",
  intervalSeconds: 60,
  createdTs: 1,
  endedTs: null,
  endReason: null,
  paused: null,
  goesOnSince: 1,
  triggers: 0,
  agents: { demo: { lastTs: 2, sessionId: "s1" } },
  warned: false,
};

export const schedule: StoredSchedule = {
  ...{ scheduleId: "c1", projectRoot: "/p", text: "look", pattern: "0 9 * * *", createdTs: 1, enabled: true },
  ...{ nextTs: 2, lastTs: null, skipped: 0, sessionId: null },
};

export const leftover: Leftover = {
  ...{ kind: "schedule", deviceId: "d1", deviceName: "phone", deviceRole: "prompter" },
  ...{ projectRoot: "/p", text: "Look.", scheduleId: "c1", sessionId: null, itemId: null, agentId: null },
};
