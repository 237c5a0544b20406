import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { Follower } from "../support/follower.ts";
import { type Home, makeHome } from "../support/home.ts";
import { startHere } from "../support/server-here.ts";
import { refusedServer } from "../support/server-process.ts";

/** A home with one session, after its server has stopped. */
async function makeUsedHome(): Promise<Home> {
  const home = makeHome({ echo: {} });
  const server = await startHere(home);
  const { session_id } = await server.client.chat("hello");
  await (await Follower.open(server.client, session_id)).whenEvent("run_ended");
  await server.close();
  return home;
}

test("[ST2] a server does not start on a home whose log is missing, and says what to do", async () => {
  const home = await makeUsedHome();
  const log = path.join(home.folder, "polylog.db");
  rmSync(log);
  const { said, code } = await refusedServer(home);
  expect({ said, code }).toEqual({
    said: {
      name: "StoreError",
      message: `${log} is missing, but this home folder had a log before. No backup is known. If you have one, run: polylog restore FILE. To start with an empty log, delete ${path.join(home.folder, "log.json")}.`,
    },
    code: 1,
  });
});

test("[ST3] a log whose tables cannot be read is reported before the server reports that it is listening", async () => {
  const home = await makeUsedHome();
  const file = path.join(home.folder, "polylog.db");
  const db = new DatabaseSync(file, { readOnly: true });
  const tables = db
    .prepare("SELECT name, rootpage FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
    .all();
  db.close();
  const sound = readFileSync(file);
  for (const name of ["sessions", "documents", "log"]) {
    const root = Number(tables.find((table) => table.name === name)?.rootpage);
    const bytes = Buffer.from(sound);
    bytes.fill(0xa5, (root - 1) * 4096, root * 4096);
    writeFileSync(file, bytes);
    let isAnnounced = false;
    const onListening = () => {
      isAnnounced = true;
    };
    await expect(startHere(home, { onListening })).rejects.toThrow("malformed");
    expect({ name, isAnnounced }).toEqual({ name, isAnnounced: false });
  }
});
