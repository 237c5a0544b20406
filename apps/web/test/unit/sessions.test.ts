import type { SessionRow } from "@polylog/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const rows = new Map<string, SessionRow>();
/** Requests to the server: a session's id, or a list. */
let asked: string[];
let tell: (frames: readonly object[]) => void;
let sessions: typeof import("../../src/data/sessions.ts");

function rowOf(sessionId: string, seq: number): SessionRow {
  return {
    ...{ sessionId, projectRoot: "/work", title: null, status: "idle", agentId: "demo", model: null },
    ...{ queued: 0, pendingAsks: 0, costUsd: 0, costComplete: true, createdTs: 0, updatedTs: seq },
    ...{ forkedFrom: null, archived: false, rev: 1, seq, activity: seq },
  };
}

const client = {
  all: (listener: typeof tell) => {
    tell = listener;
    return () => {};
  },
  sessions: {
    get: async ({ sessionId }: { readonly sessionId: string }) => {
      asked.push(sessionId);
      return rows.get(sessionId);
    },
    list: async ({ limit }: { readonly limit: number }) => {
      asked.push(`list of ${limit}`);
      const latest = [...rows.values()].sort((a, b) => b.activity - a.activity);
      return { sessions: latest.slice(0, limit), next: null };
    },
  },
};

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.doMock("../../src/data/client.ts", () => ({ client }));
  vi.stubGlobal("document", { hidden: false, addEventListener: () => {}, removeEventListener: () => {} });
  for (const [index, id] of ["a", "b", "c", "d"].entries()) rows.set(id, rowOf(id, index));
  asked = [];
  sessions = await import("../../src/data/sessions.ts");
  sessions.followSessions();
  await vi.advanceTimersByTimeAsync(0);
  asked = [];
});

afterEach(() => {
  vi.doUnmock("../../src/data/client.ts");
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function change(...ids: readonly string[]): Promise<void> {
  for (const id of ids) rows.set(id, rowOf(id, 10 + (rows.get(id)?.seq ?? 0)));
  tell(ids.map((session_id) => ({ session_id, phase: "final", data: { type: "run_ended" } })));
  await vi.advanceTimersByTimeAsync(300);
}

const shown = () => sessions.sessionsNow().map(({ sessionId, seq }) => `${sessionId}${seq}`);

test("several events of one session fetch its row once", async () => {
  await change("a", "a");
  expect({ asked, shown: shown() }).toEqual({ asked: ["a"], shown: ["a20", "d3", "c2", "b1"] });
});

test("changes of several sessions fetch their rows with one request", async () => {
  await change("a", "b", "c");
  expect({ asked, shown: shown() }).toEqual({ asked: ["list of 6"], shown: ["c12", "b11", "a10", "d3"] });
});

test("rows that the list does not contain are fetched one by one", async () => {
  for (let index = 0; index < 20; index++) rows.set(`new${index}`, rowOf(`new${index}`, 100 + index));
  await change("a", "b", "c");
  expect(asked).toEqual(["list of 6", "a", "b", "c"]);
  expect(shown()).toEqual(expect.arrayContaining(["a10", "b11", "c12"]));
});
