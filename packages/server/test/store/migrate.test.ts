import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openDatabase } from "../../src/store/sqlite/open-database.ts";
import { readNumber } from "../../src/store/sqlite/rows.ts";
import { migrations } from "../../src/store/sqlite/schema.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { laterSteps } from "./future-migrations.ts";
import { openForTest, temporaryFolder } from "./open-store.ts";
import { runChild } from "./run-child.ts";
import { schemaV1, writeV1 } from "./schema-v1.ts";
import { append, newSession, say } from "./write-log.ts";

// Disks and processes can be slow on a busy machine.
const migrator = new URL("./children/migrator.ts", import.meta.url);

/** The schema of a file, independent of its spelling. */
function schemaOf(db: DatabaseSync): unknown[] {
  const rows = db.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name").all();
  const flat = (sql: unknown) =>
    String(sql)
      .replace(/--.*$/gm, "")
      .replace(/\s+/g, " ")
      .replace(/ ?([(),]) ?/g, "$1");
  return rows.map(({ type, name, tbl_name, sql }) => ({ type, name, tbl_name, sql: flat(sql) }));
}

test("[R26] the first step creates the schema of the first release", () => {
  const released = new DatabaseSync(":memory:");
  released.exec(schemaV1);
  const db = openDatabase(path.join(temporaryFolder(), "log.db"), migrations.slice(0, 1));
  expect(schemaOf(db)).toEqual(schemaOf(released));
  expect(readNumber(db, "PRAGMA application_id")).toBe(readNumber(released, "PRAGMA application_id"));
  expect(readNumber(db, "PRAGMA user_version")).toBe(1);
  db.close();
  released.close();
});

test("[R26] a log of version 1 opens with all its content", async () => {
  const file = path.join(temporaryFolder(), "log.db");
  writeV1(file);
  const store = openForTest(file);
  expect(await store.session("old")).toEqual({
    sessionId: "old",
    projectRoot: "/Work",
    createdTs: 1000,
    forkedFrom: null,
    archived: true,
    rev: 1,
    head: 3,
    activity: 4,
    title: "Été",
    status: "waiting_for_you",
    agentId: "claude",
    model: "m",
    queued: 0,
    pendingAsks: 1,
    costUsd: 0.5,
    costComplete: true,
    updatedTs: 1003,
  });
  expect((await store.events("old", 0, 10)).map(({ seq, position }) => [seq, position])).toEqual([
    [1, 2],
    [2, 3],
    [3, 4],
  ]);
  expect(await store.verify()).toEqual({ damaged: [] });
  expect((await store.runs({ live: true, limit: 10 })).map(({ runId }) => runId)).toEqual(["r1"]);
  expect((await store.asks({ state: "pending", limit: 10 })).map(({ askId }) => askId)).toEqual(["q1"]);
  expect((await store.receipt("m1"))?.response).toBe('{"ok":true}');
  expect(await store.document("settings", "theme")).toBe("dark");
  expect((await store.search("hello", 5)).map(({ snippet }) => snippet)).toEqual(["\ue000Hello\ue001 there"]);
  expect(await append(store, "old", [{ type: "run_ended", runId: "r1", outcome: "interrupted" }])).toEqual([
    5,
  ]);
  expect((await store.ask("q1"))?.state).toBe("expired");
});

test("[R26] a migration that is killed in a step continues from there", async () => {
  const folder = temporaryFolder();
  for (const start of ["empty", "v1"]) {
    for (let step = start === "v1" ? 2 : 1; step <= laterSteps.length; step++) {
      const file = path.join(folder, `${start}-${step}.db`);
      if (start === "v1") writeV1(file);
      const killed = runChild(migrator, [file, `${step}`]);
      expect(await killed.ended).toBe("SIGKILL");
      const between = new DatabaseSync(file);
      expect(readNumber(between, "PRAGMA user_version")).toBe(step - 1);
      between.close();
      const db = openDatabase(file, laterSteps);
      expect(readNumber(db, "PRAGMA user_version")).toBe(laterSteps.length);
      expect(readNumber(db, "SELECT count(*) FROM labels WHERE name = 'blue'")).toBe(start === "v1" ? 1 : 0);
      expect(readNumber(db, "SELECT count(*) FROM events")).toBe(start === "v1" ? 3 : 0);
      expect(db.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
      expect(readNumber(db, "PRAGMA auto_vacuum")).toBe(2);
      db.close();
    }
  }
});

test("[R26] a step that fails leaves the file unchanged", () => {
  const file = path.join(temporaryFolder(), "log.db");
  writeV1(file);
  const failing = [
    ...migrations,
    laterSteps[1] as (typeof laterSteps)[number],
    () => {
      throw new Error("no");
    },
  ];
  expect(() => openDatabase(file, failing)).toThrow("no");
  const db = openDatabase(file, failing.slice(0, 3));
  expect(readNumber(db, "PRAGMA user_version")).toBe(3);
  db.close();
});

test("[R26] a log of a newer version is rejected and left unchanged", async () => {
  const file = path.join(temporaryFolder(), "log.db");
  openDatabase(file, laterSteps).close();
  expect(() => openSqliteStore(file)).toThrow(/newer Polylog \(schema 5, this one supports 3\)/);
  const db = openDatabase(file, laterSteps);
  expect(readNumber(db, "PRAGMA user_version")).toBe(5);
  db.close();
});

test("[R26] another program's database is rejected and left unchanged", () => {
  const file = path.join(temporaryFolder(), "other.db");
  const other = new DatabaseSync(file);
  other.exec("CREATE TABLE songs (name TEXT); PRAGMA user_version = 0");
  expect(() => openSqliteStore(file)).toThrow("not a Polylog log");
  other.exec("PRAGMA user_version = 1");
  expect(() => openSqliteStore(file)).toThrow("not a Polylog log");
  expect(readNumber(other, "SELECT count(*) FROM sqlite_schema")).toBe(1);
  other.close();
});

test("[R26] two processes that open a new file at once both find it complete", async () => {
  const file = path.join(temporaryFolder(), "log.db");
  const children = [runChild(migrator, [file]), runChild(migrator, [file])];
  for (const child of children) {
    expect(await child.ended).toBe(0);
    expect(child.lines).toEqual([`at ${laterSteps.length}`]);
  }
});

test("a store sees the writes of another connection", async () => {
  const file = path.join(temporaryFolder(), "log.db");
  const [one, two] = [openForTest(file), openForTest(file)];
  await one.commit({ created: [newSession("a")] });
  const positions = [];
  for (const store of [one, two, two, one, two]) positions.push(...(await append(store, "a", [say("x")])));
  await one.commit({ deleted: ["a"], created: [newSession("a")] });
  positions.push(...(await append(two, "a", [{ type: "run_started", runId: "r" }])));
  positions.push(...(await append(one, "a", [{ type: "run_ended", runId: "r", outcome: "completed" }])));
  expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
  expect((await two.runs({ limit: 10 })).map(({ outcome }) => outcome)).toEqual(["completed"]);
});
