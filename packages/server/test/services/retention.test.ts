import { mkdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { SessionStatus } from "@polylog/core";
import { expect, test } from "vitest";
import type { Config } from "../../src/config/config-schema.ts";
import { PolylogError } from "../../src/polylog-error.ts";
import { importedAt } from "../../src/sessions/arrivals.ts";
import { Retention } from "../../src/sessions/retention.ts";
import { RESTORED } from "../../src/store/backup/restore-database.ts";
import { writeConfig } from "../config/write-config.ts";
import { Follower } from "../reliability/support/follower.ts";
import { makeHome, temporaryFolder } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";
import { openMemoryStore } from "../support/memory-store.ts";

const DAY = 24 * 60 * 60 * 1000;
const NOW = 100 * DAY;

interface Kept {
  readonly ageDays: number;
  readonly archived?: boolean;
  readonly status?: SessionStatus;
  readonly queued?: number;
  readonly pendingAsks?: number;
  /** Days since it was imported. */
  readonly importedDays?: number;
}

/** A log with sessions of the given ages, and the sessions that remain after retention has run. */
async function left(
  rules: Config["retention"],
  sessions: Readonly<Record<string, Kept>>,
  mb = 0,
  restoredDays?: number,
) {
  const store = openMemoryStore();
  if (restoredDays !== undefined) {
    const key = new Date(NOW - restoredDays * DAY).toISOString();
    await store.commit({ documents: [{ kind: RESTORED, key, value: {} }] });
  }
  const home = temporaryFolder();
  for (const [sessionId, { ageDays, archived = false, importedDays, ...summary }] of Object.entries(
    sessions,
  )) {
    const updatedTs = NOW - ageDays * DAY;
    const shown = {
      ...{ title: null, agentId: "demo", model: null, status: "idle" as const, queued: 0, pendingAsks: 0 },
      ...{ costUsd: 0, costComplete: true, updatedTs },
    };
    await store.commit({
      created: [{ sessionId, projectRoot: "/p", agentId: "demo", createdTs: updatedTs }],
      appends: [{ sessionId, rev: 1, head: 0, events: [], drops: [], summary: { ...shown, ...summary } }],
    });
    await store.commit({ archived: [{ sessionId, archived }] });
    if (importedDays !== undefined)
      await store.commit({ documents: importedAt(sessionId, NOW - importedDays * DAY) });
    // Each session uses one megabyte, in its own output.
    mkdirSync(path.join(home, "blobs", sessionId), { recursive: true });
    if (mb > 0) writeFileSync(path.join(home, "blobs", sessionId, "0".repeat(64)), Buffer.alloc(1024 * 1024));
  }
  const told: number[] = [];
  const retention = new Retention({
    ...{ store, home, now: () => NOW, rules: () => rules },
    deleteIfIdle: async (sessionId) => {
      if (sessionId === "revived") throw new PolylogError("session_busy", "It is at work.");
      await store.commit({ deleted: [sessionId] });
    },
    onDeleted: (count) => told.push(count),
    onFailure: (error) => {
      throw error;
    },
  });
  await retention.apply();
  const { items } = await store.sessions({ limit: 100 });
  return { left: items.map(({ sessionId }) => sessionId).sort(), told, deleted: retention.deleted };
}

test("[K1] without a rule everything is kept", async () => {
  const sessions = { ancient: { ageDays: 99, archived: true } };
  expect(await left(undefined, sessions)).toEqual({ left: ["ancient"], told: [], deleted: 0 });
  expect(await left({}, sessions)).toEqual({ left: ["ancient"], told: [], deleted: 0 });
});

test("[K1] sessions that were not used for a long time are deleted, unless a run or an ask is open in them", async () => {
  const old = { ageDays: 31 };
  const sessions: Record<string, Kept> = {
    fresh: { ageDays: 29 },
    old,
    failed: { ...old, status: "failed" },
    working: { ...old, status: "working" },
    waiting: { ...old, status: "waiting_for_you" },
    asked: { ...old, pendingAsks: 1 },
    queued: { ...old, queued: 1 },
    revived: old,
  };
  expect(await left({ days: 30 }, sessions)).toEqual({
    left: ["asked", "fresh", "queued", "revived", "waiting", "working"],
    told: [2],
    deleted: 2,
  });
});

test("[K1] the age of an imported or restored session counts from its import or restore", async () => {
  const sessions = {
    old: { ageDays: 40 },
    imported: { ageDays: 99, importedDays: 29 },
    "imported long ago": { ageDays: 99, importedDays: 31 },
  };
  expect((await left({ days: 30 }, sessions)).left).toEqual(["imported"]);
  expect((await left({ days: 30 }, sessions, 0, 29)).left).toEqual(["imported", "imported long ago", "old"]);
  expect((await left({ days: 30 }, sessions, 0, 32)).left).toEqual(["imported"]);
  expect((await left({ max_mb: 2 }, sessions, 1)).left).toEqual(["imported", "imported long ago"]);
});

test("[K1] a log over the limit loses archived sessions first, then the oldest, and no more than necessary", async () => {
  const sessions = {
    a: { ageDays: 9 },
    b: { ageDays: 8 },
    c: { ageDays: 2, archived: true },
    d: { ageDays: 1 },
  };
  expect((await left({ max_mb: 4 }, sessions, 1)).left).toEqual(["a", "b", "c", "d"]);
  expect((await left({ max_mb: 3 }, sessions, 1)).left).toEqual(["a", "b", "d"]);
  expect((await left({ max_mb: 2 }, sessions, 1)).left).toEqual(["b", "d"]);
  expect((await left({ max_mb: 3, days: 8.5 }, sessions, 1)).left).toEqual(["b", "c", "d"]);
});

test("[K1] an imported session is kept at the next start, however old its events are", async () => {
  const home = makeHome({ agent: { script: [{ text: "hello" }] } });
  const first = await startHere(home);
  const { session_id, run_id } = await first.client.chat("hello");
  const follower = await Follower.open(first.client, session_id);
  await follower.whenEvent("run_ended", ({ runId }) => runId === run_id);
  const exported = (await first.client.ask("GET", `/api/sessions/${session_id}/export`)).text;
  const file = path.join(temporaryFolder(), "session.jsonl");
  writeFileSync(file, exported.replaceAll(/"ts":\d+/g, '"ts":1000'));
  const body = { file, project_root: first.client.project };
  const imported = await first.client.post<{ session_id: string }>("/api/import", body);
  await first.close();

  writeConfig(home, { retention: { days: 1 } });
  const { client } = await startHere(home);
  expect(await client.get(`/api/sessions/${imported.session_id}`)).toMatchObject({ updated_ts: 1000 });
  expect((await client.ask("GET", "/metrics")).text).toMatch(/^polylog_sessions_retired_total 0$/m);
});

test("[K1] startup deletes sessions that are too old, reports their number, and frees their disk space", async () => {
  const home = makeHome({ agent: { script: [{ text: "x".repeat(500_000) }] } });
  const first = await startHere(home);
  const { session_id, run_id } = await first.client.chat("hello");
  const follower = await Follower.open(first.client, session_id);
  await follower.whenEvent("run_ended", ({ runId }) => runId === run_id);
  const kept = await first.client.chat("keep me", {});
  await first.client.ask("POST", "/api/agent-cancel", { run_id: kept.run_id });
  await first.close();
  const log = path.join(home.folder, "polylog.db");
  const full = statSync(log).size;

  // No session is a month old, so the rule deletes sessions older than a fraction of a millisecond.
  writeConfig(home, { retention: { days: 1e-9 } });
  const { client } = await startHere(home);
  const metrics = async () => (await client.ask("GET", "/metrics")).text;
  await expect.poll(metrics).toMatch(/^polylog_sessions_retired_total 2$/m);
  expect((await client.ask("GET", `/api/sessions/${session_id}`)).status).toBe(404);
  await expect.poll(() => statSync(log).size).toBeLessThan(full - 500_000);
});
