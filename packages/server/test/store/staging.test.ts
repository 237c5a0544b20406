import path from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "../../src/store/sqlite/open-database.ts";
import { readNumber } from "../../src/store/sqlite/rows.ts";
import { SqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { openForTest, temporaryFolder } from "./open-store.ts";
import { runChild } from "./run-child.ts";
import { append, appendOf, newSession, readLog, say } from "./write-log.ts";

const stager = new URL("./children/stager.ts", import.meta.url);

test("[R41] a session whose writer was killed midway does not exist, and its rows are removed at the next start", async () => {
  const file = path.join(temporaryFolder(), "log.db");
  const child = runChild(stager, [file]);
  await child.printed(20);
  child.process.kill("SIGKILL");
  await child.ended;

  const db = openDatabase(file);
  const count = (table: string) => readNumber(db, `SELECT count(*) FROM ${table}`);
  expect(count("events")).toBeGreaterThanOrEqual(40);
  const store = new SqliteStore(db);
  try {
    const seen = async () => ({
      sessions: (await store.sessions({ limit: 10 })).items.map(({ sessionId }) => sessionId),
      log: (await readLog(store)).map(({ line }) => JSON.parse(line).text),
      runs: await store.runs({ limit: 10 }),
      found: await store.search("staged", 10),
    });
    const kept = { sessions: ["kept"], log: ["kept"], runs: [], found: [] };
    expect(await seen()).toEqual(kept);
    await append(store, "kept", [say("later")]);
    await expect.poll(() => [count("events"), count("runs"), count("forgotten")]).toEqual([2, 0, 0]);
    expect(await seen()).toEqual({ ...kept, log: ["kept", "later"] });
  } finally {
    await store.close();
  }
});

test("whole sessions are written one after the other, so that none precedes events already in the log", async () => {
  const store = openForTest();
  const order: string[] = [];
  const write = (sessionId: string) =>
    store.writeSession({
      sessionId,
      batches: (async function* () {
        order.push(`${sessionId} begins`);
        yield appendOf(sessionId, [say("one")]).events;
        order.push(`${sessionId} ends`);
      })(),
      finish: () => ({ created: newSession(sessionId), summary: appendOf(sessionId, []).summary }),
    });
  const [a, b] = await Promise.all([write("a"), write("b")]);
  expect(order).toEqual(["a begins", "a ends", "b begins", "b ends"]);
  expect(a.position).toBeLessThan(b.position);
});
