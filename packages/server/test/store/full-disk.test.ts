import { readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../src/store/sqlite/open-database.ts";
import { readNumber } from "../../src/store/sqlite/rows.ts";
import { SqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { openForTest, temporaryFolder } from "./open-store.ts";
import { systemTool } from "./system-tool.ts";
import { append, newSession, readAll, readLog, say } from "./write-log.ts";

// Disks and processes can be slow on a busy machine.
const large = "x".repeat(100_000);

test("[R19] a commit without enough space leaves nothing, and the store continues when there is space", async () => {
  const db = openDatabase(path.join(temporaryFolder(), "log.db"));
  const store = new SqliteStore(db);
  onTestFinished(() => store.close());
  await store.commit({ created: [newSession("a")] });
  await append(store, "a", [say("before")]);
  const before = await readLog(store);
  db.exec(`PRAGMA max_page_count = ${readNumber(db, "PRAGMA page_count") + 2}`);
  const refused = append(store, "a", [say("small"), say(large)], {
    documents: [{ kind: "k", key: "1", value: 1 }],
  });
  await expect(refused).rejects.toMatchObject({ name: "StoreError", code: "full" });
  // A smaller later commit succeeds: it follows the existing head, so there is no gap.
  await append(store, "a", [say("little")]);
  await expect(append(store, "a", [say(large)])).rejects.toMatchObject({ code: "full" });
  expect(await store.document("k", "1")).toBeNull();
  db.exec("PRAGMA max_page_count = 4294967294");
  await append(store, "a", [say(large)]);
  const after = await readAll(store, "a");
  expect(after.map((event) => event.seq)).toEqual([1, 2, 3]);
  expect(after.slice(0, 1)).toEqual(before);
  expect(await store.verify()).toEqual({ damaged: [] });
});

/** A disk of two megabytes; null if this user may not have one. */
function smallDisk(folder: string): string | null {
  if (!systemTool("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder)) return null;
  onTestFinished(() => void systemTool("umount", "-l", folder));
  return folder;
}

test("[R19] on a disk that is really full, reads continue, and the store recovers on its own", async ({
  skip,
}) => {
  const disk = smallDisk(temporaryFolder());
  if (disk === null) return skip("only root may mount a small disk");
  const store = openForTest(path.join(disk, "log.db"));
  await store.commit({ created: [newSession("a")] });
  await append(store, "a", [say("before")]);
  const ballast = path.join(disk, "ballast");
  writeFileSync(ballast, Buffer.alloc(900_000));
  let written = 1;
  const fill = async () => {
    for (; ; written++) await append(store, "a", [say(large)]);
  };
  await expect(fill()).rejects.toMatchObject({ name: "StoreError", code: "full" });
  await expect(append(store, "a", [say(large)])).rejects.toMatchObject({ code: "full" });
  expect((await readAll(store, "a")).map((event) => event.seq)).toEqual(
    Array.from({ length: written }, (_, index) => index + 1),
  );
  expect((await store.search("before", 5)).length).toBe(1);
  rmSync(ballast);
  await append(store, "a", [say(large)]);
  expect((await store.session("a"))?.head).toBe(written + 1);
  expect(await store.verify()).toEqual({ damaged: [] });
});

test("[R19] a backup without enough space leaves no file and harms nothing", async ({ skip }) => {
  const disk = smallDisk(temporaryFolder());
  if (disk === null) return skip("only root may mount a small disk");
  const store = openForTest();
  await store.commit({ created: [newSession("a")] });
  for (let turn = 0; turn < 30; turn++) await append(store, "a", [say(large)]);
  const file = path.join(disk, "backup.db");
  await expect(store.backup(file)).rejects.toMatchObject({ name: "StoreError", code: "full" });
  expect(readdirSync(disk)).toEqual([]);
  await append(store, "a", [say("goes on")]);
});
