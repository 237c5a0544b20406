import { copyFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { readNumber } from "../../src/store/sqlite/rows.ts";
import { openForTest, temporaryFolder } from "./open-store.ts";
import { append, newSession, say } from "./write-log.ts";

/** What comes due every so many commits is done after one of them, not within it. */

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

async function openLog() {
  const folder = temporaryFolder();
  const file = path.join(folder, "log.db");
  const store = openForTest(file);
  await store.commit({ created: [newSession("a")] });
  /** A number of the file as it is without the write-ahead log, as another process would copy it. */
  const inFile = (sql: string): number => {
    const copy = path.join(folder, "copy.db");
    copyFileSync(file, copy);
    const db = new DatabaseSync(copy, { readOnly: true });
    try {
      return readNumber(db, sql);
    } finally {
      db.close();
    }
  };
  const other = new DatabaseSync(file, { readOnly: true });
  const read = (sql: string) => readNumber(other, sql);
  return { store, inFile, read };
}

test("a commit that makes texts enough for the search index does not wait for it", async () => {
  const { store, read } = await openLog();
  for (let count = 0; count < 16; count++) await append(store, "a", [say(`needle ${count}`)]);
  expect(read("SELECT indexed FROM log")).toBe(0);
  await nextTurn();
  expect(read("SELECT indexed FROM log")).toBe(read("SELECT max(position) FROM events"));
  expect((await store.search("needle", 100)).length).toBe(16);
});

test("a commit of many texts puts them into the index itself", async () => {
  const { store, read } = await openLog();
  const texts = Array.from({ length: 16 }, (_, index) => say(`needle ${index}`));
  await append(store, "a", texts);
  expect(read("SELECT indexed FROM log")).toBe(read("SELECT max(position) FROM events"));
  expect((await store.search("needle", 100)).length).toBe(16);
});

test("what is committed gets into the file by itself, and not within a commit", async () => {
  const { store, inFile } = await openLog();
  const head = "SELECT head FROM sessions WHERE session_id = 'a'";
  for (let count = 0; count < 199; count++) await append(store, "a", [say(`${count}`)]);
  expect(() => inFile(head)).toThrow();
  await nextTurn();
  expect(inFile(head)).toBe(199);
});

test("a log is closed with its upkeep still due", async () => {
  const { store } = await openLog();
  for (let count = 0; count < 16; count++) await append(store, "a", [say(`needle ${count}`)]);
  await store.close();
  await nextTurn();
});
