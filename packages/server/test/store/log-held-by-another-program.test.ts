import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { openForTest, temporaryFolder } from "./open-store.ts";
import { appendOf, newSession, readLog, say } from "./write-log.ts";

async function heldStore() {
  const file = path.join(temporaryFolder(), "log.db");
  const store = openForTest(file);
  await store.commit({ created: [newSession("a"), newSession("b")] });
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  other.exec("BEGIN IMMEDIATE");
  return { store, other };
}

test("[R42] while another program writes, commits wait without blocking the event loop, in order, and reads continue", async () => {
  const { store, other } = await heldStore();
  const texts = ["first", "second", "third"];
  const done: string[] = [];
  const commits = texts.map(async (text, head) => {
    await store.commit({ appends: [appendOf("a", [say(text)], { head })] });
    done.push(text);
  });
  const staged = store.writeSession({
    sessionId: "whole",
    batches: (async function* () {
      yield appendOf("whole", [say("staged")]).events;
    })(),
    finish: () => ({ created: newSession("whole"), summary: appendOf("whole", []).summary }),
  });
  expect((await store.session("b"))?.sessionId).toBe("b");
  expect([await readLog(store), done]).toEqual([[], []]);
  other.exec("ROLLBACK");
  await Promise.all([...commits, staged]);
  expect(done).toEqual(texts);
  expect((await readLog(store)).map(({ line }) => JSON.parse(line).text)).toEqual([...texts, "staged"]);
});

test("[R42] a commit that waited too long is rejected, and leaves nothing", async () => {
  const { store, other } = await heldStore();
  const late = store.commit({ appends: [appendOf("a", [say("late")])] });
  await expect(late).rejects.toMatchObject({ code: "unavailable" });
  other.exec("ROLLBACK");
  expect(await readLog(store)).toEqual([]);
  await store.commit({ appends: [appendOf("a", [say("next")])] });
  expect((await readLog(store)).length).toBe(1);
});
