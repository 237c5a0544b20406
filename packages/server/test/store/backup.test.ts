import { existsSync, linkSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { RESTORED, restoreDatabase } from "../../src/store/backup/restore-database.ts";
import { openForTest, temporaryFolder } from "./open-store.ts";
import { answer, append, newSession, readAll, readLog, say } from "./write-log.ts";

// Disks and processes can be slow on a busy machine.
const sessionIds = ["a", "b", "c", "d"];
const text = "words ".repeat(300);

test("[R26] a backup under load restores to a prefix, with a new rev", async () => {
  const folder = temporaryFolder();
  const store = openForTest(path.join(folder, "log.db"));
  await store.commit({ created: sessionIds.map((id) => newSession(id)) });
  for (const id of sessionIds)
    await append(
      store,
      id,
      Array.from({ length: 500 }, () => say(text)),
    );
  await store.commit({ rewound: [{ sessionId: "d", seq: 400, rev: 7 }] });
  let isDone = false;
  const write = async (id: string) => {
    for (let turn = 0; !isDone || turn < 5; turn++) {
      await append(store, id, [say(`${turn}`), answer(text)]);
      await new Promise(setImmediate);
    }
  };
  const writing = Promise.all(sessionIds.map(write));
  const before = await store.head();
  const backups = [];
  for (let count = 0; count < 3; count++) {
    const file = path.join(folder, `backup-${count}.db`);
    await store.backup(file);
    backups.push(file);
  }
  isDone = true;
  await writing;
  const whole = await readLog(store);

  for (const [count, file] of backups.entries()) {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const into = path.join(folder, `restored-${count}.db`);
    const restored = await restoreDatabase(file, into);
    expect(statSync(into).mode & 0o777).toBe(0o600);
    const copy = openForTest(into);
    const head = await copy.head();
    const events = await readLog(copy);
    expect(head).toBeGreaterThanOrEqual(before);
    expect(events).toEqual(whole.filter((event) => event.position <= head));
    expect(await copy.verify()).toEqual({ damaged: [] });
    expect(restored).toMatchObject({ sessions: 4, events: events.length, damaged: [] });
    expect(restored.revRaisedBy).toBeGreaterThan(0);
    for (const id of sessionIds) {
      const row = await copy.session(id);
      expect(row?.rev).toBe((id === "d" ? 7 : 1) + restored.revRaisedBy);
      expect((await readAll(copy, id)).at(-1)?.seq).toBe(row?.head);
    }
    // Positions that the lost log assigned after the backup are never reused.
    const [next] = await append(copy, "a", [say("after the restore")]);
    expect(restored.lostPositions.after).toBe(head);
    expect(next).toBeGreaterThan(restored.lostPositions.upTo);
    expect((await copy.documents(RESTORED)).map(({ value }) => value)).toEqual([restored]);
    expect((await copy.search("restore", 5)).length).toBe(1);
  }
  expect(readdirSync(folder).filter((name) => name.includes("partial"))).toEqual([]);
});

test("[R26] a backup replaces the previous one, and `close` waits for it", async () => {
  const folder = temporaryFolder();
  const store = openForTest(path.join(folder, "log.db"));
  const file = path.join(folder, "backup.db");
  await store.commit({ created: [newSession("a")] });
  await store.backup(file);
  await append(store, "a", [say("later")]);
  const backup = store.backup(file);
  await store.close();
  await backup;
  const copy = openForTest(file);
  expect((await readAll(copy, "a")).length).toBe(1);
});

test("[R26] a backup never replaces the log itself, under any name", async () => {
  const folder = temporaryFolder();
  const log = path.join(folder, "log.db");
  const store = openForTest(log);
  await store.commit({ created: [newSession("a")] });
  const link = path.join(folder, "link.db");
  linkSync(log, link);
  for (const file of [log, link])
    await expect(store.backup(file)).rejects.toMatchObject({ code: "conflict" });
  await append(store, "a", [say("later")]);
  expect(await store.verify()).toEqual({ damaged: [] });
});

test("[R26] a restore overwrites nothing and accepts no damaged file or another program's", async () => {
  const folder = temporaryFolder();
  const store = openForTest(path.join(folder, "log.db"));
  await store.commit({ created: [newSession("a")] });
  for (let turn = 0; turn < 20; turn++) await append(store, "a", [say(text)]);
  const file = path.join(folder, "backup.db");
  await store.backup(file);
  await expect(restoreDatabase(file, path.join(folder, "log.db"))).rejects.toMatchObject({
    code: "conflict",
  });

  const into = path.join(folder, "new", "log.db");
  const bytes = readFileSync(file);
  const torn = path.join(folder, "torn.db");
  writeFileSync(torn, bytes.subarray(0, Math.floor(bytes.length / 8192) * 4096));
  const notes = path.join(folder, "notes.txt");
  writeFileSync(notes, "no database at all");
  const empty = path.join(folder, "empty.db");
  writeFileSync(empty, "");
  for (const wrong of [torn, notes, empty]) {
    await expect(restoreDatabase(wrong, into)).rejects.toMatchObject({ name: "StoreError", code: "broken" });
  }
  await expect(restoreDatabase(path.join(folder, "missing.db"), into)).rejects.toThrow("missing.db");
  expect(readdirSync(path.dirname(into))).toEqual([]);

  // One damaged line does not prevent the others from being restored.
  bytes.write("W", bytes.lastIndexOf("words"));
  writeFileSync(torn, bytes);
  expect((await restoreDatabase(torn, into)).damaged).toEqual(["a"]);
  expect(existsSync(into)).toBe(true);
  expect(statSync(path.dirname(into)).mode & 0o777).toBe(0o700);
});
