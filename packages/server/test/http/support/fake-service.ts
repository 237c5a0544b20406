import type { SearchHit } from "@polylog/core";
import { emptyConversation, type Health, toSnapshot } from "@polylog/core";
import { PolylogError } from "../../../src/polylog-error.ts";
import type { Services } from "../../../src/services.ts";
import type { EventStore, SessionRow } from "../../../src/store/store.ts";
import {
  askRow,
  capabilities,
  leftover,
  mission,
  nativeName,
  permissionRule,
  runRow,
  schedule,
  untrusted,
  usageRows,
} from "./fake-answers.ts";

/** The methods that routes call, with their results. */
type Answers = {
  readonly [P in keyof Services]?: Services[P] extends (...given: never[]) => unknown
    ? Services[P]
    : { readonly [M in keyof Services[P]]?: Services[P][M] };
};

/** Answers every call with a value of the right shape, and records it. */
export class FakeService {
  readonly calls: unknown[][] = [];
  /** Thrown by the next recorded call. */
  failure: unknown = null;
  well: Health = { ok: true, version: "1.2.3" };
  hits: SearchHit[] = [
    { sessionId: "s1", seq: 3, title: null, projectRoot: "/p", snippet: "a \uE000hit\uE001" },
  ];
  /** The parts that routes call, by topic. */
  readonly services: Services;
  private readonly store: EventStore;

  constructor(store: EventStore) {
    this.store = store;
    const services = {
      ...this.talk(),
      ...this.sessions(),
      ...this.projects(),
      ...this.schedule(),
      ...this.administration(),
    };
    this.services = services satisfies Answers as unknown as Services;
  }

  callsOf(method: string): unknown[][] {
    return this.calls.filter(([name]) => name === method).map((call) => call.slice(1));
  }

  private talk() {
    return {
      messages: {
        send: this.noted("chat", () => ({ sessionId: "s1", runId: "r1", queued: false, seq: 7 })),
      },
      runs: {
        cancel: this.noted("cancel"),
        list: this.noted("runs", () => [runRow]),
        children: async () => [runRow, { ...runRow, runId: "r2", usage: [] }],
        context: this.noted("context", () => ({ messages: [] })),
      },
      asks: {
        answerPermission: this.noted("answerPermission"),
        answerQuestion: this.noted("answerQuestion"),
        answerPlan: this.noted("answerPlan"),
        list: async () => [askRow],
      },
      queues: {
        entries: async (sessionId: string) => {
          await this.session(sessionId);
          const item = { itemId: "q1", agentId: "demo", text: "later", clientMessageId: null };
          return [{ ...item, addedTs: 5, by: null, pausedReason: null }];
        },
        changeItem: this.noted("changeQueueItem"),
        resume: this.noted("resumeQueue"),
        remove: this.noted("removeQueueItem"),
      },
    };
  }

  private sessions() {
    const other = { sessionId: "s2", title: "Other" };
    const rewindFile = { path: "a.ts", restore: "change" as const, isOwn: true, changedBy: [other] };
    const restored = { hash: "a", before: "b", restored: 1, removed: 0, kept: [], left: [] };
    const nativeRow = { agentId: "demo", ...nativeName, title: "Fix it", updatedTs: 5, sessionId: null };
    return {
      sessions: {
        create: this.noted("createSession", () => this.session("s1")),
        get: this.noted("session", (sessionId: string) => this.session(sessionId)),
        list: this.noted("sessions", async () => ({
          items: [await this.session("s1")],
          cursor: "next-page",
        })),
        change: this.noted("changeSession", (sessionId: string) => this.session(sessionId)),
        delete: this.noted("deleteSession"),
        fork: this.noted("fork", (sessionId: string) => this.session(sessionId)),
        rewind: this.noted("rewind", async (sessionId: string, { files }: { files: boolean }) => ({
          session: await this.session(sessionId),
          files: files ? restored : null,
        })),
        previewRewind: this.noted("rewindPreview", () => ({
          ...{ checkpoint: "a", files: [{ ...rewindFile, selected: false }], more: 0 },
          ...{ unavailable: null, blockedBy: other },
        })),
        events: this.noted("events", async (sessionId: string, after: number, limit: number) => {
          await this.session(sessionId);
          return this.store.events(sessionId, after, limit);
        }),
        snapshot: async (sessionId: string) => {
          const { rev, head } = await this.session(sessionId);
          return { snapshot: toSnapshot(emptyConversation), rev, seq: head };
        },
        blob: async (sessionId: string, blobId: string) => {
          await this.session(sessionId);
          return `whole ${blobId}`;
        },
        search: async () => this.hits,
      },
      nativeSessions: {
        list: this.noted("nativeSessions", () => [nativeRow]),
        adopt: this.noted("adopt", async () => ({ session: await this.session("s1"), isNew: true })),
        names: async (rows: readonly { readonly sessionId: string }[]) =>
          new Map(rows.map(({ sessionId }) => [sessionId, nativeName])),
      },
    };
  }

  private projects() {
    const agent = { id: "demo", backend: "scripted", available: true, state: "available" as const };
    const changed = { path: "b.ts", status: "renamed" as const, oldPath: "a.ts", added: 1, removed: 0 };
    return {
      agents: {
        list: this.noted("agents", () => [{ ...agent, capabilities }]),
        override: async () => ({ permissionMode: "plan" as const }),
        setOverride: this.noted("setOverride", (_root: string, _agent: string, override: object) => override),
      },
      projectAccess: { open: async (projectRoot: string) => projectRoot },
      workspace: {
        tree: this.noted("tree", () => [{ name: "a.ts", path: "a.ts", kind: "file" as const, size: 3 }]),
        file: this.noted("file", () => ({ path: "a.ts", size: 3, text: "abc", truncated: false })),
        changesSince: this.noted("changesSince", () => ({
          ...{ files: [changed], truncatedCount: 2, added: 1, removed: 0 },
        })),
      },
      policies: {
        of: async () => ({ allow: [], deny: [{ from: "*", to: "demo" }] }),
        set: this.noted("setPolicy", (...[, policy]: Parameters<Services["policies"]["set"]>) => policy),
      },
      projectTrust: {
        list: async () => [untrusted],
        set: this.noted("setTrust", () => ({ ...untrusted, trustedTs: 5, waiting: [], changes: [] })),
      },
    };
  }

  private schedule() {
    return {
      missions: {
        current: async () => mission,
        of: async () => [mission],
        set: this.noted("setMission", () => mission),
        clear: this.noted("clearMission"),
        change: this.noted("changeMission", () => mission),
      },
      schedules: {
        of: async () => [schedule],
        add: this.noted("addSchedule", () => schedule),
        enable: this.noted("enableSchedule", () => schedule),
        remove: this.noted("removeSchedule"),
      },
      budgets: {
        state: async () => ({ costUsd: 1, usedUsd: 0.5, usedTokens: 10, costComplete: true }),
        set: this.noted("setBudget", (...[, budget]: Parameters<Services["budgets"]["set"]>) => ({
          ...budget,
          ...{ usedUsd: 0, usedTokens: 0, costComplete: true },
        })),
      },
      usage: { byDay: this.noted("usage", () => usageRows) },
    };
  }

  private administration() {
    return {
      permissionRules: { list: async () => [permissionRule], remove: this.noted("removePermissionRule") },
      settings: {
        read: async () => ({ default_agent: "demo" }),
        change: this.noted("changeSettings", (settings: unknown) => settings),
      },
      revokedDeviceWork: { revoked: this.noted("deviceRevoked"), list: async () => [leftover] },
      maintenance: {
        backup: this.noted("backup", (file: string) => ({ file, bytes: 4096 })),
        previewRestore: this.noted("previewRestore", () => ({ policies: [], omitted: 0 })),
        restore: this.noted("restore", () => ({
          ...{ sessions: 1, events: 2, damaged: [], policies: [], omitted: 0 },
        })),
        importSession: this.noted("importSession", () => ({ sessionId: "s2", events: 3 })),
        verify: async (...[tell]: Parameters<Services["maintenance"]["verify"]>) => {
          tell({ checked: 1, of: 2 });
          return { damaged: [] };
        },
      },
      health: () => this.well,
    };
  }

  private async session(sessionId: string): Promise<SessionRow> {
    const row = await this.store.session(sessionId);
    if (row !== null) return row;
    throw new PolylogError("session_not_found", "This session does not exist. It may have been deleted.", {
      sessionId,
    });
  }

  /** A method that records its call, throws the failure if one is set, and otherwise returns its result. */
  private noted<A extends unknown[] = unknown[], T = void>(
    name: string,
    answer: (...call: A) => T | Promise<T> = () => undefined as T,
  ): (...call: A) => Promise<T> {
    return async (...call) => {
      this.calls.push([name, ...call]);
      const { failure } = this;
      this.failure = null;
      if (failure !== null) throw failure;
      return await answer(...call);
    };
  }
}
