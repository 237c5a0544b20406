import { copyFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { readNumber } from "../../src/store/sqlite/rows.ts";
import { openForTest, temporaryFolder } from "./open-store.ts";
import { append, newSession, say } from "./write-log.ts";

/** Work that is due every few commits is done after a commit, not within it. */

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

async function openLog() {
  const folder = temporaryFolder();
  const file = path.join(folder, "log.db");
  const store = openForTest(file);
  await store.commit({ created: [newSession("a")] });
  /** A number from the file without the write-ahead log, as another process would copy it. */
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

test("a commit that fills the batch for the search index does not wait for indexing", async () => {
  const { store, read } = await openLog();
  for (let count = 0; count < 16; count++) await append(store, "a", [say(`needle ${count}`)]);
  expect(read("SELECT indexed FROM log")).toBe(0);
  await nextTurn();
  expect(read("SELECT indexed FROM log")).toBe(read("SELECT max(position) FROM events"));
  expect((await store.search("needle", 100)).length).toBe(16);
});

test("a commit of many texts adds them to the index itself", async () => {
  const { store, read } = await openLog();
  const texts = Array.from({ length: 16 }, (_, index) => say(`needle ${index}`));
  await append(store, "a", texts);
  expect(read("SELECT indexed FROM log")).toBe(read("SELECT max(position) FROM events"));
  expect((await store.search("needle", 100)).length).toBe(16);
});

test("committed events are written to the file automatically, and not within a commit", async () => {
  const { store, inFile } = await openLog();
  const head = "SELECT head FROM sessions WHERE session_id = 'a'";
  for (let count = 0; count < 199; count++) await append(store, "a", [say(`${count}`)]);
  expect(() => inFile(head)).toThrow();
  await nextTurn();
  expect(inFile(head)).toBe(199);
});

test("a log can be closed with maintenance still due", async () => {
  const { store } = await openLog();
  for (let count = 0; count < 16; count++) await append(store, "a", [say(`needle ${count}`)]);
  await store.close();
  await nextTurn();
});
