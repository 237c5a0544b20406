import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { openSqliteStore } from "../../../src/store/sqlite/sqlite-store.ts";
import type { ErrorBody } from "../support/client.ts";
import { Follower } from "../support/follower.ts";
import { type Home, makeHome } from "../support/home.ts";
import { startHere } from "../support/server-here.ts";
import { spawnServer } from "../support/server-process.ts";

/** Flips one bit of an agent's text, in the log of a server that is not running. */
async function flipBit(home: Home, said: string): Promise<void> {
  const file = path.join(home.folder, "polylog.db");
  // After this, everything is in a single file.
  await openSqliteStore(file).close();
  const bytes = readFileSync(file);
  const at = bytes.lastIndexOf(`"type":"text_done","text":"${said}"`);
  if (at === -1) throw new Error(`The log does not hold ${said}.`);
  bytes[at] = (bytes[at] as number) ^ 1;
  writeFileSync(file, bytes);
}

test("[R25] a flipped bit is reported by its session's routes, and by no others", async () => {
  const home = makeHome({ echo: {} });
  const before = await startHere(home);
  const said = ["sound-alpha", "damaged-beta", "sound-gamma"];
  const sessionIds: string[] = [];
  for (const text of said) {
    const { session_id } = await before.client.chat(text);
    await (await Follower.open(before.client, session_id)).whenEvent("run_ended");
    sessionIds.push(session_id);
  }
  const logs = await Promise.all(sessionIds.map((id) => before.client.log(id)));
  await before.close();
  await flipBit(home, "damaged-beta");

  const { client } = await startHere(home);
  const [, damaged = ""] = sessionIds;
  const ofDamaged = [
    ["GET", `/api/sessions/${damaged}/events`],
    ["GET", `/api/sessions/${damaged}/snapshot`],
    ["GET", `/api/sessions/${damaged}/queue`],
    ["POST", "/api/chat"],
  ] as const;
  for (const [method, at] of ofDamaged) {
    const body =
      method === "POST" ? { project_root: home.project, session_id: damaged, text: "x" } : undefined;
    const { status, body: told } = await client.ask<ErrorBody>(method, at, body);
    expect({ at, status, code: told.error.code }).toEqual({ at, status: 503, code: "degraded" });
  }
  const stream = await Follower.open(client, damaged);
  await stream.when(({ isClosed }) => isClosed);
  for (const at of [0, 2]) {
    const sessionId = sessionIds[at] ?? "";
    expect(await client.log(sessionId)).toEqual(logs[at]);
    const { run_id } = await client.chat("goes on", { session_id: sessionId });
    const follower = await Follower.open(client, sessionId);
    await follower.whenEvent("run_ended", ({ runId }) => runId === run_id);
  }
  const listed = await client.get<{ sessions: { session_id: string }[] }>("/api/sessions");
  expect(listed.sessions.map(({ session_id }) => session_id).toSorted()).toEqual(sessionIds.toSorted());
  expect((await client.ask("GET", "/api/search?q=sound")).status).toBe(200);
  expect((await client.ask("GET", "/api/health")).status).toBe(200);
});

test("[R25] a client of all sessions that missed a damaged event still receives all the others", async () => {
  const home = makeHome({ echo: {} });
  const before = await startHere(home);
  const first = await Follower.open(before.client);
  for (const text of ["sound-alpha", "damaged-beta", "sound-gamma"]) {
    const { session_id } = await before.client.chat(text);
    await first.whenEvent("run_ended", ({ sessionId }) => sessionId === session_id);
  }
  const damaged = first.events.find((event) => event.type === "text_done" && event.text === "damaged-beta");
  const others = first.events.filter(
    ({ sessionId, type }) => sessionId !== damaged?.sessionId && type !== "text_delta",
  );
  await before.close();
  await flipBit(home, "damaged-beta");
  const { client } = await startHere(home);
  const again = await Follower.open(client, undefined, "0");
  await again.when(({ events, isClosed }) => isClosed || events.at(-1)?.id === others.at(-1)?.id);
  const got = again.events.filter(({ sessionId }) => sessionId !== damaged?.sessionId);
  expect(got).toEqual(others);
  expect(again.isClosed).toBe(false);
});

test("[R25] a session that is damaged during its run does not prevent a restart", async () => {
  const script = {
    prompts: [
      { match: "^damaged", steps: [{ text: "damaged-beta" }, { wait: 600_000 }] },
      { match: "^hold", steps: [{ text: "held" }, { wait: 600_000 }] },
    ],
  };
  const home = makeHome({ agent: { script } });
  const server = await spawnServer(home);
  const sessionIds: string[] = [];
  for (const text of ["damaged", "hold"]) {
    const { session_id } = await server.client.chat(text);
    await server.client.chat(`next of ${text}`, { session_id });
    await (await Follower.open(server.client, session_id)).whenEvent("text_done");
    sessionIds.push(session_id);
  }
  await server.kill();
  await flipBit(home, "damaged-beta");
  const again = await spawnServer(home);
  const [damaged = "", sound = ""] = sessionIds;
  const follower = await Follower.open(again.client, sound);
  // Its own run is settled, and the next queued message runs.
  await follower.whenEvent("text_done", ({ text }) => text === "next of hold");
  expect((await again.client.runs(sound)).map(({ outcome }) => outcome)).toContain("interrupted");
  expect((await again.client.ask("GET", `/api/sessions/${damaged}/snapshot`)).status).toBe(503);
});

test("[R25] a session that cannot be written to stops neither the server nor simultaneous writes to others", async () => {
  const script = {
    prompts: [{ match: "^talk", steps: [{ text: "word ".repeat(2000), chunk: 5, everyMs: 1 }] }],
  };
  const { client, tell } = await spawnServer(makeHome({ agent: { script } }));
  const talks = await Promise.all(["talk 1", "talk 2", "talk 3"].map((text) => client.chat(text)));
  const followers = await Promise.all(talks.map(({ session_id }) => Follower.open(client, session_id)));
  await Promise.all(followers.map((follower) => follower.whenEvent("text_delta")));
  const broken = talks[0]?.session_id;
  await tell(`break ${broken}`);
  for (const [at, follower] of followers.entries()) {
    if (at === 0) continue;
    expect(await follower.whenEvent("run_ended")).toMatchObject({ outcome: "completed" });
    const done = await follower.whenEvent("text_done");
    expect(done.text).toBe("word ".repeat(2000));
  }
  expect((await client.ask("GET", "/api/health")).status).toBe(200);
  expect((await client.send("more", { session_id: broken })).status).toBe(503);
  expect((await client.send("more", { session_id: talks[1]?.session_id })).status).toBe(202);
});
