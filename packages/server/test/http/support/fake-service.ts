import type { Health, Leftover, PermissionRule } from "@polylog/core";
import { emptyConversation, type ModelUsage, toSnapshot } from "@polylog/core";
import type { LogMaintenance } from "../../../src/admin/maintenance.ts";
import type { DescribedAsk } from "../../../src/asks/described-asks.ts";
import type { DayUsage } from "../../../src/budgets/usage.ts";
import { PolylogError } from "../../../src/errors.ts";
import type { Mission } from "../../../src/missions/mission.ts";
import type { StoredSchedule } from "../../../src/missions/schedules.ts";
import type { Services } from "../../../src/services.ts";
import type { EventStore, RunRow, SearchHit, SessionRow } from "../../../src/store/store.ts";

/** The methods that routes call, with the answers that they give. */
type Answers = {
  readonly [P in keyof Services]?: Services[P] extends (...given: never[]) => unknown
    ? Services[P]
    : { readonly [M in keyof Services[P]]?: Services[P][M] };
};

/** Answers every question with something of the right shape, and remembers what it was asked. */
const nativeName = { nativeId: "n1", command: "cd /p && demo --resume n1" };

export class FakeService {
  readonly calls: unknown[][] = [];
  /** Thrown by the next call. */
  failure: unknown = null;
  well: Health = { ok: true, version: "1.2.3" };
  hits: SearchHit[] = [
    { sessionId: "s1", seq: 3, title: null, projectRoot: "/p", snippet: "a \uE000hit\uE001" },
  ];
  private readonly store: EventStore;

  constructor(store: EventStore) {
    this.store = store;
  }

  async chat(...call: Parameters<Services["messages"]["send"]>) {
    this.note("chat", ...call);
    return { session_id: "s1", run_id: "r1", queued: false, seq: 7 };
  }
  async cancel(runId: string) {
    this.note("cancel", runId);
  }
  async answerPermission(...call: Parameters<Services["asks"]["answerPermission"]>) {
    this.note("answerPermission", ...call);
  }
  async answerQuestion(...call: Parameters<Services["asks"]["answerQuestion"]>) {
    this.note("answerQuestion", ...call);
  }
  async answerPlan(...call: Parameters<Services["asks"]["answerPlan"]>) {
    this.note("answerPlan", ...call);
  }
  async createSession(...call: Parameters<Services["sessions"]["create"]>) {
    this.note("createSession", ...call);
    return this.session("s1");
  }
  async session(sessionId: string): Promise<SessionRow> {
    this.note("session", sessionId);
    const row = await this.store.session(sessionId);
    if (row !== null) return row;
    throw new PolylogError("session_not_found", "There is no such session.", { sessionId });
  }
  async sessions(...call: Parameters<Services["sessions"]["list"]>) {
    this.note("sessions", ...call);
    return { items: [await this.session("s1")], cursor: "next-page" };
  }
  async changeSession(...call: Parameters<Services["sessions"]["change"]>) {
    this.note("changeSession", ...call);
    return this.session(call[0]);
  }
  async deleteSession(...call: Parameters<Services["sessions"]["delete"]>) {
    this.note("deleteSession", ...call);
  }
  async fork(...call: Parameters<Services["sessions"]["fork"]>) {
    this.note("fork", ...call);
    return this.session(call[0]);
  }
  async rewind(...call: Parameters<Services["sessions"]["rewind"]>) {
    this.note("rewind", ...call);
    const files = { hash: "a", before: "b", restored: 1, removed: 0, kept: [], left: [] };
    return { session: await this.session(call[0]), files: call[1].files ? files : null };
  }
  async rewindPreview(...call: Parameters<Services["sessions"]["previewRewind"]>) {
    this.note("rewindPreview", ...call);
    const other = { sessionId: "s2", title: "Other" };
    const file = {
      path: "a.ts",
      restore: "change" as const,
      isOwn: true,
      changedBy: [other],
      selected: false,
    };
    return { checkpoint: "a", files: [file], more: 0, unavailable: null, blockedBy: other };
  }
  async events(sessionId: string, after: number, limit: number) {
    this.note("events", sessionId, after, limit);
    await this.session(sessionId);
    return this.store.events(sessionId, after, limit);
  }
  async snapshot(sessionId: string) {
    const { rev, head } = await this.session(sessionId);
    return { snapshot: toSnapshot(emptyConversation), rev, seq: head };
  }
  async blob(sessionId: string, blobId: string) {
    await this.session(sessionId);
    return `whole ${blobId}`;
  }
  async queue(sessionId: string) {
    await this.session(sessionId);
    const item = {
      itemId: "q1",
      agentId: "demo",
      text: "later",
      clientMessageId: null,
      addedTs: 5,
      by: null,
    };
    return [{ ...item, pausedReason: null }];
  }
  async changeQueueItem(...call: Parameters<Services["queues"]["changeItem"]>) {
    this.note("changeQueueItem", ...call);
  }
  async resumeQueue(...call: Parameters<Services["queues"]["resume"]>) {
    this.note("resumeQueue", ...call);
  }
  async removeQueueItem(...call: Parameters<Services["queues"]["remove"]>) {
    this.note("removeQueueItem", ...call);
  }
  async runs(...call: Parameters<Services["runs"]["list"]>) {
    this.note("runs", ...call);
    return [runRow];
  }
  async usage(...call: Parameters<Services["usage"]["byDay"]>) {
    this.note("usage", ...call);
    return usageRows;
  }
  async children() {
    return [runRow];
  }
  async context(...call: Parameters<Services["runs"]["context"]>) {
    this.note("context", ...call);
    return { messages: [] };
  }
  async asks() {
    return [askRow];
  }
  async permissionRules() {
    return [permissionRule];
  }
  async removePermissionRule(ruleId: string) {
    this.note("removePermissionRule", ruleId);
  }
  async search() {
    return this.hits;
  }
  async agents(...call: Parameters<Services["agents"]["list"]>) {
    this.note("agents", ...call);
    return [{ id: "demo", backend: "scripted", available: true, state: "available" as const, capabilities }];
  }
  async nativeSessions(...call: Parameters<Services["nativeSessions"]["list"]>) {
    this.note("nativeSessions", ...call);
    return [{ agentId: "demo", ...nativeName, title: "Fix it", updatedTs: 5, sessionId: null }];
  }
  async adopt(...call: Parameters<Services["nativeSessions"]["adopt"]>) {
    this.note("adopt", ...call);
    return { session: await this.session("s1"), isNew: true };
  }
  async nativeNames(rows: Parameters<Services["nativeSessions"]["names"]>[0]) {
    return new Map(rows.map(({ sessionId }) => [sessionId, nativeName]));
  }
  async project(projectRoot: string) {
    return projectRoot;
  }
  async tree(...call: Parameters<Services["workspace"]["tree"]>) {
    this.note("tree", ...call);
    return [{ name: "a.ts", path: "a.ts", kind: "file" as const, size: 3 }];
  }
  async file(...call: Parameters<Services["workspace"]["file"]>) {
    this.note("file", ...call);
    return { path: "a.ts", size: 3, text: "abc", truncated: false };
  }
  async changesSince(...call: Parameters<Services["workspace"]["changesSince"]>) {
    this.note("changesSince", ...call);
    return {
      files: [{ path: "b.ts", status: "renamed" as const, oldPath: "a.ts", added: 1, removed: 0 }],
      ...{ truncatedCount: 2, added: 1, removed: 0 },
    };
  }
  async settings() {
    return { default_agent: "demo" };
  }
  async changeSettings(settings: unknown) {
    this.note("changeSettings", settings);
    return settings;
  }
  async mission() {
    return mission;
  }
  async missions() {
    return [mission];
  }
  async setMission(...call: Parameters<Services["missions"]["set"]>) {
    this.note("setMission", ...call);
    return mission;
  }
  async clearMission(...call: Parameters<Services["missions"]["clear"]>) {
    this.note("clearMission", ...call);
  }
  async changeMission(...call: Parameters<Services["missions"]["change"]>) {
    this.note("changeMission", ...call);
    return mission;
  }
  async schedules() {
    return [schedule];
  }
  async addSchedule(...call: Parameters<Services["schedules"]["add"]>) {
    this.note("addSchedule", ...call);
    return schedule;
  }
  async enableSchedule(...call: Parameters<Services["schedules"]["enable"]>) {
    this.note("enableSchedule", ...call);
    return schedule;
  }
  async removeSchedule(...call: Parameters<Services["schedules"]["remove"]>) {
    this.note("removeSchedule", ...call);
  }
  async budget() {
    return { costUsd: 1, usedUsd: 0.5, usedTokens: 10, costComplete: true };
  }
  async setBudget(...call: Parameters<Services["budgets"]["set"]>) {
    this.note("setBudget", ...call);
    return { ...call[1], usedUsd: 0, usedTokens: 0, costComplete: true };
  }
  async override() {
    return { permissionMode: "plan" as const };
  }
  async setOverride(...call: Parameters<Services["agents"]["setOverride"]>) {
    this.note("setOverride", ...call);
    return call[2];
  }
  async deviceRevoked(...call: Parameters<Services["revokedDeviceWork"]["revoked"]>) {
    this.note("deviceRevoked", ...call);
  }
  async leftovers() {
    return [leftover];
  }
  async policy() {
    return { allow: [], deny: [{ from: "*", to: "demo" }] };
  }
  async setPolicy(...call: Parameters<Services["policies"]["set"]>) {
    this.note("setPolicy", ...call);
    return call[1];
  }
  async trust() {
    return [untrusted];
  }
  async setTrust(...call: Parameters<Services["projectTrust"]["set"]>) {
    this.note("setTrust", ...call);
    return { ...untrusted, trustedTs: 5, waiting: [], changes: [] };
  }
  readonly maintenance: Pick<
    LogMaintenance,
    "backup" | "previewRestore" | "restore" | "importSession" | "verify"
  > = {
    backup: async (file) => {
      this.note("backup", file);
      return { file, bytes: 4096 };
    },
    previewRestore: async (file) => {
      this.note("previewRestore", file);
      return { policies: [], omitted: 0 };
    },
    restore: async (file) => {
      this.note("restore", file);
      return { sessions: 1, events: 2, damaged: [], policies: [], omitted: 0 };
    },
    importSession: async (...call) => {
      this.note("importSession", ...call);
      return { sessionId: "s2", events: 3 };
    },
    verify: async (tell) => {
      tell({ checked: 1, of: 2 });
      return { damaged: [] };
    },
  };
  health() {
    return this.well;
  }

  /** What routes call, by topic. */
  get services(): Services {
    const bind = <F extends (...given: never[]) => unknown>(method: F): F => method.bind(this) as F;
    const services = {
      messages: { send: bind(this.chat) },
      runs: {
        cancel: bind(this.cancel),
        list: bind(this.runs),
        children: bind(this.children),
        context: bind(this.context),
      },
      asks: {
        answerPermission: bind(this.answerPermission),
        answerQuestion: bind(this.answerQuestion),
        answerPlan: bind(this.answerPlan),
        list: bind(this.asks),
      },
      sessions: {
        create: bind(this.createSession),
        get: bind(this.session),
        list: bind(this.sessions),
        change: bind(this.changeSession),
        delete: bind(this.deleteSession),
        fork: bind(this.fork),
        rewind: bind(this.rewind),
        previewRewind: bind(this.rewindPreview),
        events: bind(this.events),
        snapshot: bind(this.snapshot),
        blob: bind(this.blob),
        search: bind(this.search),
      },
      queues: {
        entries: bind(this.queue),
        changeItem: bind(this.changeQueueItem),
        resume: bind(this.resumeQueue),
        remove: bind(this.removeQueueItem),
      },
      usage: { byDay: bind(this.usage) },
      permissionRules: { list: bind(this.permissionRules), remove: bind(this.removePermissionRule) },
      agents: { list: bind(this.agents), override: bind(this.override), setOverride: bind(this.setOverride) },
      nativeSessions: {
        list: bind(this.nativeSessions),
        adopt: bind(this.adopt),
        names: bind(this.nativeNames),
      },
      projectAccess: { open: bind(this.project) },
      workspace: { tree: bind(this.tree), file: bind(this.file), changesSince: bind(this.changesSince) },
      settings: { read: bind(this.settings), change: bind(this.changeSettings) },
      missions: {
        current: bind(this.mission),
        of: bind(this.missions),
        set: bind(this.setMission),
        clear: bind(this.clearMission),
        change: bind(this.changeMission),
      },
      schedules: {
        of: bind(this.schedules),
        add: bind(this.addSchedule),
        enable: bind(this.enableSchedule),
        remove: bind(this.removeSchedule),
      },
      budgets: { state: bind(this.budget), set: bind(this.setBudget) },
      revokedDeviceWork: { revoked: bind(this.deviceRevoked), list: bind(this.leftovers) },
      policies: { of: bind(this.policy), set: bind(this.setPolicy) },
      projectTrust: { list: bind(this.trust), set: bind(this.setTrust) },
      maintenance: this.maintenance,
      health: bind(this.health),
    };
    return services satisfies Answers as unknown as Services;
  }

  callsOf(method: string): unknown[][] {
    return this.calls.filter(([name]) => name === method).map((call) => call.slice(1));
  }

  private note(...call: unknown[]): void {
    this.calls.push(call);
    const { failure } = this;
    this.failure = null;
    if (failure !== null) throw failure;
  }
}

const untrusted = {
  ...{ projectRoot: "/p", trustedTs: null, waiting: ["the agent x, on script"], problem: null },
  ...{
    changes: [{ path: ".mcp.json", kind: "new" as const }],
    moreChanges: 0,
    unchecked: [],
    digest: "d",
    wasTrusted: false,
  },
};

const capabilities = {
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

const runRow: RunRow = {
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
const usageRows: readonly DayUsage[] = [
  { ...used, subagent: false, runs: 2 },
  { ...used, subagent: true, runs: 1, costNanos: 0 },
  { ...used, subagent: false, runs: 1, model: null, costNanos: 0, unpriced: 0 },
];

const askRow: DescribedAsk = {
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

const permissionRule: PermissionRule = {
  ...{ ruleId: "p1", effect: "allow", toolName: "Bash", match: "prefix", pattern: "git" },
  ...{ scope: "project", sessionId: null, projectRoot: "/p", madeTs: 3, madeIn: "s1", madeBy: "phone" },
};

const mission: Mission = {
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

const schedule: StoredSchedule = {
  ...{ scheduleId: "c1", projectRoot: "/p", text: "look", pattern: "0 9 * * *", createdTs: 1, enabled: true },
  ...{ nextTs: 2, lastTs: null, skipped: 0, sessionId: null },
};

const leftover: Leftover = {
  ...{ kind: "schedule", deviceId: "d1", deviceName: "phone", deviceRole: "prompter" },
  ...{ projectRoot: "/p", text: "Look.", scheduleId: "c1", sessionId: null, itemId: null, agentId: null },
};
