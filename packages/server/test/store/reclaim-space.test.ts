import { copyFileSync, existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { restoreDatabase } from "../../src/store/backup/restore-database.ts";
import { openDatabase } from "../../src/store/sqlite/open-database.ts";
import { readNumber } from "../../src/store/sqlite/rows.ts";
import { openSqliteStore, SqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import type { EventStore } from "../../src/store/store.ts";
import { openForTest, temporaryFolder } from "./open-store.ts";
import {
  answer,
  append,
  appendOf,
  type Body,
  delta,
  newSession,
  readAll,
  readLog,
  say,
} from "./write-log.ts";

// Disks and processes can be slow on a busy machine.
const canary = "xylophonecanary";
const text = Array.from({ length: 500 }, (_, index) => `${canary}${index}`).join(" ");

async function fill(store: EventStore): Promise<void> {
  await store.commit({ created: [newSession("kept"), newSession("gone", { projectRoot: `/${canary}` })] });
  for (let turn = 0; turn < 40; turn++) {
    const from = ((await store.session("gone"))?.head ?? 0) + 1;
    await append(store, "kept", [say(`kept ${turn}`)]);
    await append(store, "gone", [say(text), delta(0, text), { type: "title", title: canary }], {
      summary: { title: canary },
    });
    await append(store, "gone", [answer(text)], { drops: [from + 1, from + 2] });
  }
  const receipt = { clientMessageId: "m", bodyHash: "h", sessionId: "gone", response: canary };
  await store.commit({ receipts: [receipt] });
}

function mentions(file: string): string[] {
  return [file, `${file}-wal`, `${file}-shm`].filter(
    (one) => existsSync(one) && readFileSync(one).includes(canary),
  );
}

test("a deleted session's space is freed, and none of its text is left in a file", async () => {
  const file = path.join(temporaryFolder(), "log.db");
  const store = openForTest(file);
  await fill(store);
  await store.commit({ deleted: ["gone"] });
  // Only its size is read: opening the file here would drop the store's locks.
  await expect.poll(() => statSync(file).size).toBeLessThan(300_000);
  await expect.poll(() => statSync(`${file}-wal`).size).toBeLessThan(10_000);
  expect((await readAll(store, "kept")).length).toBe(40);
  await store.close();
  expect(mentions(file)).toEqual([]);
});

test("space that was not freed before the end is freed after the next start", async () => {
  const file = path.join(temporaryFolder(), "log.db");
  const store = openSqliteStore(file);
  await fill(store);
  const before = statSync(file).size + statSync(`${file}-wal`).size;
  await Promise.all([store.commit({ deleted: ["gone"] }), store.close()]);
  expect(before).toBeGreaterThan(500_000);
  const again = openForTest(file);
  await expect.poll(() => statSync(file).size).toBeLessThan(300_000);
  await again.close();
  expect(mentions(file)).toEqual([]);
});

test("a session that is deleted while space is being freed is freed too", async () => {
  const file = path.join(temporaryFolder(), "log.db");
  const db = openDatabase(file);
  const store = new SqliteStore(db);
  onTestFinished(() => store.close());
  await fill(store);
  await store.commit({ created: [newSession("late")] });
  await append(store, "late", [say(text)]);
  const exec = db.exec.bind(db);
  let late: Promise<unknown> | null = null;
  vi.spyOn(db, "exec").mockImplementation((sql) => {
    exec(sql);
    if (sql.includes("incremental_vacuum")) late ??= store.commit({ deleted: ["late"] });
  });
  await store.commit({ deleted: ["gone"] });
  await expect.poll(() => readNumber(db, "SELECT reclaim FROM log")).toBe(0);
  await late;
  expect(late).not.toBeNull();
  expect(readNumber(db, "SELECT count(*) FROM forgotten")).toBe(0);
  expect(readNumber(db, "SELECT count(*) FROM events")).toBe(40);
  expect(statSync(file).size).toBeLessThan(300_000);
});

test("a few of many texts are removed from the search index as well", async () => {
  const file = path.join(temporaryFolder(), "log.db");
  const db = openDatabase(file);
  const store = new SqliteStore(db);
  await store.commit({ created: [newSession("kept"), newSession("gone")] });
  const other = (turn: number) =>
    Array.from({ length: 300 }, (_, index) => `w${(turn * index) % 1000}`).join(" ");
  await append(store, "gone", [say(canary)]);
  for (let turn = 1; turn <= 40; turn++) await append(store, "kept", [say(other(turn))]);
  await store.commit({ deleted: ["gone"] });
  await expect.poll(() => readNumber(db, "SELECT reclaim FROM log")).toBe(0);
  await store.close();
  expect(mentions(file)).toEqual([]);
});

test("a position is not reused after a restart either", async () => {
  const file = path.join(temporaryFolder(), "log.db");
  const store = openSqliteStore(file);
  await store.commit({ created: [newSession("a"), newSession("b")] });
  const [gone] = await append(store, "b", [say("x")]);
  await store.commit({ deleted: ["b"] });
  await store.close();
  const [next] = await append(openForTest(file), "a", [say("y")]);
  expect(next).toBeGreaterThan(gone as number);
});

test("an active reader blocks nothing, and the space is freed after it", async () => {
  const file = path.join(temporaryFolder(), "log.db");
  const store = openForTest(file);
  await fill(store);
  const verified = store.verify();
  await store.commit({ deleted: ["gone"] });
  await append(store, "kept", [say("meanwhile")]);
  expect(await verified).toEqual({ damaged: [] });
  await expect.poll(() => statSync(file).size).toBeLessThan(300_000);
});

test("only their owner can read the files", async () => {
  const file = path.join(temporaryFolder(), "log.db");
  const store = new SqliteStore(openDatabase(file));
  await store.commit({ created: [newSession("a")] });
  for (const one of [file, `${file}-wal`, `${file}-shm`]) expect(statSync(one).mode & 0o777).toBe(0o600);
  await store.close();
});

test("[R40] a long session is gone immediately, and others write while its rows are removed in many turns", async () => {
  const db = openDatabase(path.join(temporaryFolder(), "log.db"));
  const store = new SqliteStore(db);
  onTestFinished(() => store.close());
  await store.commit({ created: [newSession("long"), newSession("other")] });
  await append(
    store,
    "long",
    Array.from({ length: 1000 }, (_, index) => ({ type: "run_started", runId: `run ${index}` })),
  );
  const rows = () => ["events", "runs"].map((table) => readNumber(db, `SELECT count(*) FROM ${table}`));
  await store.commit({ deleted: ["long"] });
  expect([await store.session("long"), await store.runs({ limit: 1 })]).toEqual([null, []]);
  expect(rows()).toEqual([1000, 1000]);
  let turns = 0;
  while (rows().some((count) => count > turns)) {
    await append(store, "other", [say("between")]);
    turns++;
    await new Promise(setImmediate);
  }
  expect(turns).toBeGreaterThanOrEqual(10);
  expect((await readAll(store, "other")).length).toBe(turns);
});

const longRun = (events: number): Body[] => [
  { type: "run_started", runId: "long run" },
  ...Array.from({ length: events - 1 }, (_, index) => answer(`word${index}`, `response ${index}`)),
];

test("[R40] a long session is rewound in one short commit, and others write while its rows are removed in many turns", async () => {
  const db = openDatabase(path.join(temporaryFolder(), "log.db"));
  const store = new SqliteStore(db);
  onTestFinished(() => store.close());
  await store.commit({ created: [newSession("long"), newSession("other")] });
  await append(store, "long", longRun(4000));
  const rows = () => readNumber(db, "SELECT count(*) FROM events");
  const kept = await store.events("long", 0, 2);
  await store.commit({ rewound: [{ sessionId: "long", seq: 2, rev: 2 }] });
  expect(rows()).toBe(4000);
  const seen = async () => ({
    log: await readAll(store, "long"),
    all: (await readLog(store)).filter(({ sessionId }) => sessionId === "long"),
    found: (await store.search("word500", 10)).length,
    verified: await store.verify(),
  });
  expect(await seen()).toEqual({ log: kept, all: kept, found: 0, verified: { damaged: [] } });
  let turns = 0;
  while (rows() > turns + kept.length) {
    await append(store, "other", [say("between")]);
    turns++;
    await new Promise(setImmediate);
  }
  expect(turns).toBeGreaterThanOrEqual(4);
  expect(await seen()).toEqual({ log: kept, all: kept, found: 0, verified: { damaged: [] } });
  await expect.poll(() => readNumber(db, "SELECT reclaim FROM log")).toBe(0);
  expect(readNumber(db, "SELECT count(*) FROM cut")).toBe(0);
});

test("[R40] a rewind whose rows were not removed before the end still applies after the next start, also under new events and in a backup", async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "log.db");
  const store = openSqliteStore(file);
  await store.commit({ created: [newSession("long")] });
  await append(store, "long", longRun(1000));
  await store.commit({
    rewound: [{ sessionId: "long", seq: 2, rev: 2 }],
    appends: [appendOf("long", [say("rewound")], { head: 2, rev: 2 })],
  });
  await store.close();
  const copy = path.join(folder, "copy.db");
  copyFileSync(file, copy);
  const db = openDatabase(copy);
  expect(readNumber(db, "SELECT count(*) FROM events")).toBeGreaterThan(500);
  db.close();
  const restored = path.join(folder, "restored.db");
  expect(await restoreDatabase(copy, restored)).toMatchObject({ sessions: 1, events: 3, damaged: [] });
  for (const opened of [file, restored]) {
    const again = openForTest(opened);
    await append(again, "long", [say("goes on")]);
    expect((await readAll(again, "long")).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect((await again.search("word500", 10)).length).toBe(0);
    await again.backup(`${opened}.backup`);
    const backedUp = openDatabase(`${opened}.backup`);
    expect(readNumber(backedUp, "SELECT count(*) FROM events")).toBe(4);
    backedUp.close();
  }
});
