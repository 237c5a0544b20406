import { copyFileSync } from "node:fs";
import path from "node:path";
import { emptyConversation, foldAll } from "@polylog/core";
import { expect, test } from "vitest";
import { restoreDatabase } from "../../../src/store/backup/restore-database.ts";
import { openSqliteStore } from "../../../src/store/sqlite/sqlite-store.ts";
import type { EventStore } from "../../../src/store/store.ts";
import { Follower } from "../support/follower.ts";
import { makeHome } from "../support/home.ts";
import { plain } from "../support/same-conversation.ts";
import { startHere } from "../support/server-here.ts";

const script = [
  { text: "some words ".repeat(20), chunk: 7, everyMs: 1 },
  { tool: { name: "Bash", output: ["a", "b"], everyMs: 1, result: "ok" } },
];

test("[R26] a backup under load restores to a prefix in another epoch; clients with an old cursor start again", async () => {
  const home = makeHome({ agent: { script } });
  let store: EventStore | undefined;
  const openStore = (file: string) => {
    store = openSqliteStore(file);
    return store;
  };
  const server = await startHere(home, { openStore });
  const sessionIds = await Promise.all(Array.from({ length: 4 }, () => server.client.createSession()));
  const lost = await Follower.open(server.client);
  const followers = await Promise.all(sessionIds.map((id) => Follower.open(server.client, id)));
  const say = (turn: number) =>
    Promise.all(
      sessionIds.map(async (session_id, at) => {
        const { run_id } = await server.client.chat(`turn ${turn}`, { session_id });
        await followers[at]?.whenEvent("run_ended", ({ runId }) => runId === run_id);
      }),
    );
  await say(1);
  const early = { ofAll: lost.cursor, ofSession: followers.map(({ cursor }) => cursor) };
  const talking = say(2);
  await followers[0]?.when(({ conversation }) => conversation.liveRuns.size > 0);
  const backup = path.join(path.dirname(home.folder), "backup.db");
  await store?.backup(backup);
  await talking;
  await say(3);
  const logs = await Promise.all(sessionIds.map((id) => server.client.log(id)));
  const written = followers.map(({ events }) => new Map(events.map((event) => [event.seq, event])));
  await server.close();

  const again = makeHome({ agent: { script } });
  const restored = await restoreDatabase(backup, path.join(again.folder, "polylog.db"));
  copyFileSync(path.join(home.folder, "token"), path.join(again.folder, "token"));
  const { client } = await startHere(again);
  for (const [at, sessionId] of sessionIds.entries()) {
    const row = await client.session(sessionId);
    expect(row.rev).toBe(1 + restored.revRaisedBy);
    const log = await client.log(sessionId);
    // The start interrupts runs that were active; the events before that are the written ones.
    const before = log.filter(({ rev }) => rev === 1);
    expect(before.length).toBeGreaterThan(0);
    expect(before.length).toBeLessThan(logs[at]?.length ?? 0);
    expect(before).toEqual(before.map(({ seq }) => written[at]?.get(seq)));
    expect(log.slice(before.length).every(({ rev }) => rev === row.rev)).toBe(true);
    expect(await client.snapshot(sessionId)).toEqual(plain(foldAll(emptyConversation, log)));

    const old = await Follower.open(client, sessionId, followers[at]?.cursor);
    await old.when(({ conversation }) => conversation.seq === row.seq);
    expect({ resyncs: old.resyncs, events: old.events }).toEqual({ resyncs: 1, events: log });
    const older = await Follower.open(client, sessionId, early.ofSession[at]);
    await older.when(({ conversation }) => conversation.seq === row.seq);
    expect(older.resyncs).toBe(1);
    const page = await client.ask("GET", `/api/sessions/${sessionId}/events?after=${followers[at]?.cursor}`);
    expect(page.status).toBe(410);
  }

  // Even once the new log has grown far beyond the lost events.
  const { session_id } = await client.chat("after the restore");
  await (await Follower.open(client, session_id)).whenEvent("run_ended");
  const ofAll = await Follower.open(client, undefined, lost.cursor);
  await client.chat("and more");
  await ofAll.when(({ events }) => events.length > 0);
  expect(ofAll.resyncs).toBe(1);
});
