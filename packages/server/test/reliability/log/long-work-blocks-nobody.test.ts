import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { limits } from "../../../src/limits.ts";
import { openSqliteStore } from "../../../src/store/sqlite/sqlite-store.ts";
import type { Append, EventStore } from "../../../src/store/store.ts";
import { appendOf, newSession, say } from "../../store/write-log.ts";
import { Follower } from "../support/follower.ts";
import { makeHome } from "../support/home.ts";
import { type ServerHere, startHere } from "../support/server-here.ts";
import { wrapStore } from "../support/wrapped-store.ts";

const EVENTS = 3 * limits.slice.events;
const long = Array.from({ length: EVENTS }, (_, index) => say(`message ${index}`));

/** A home whose log contains one long session. */
async function homeWithLong() {
  const home = makeHome({ agent: {} });
  const store = openSqliteStore(path.join(home.folder, "polylog.db"));
  const created = [newSession("long", { projectRoot: home.project, agentId: "agent" })];
  await store.commit({ created, appends: [appendOf("long", long, { summary: { agentId: "agent" } })] });
  await store.close();
  return home;
}

/** A store whose writes of whole sessions pause after their first batch until they are released. */
function pausing() {
  const paused = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const sizes: number[] = [];
  async function* slowly(batches: AsyncIterable<Append["events"]>) {
    for await (const batch of batches) {
      yield batch;
      sizes.push(batch.length);
      paused.resolve();
      await goOn.promise;
    }
  }
  const openStore = (file: string): EventStore => {
    const store = openSqliteStore(file);
    return wrapStore(store, {
      writeSession: (whole) => store.writeSession({ ...whole, batches: slowly(whole.batches) }),
    });
  };
  return { openStore, paused: paused.promise, goOn: goOn.resolve, sizes };
}

/** Health, a new session with a message that is answered, and the list of sessions. */
async function use({ client }: ServerHere): Promise<{ health: unknown; sessions: string[] }> {
  const { session_id, run_id } = await client.chat("hello");
  const follower = await Follower.open(client, session_id);
  await follower.whenEvent("run_ended", ({ runId }) => runId === run_id);
  const { ok } = await client.get<{ ok: boolean }>("/api/health");
  const { sessions } = await client.get<{ sessions: { session_id: string }[] }>("/api/sessions");
  const names = sessions.map((row) => (row.session_id === session_id ? "new" : row.session_id));
  return { health: ok, sessions: names };
}

test.each(["import", "fork"])(
  "[R40] while a long %s is half written, messages are answered and it is invisible; clients of all sessions then receive it completely",
  async (work) => {
    const { openStore, paused, goOn, sizes } = pausing();
    const home = await homeWithLong();
    const server = await startHere(home, { openStore });
    const { client } = server;
    const all = await Follower.open(client);
    const file = path.join(home.project, "export.jsonl");
    writeFileSync(file, (await client.ask("GET", "/api/sessions/long/export")).text);
    const done =
      work === "fork"
        ? client.post<{ session_id: string }>("/api/sessions/long/fork", {})
        : client.post<{ session_id: string }>("/api/import", { file, project_root: home.project });
    await paused;
    expect(await use(server)).toEqual({ health: true, sessions: ["new", "long"] });
    expect(sizes.length).toBe(1);
    goOn();
    const { session_id } = await done;
    expect(Math.max(...sizes)).toBeLessThanOrEqual(limits.slice.events);
    const log = await client.log(session_id);
    expect(log.filter(({ type }) => type === "user_message").length).toBe(EVENTS);
    const followed = () => all.events.filter(({ sessionId }) => sessionId === session_id);
    await all.when(() => followed().length >= log.length);
    expect(followed()).toEqual(log);
  },
);

test("[R40] while a long session is being rewound, messages in others are answered", async () => {
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const openStore = (file: string): EventStore => {
    const store = openSqliteStore(file);
    return wrapStore(store, {
      commit: async (work) => {
        if ((work.rewound ?? []).length > 0) {
          begun.resolve();
          await goOn.promise;
        }
        return store.commit(work);
      },
    });
  };
  const server = await startHere(await homeWithLong(), { openStore });
  const rewound = server.client.post<{ head: number }>("/api/sessions/long/rewind", { seq: 2 });
  await begun.promise;
  expect(await use(server)).toEqual({ health: true, sessions: ["new", "long"] });
  goOn.resolve();
  await rewound;
  const log = await server.client.log("long");
  expect(log.map(({ type }) => type)).toEqual(["user_message", "user_message", "notice"]);
});
