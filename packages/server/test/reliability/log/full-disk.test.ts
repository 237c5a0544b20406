import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSqliteStore } from "../../../src/store/sqlite/sqlite-store.ts";
import { StoreError } from "../../../src/store/store-error.ts";
import type { Client } from "../support/client.ts";
import { Follower } from "../support/follower.ts";
import { makeHome, temporaryFolder } from "../support/home.ts";
import { startHere } from "../support/server-here.ts";
import { spawnServer } from "../support/server-process.ts";
import { wrapStore } from "../support/wrapped-store.ts";

const large = "x".repeat(200_000);

/** Mounts a small disk over a folder; false if this user may not. */
function mountDisk(folder: string, size: string): boolean {
  const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder]).status === 0;
  if (isMounted) onTestFinished(() => void spawnSync("umount", ["-l", folder]));
  return isMounted;
}

/** Fills the remaining space. */
function fill(file: string): void {
  const handle = openSync(file, "w");
  try {
    for (const size of [1 << 16, 1 << 12]) {
      try {
        for (;;) writeSync(handle, Buffer.alloc(size));
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toBe("ENOSPC");
      }
    }
  } finally {
    closeSync(handle);
  }
}

/** A store whose disk is full while `isFull`; it records the writes that were rejected. */
function fillable() {
  const disk = { isFull: false, refused: [] as string[] };
  const open = (file: string) => {
    const store = openSqliteStore(file);
    return wrapStore(store, {
      commit: async (work) => {
        if (!disk.isFull) return store.commit(work);
        disk.refused.push(
          ...(work.appends ?? []).flatMap(({ events }) => events.map(({ event }) => event.type)),
        );
        throw new StoreError("full", "The disk is full.");
      },
    });
  };
  return { disk, open };
}

async function healthOf(client: Client): Promise<number> {
  return (await client.ask("GET", "/api/health")).status;
}

const healed = (client: Client) => expect.poll(() => healthOf(client)).toBe(200);

for (const how of ["kill", "stop"] as const) {
  test(`[R19] after a ${how} a server starts on a full disk, serves reads, and accepts messages once there is space`, async ({
    skip,
  }) => {
    const disk = temporaryFolder();
    if (!mountDisk(disk, "6m")) return skip("only root may mount a small disk");
    const ballast = path.join(disk, "ballast");
    const script = { prompts: [{ match: "^hold", steps: [{ text: "Holding." }, { wait: 600_000 }] }] };
    const home = { ...makeHome({ agent: { script } }, disk), project: temporaryFolder() };
    const server = await spawnServer(home);
    const { session_id } = await server.client.chat("hold");
    await (await Follower.open(server.client, session_id)).whenEvent("text_done");
    const log = await server.client.log(session_id);
    await server[how]();
    fill(ballast);

    const { client } = await spawnServer(home);
    expect((await client.log(session_id)).slice(0, log.length)).toEqual(log);
    expect((await client.ask("GET", "/api/search?q=Holding")).status).toBe(200);
    expect((await client.send("more")).status).toBe(507);
    expect(await healthOf(client)).toBe(503);
    rmSync(ballast);
    await healed(client);
    const ended = await (await Follower.open(client, session_id)).whenEvent("run_ended");
    expect(ended).toMatchObject({ outcome: "interrupted" });
    expect((await client.send("more")).status).toBe(202);
  });
}

const NOTES = 3000;
const notes = Array.from({ length: NOTES }, (_, at) => [
  { receipt: "said" },
  { emit: { type: "notice", text: `note ${at} ${"-".repeat(1000)}` } },
]).flat();

test("[R19] on a full disk a message is rejected, reads continue, the agent is paused; with space everything continues", async ({
  skip,
}) => {
  const disk = temporaryFolder();
  if (!mountDisk(disk, "6m")) return skip("only root may mount a small disk");
  const ballast = path.join(disk, "ballast");
  const home = { ...makeHome({ talks: { script: notes } }, disk), project: temporaryFolder() };
  const { client } = await startHere(home);
  const { session_id } = await client.chat("before");
  const follower = await Follower.open(client, session_id);
  await follower.whenEvent("notice");
  fill(ballast);
  await expect.poll(() => healthOf(client)).toBe(503);

  const refused = await client.send(large);
  expect({ status: refused.status, error: refused.body.error }).toMatchObject({
    status: 507,
    error: { code: "storage_full", retryable: true },
  });
  // A smaller one might fit; it would leave a gap before the agent's waiting events.
  expect((await client.send("small", { session_id })).status).toBe(507);
  const log = await client.log(session_id);
  expect(log.map(({ seq }) => seq)).toEqual(log.map((_, at) => at + 1));
  expect((await client.session(session_id)).status).toBe("working");
  expect((await client.snapshot(session_id)).seq).toBe(log.length);
  const reader = await Follower.open(client, session_id);
  await reader.when(({ events }) => events.length === log.length);
  const said = () => readFileSync(path.join(home.project, "said"), "utf8").split("\n").length - 1;
  expect(said()).toBeLessThan(NOTES);

  rmSync(ballast);
  spawnSync("mount", ["-o", "remount,size=60m", disk]);
  await healed(client);
  await follower.whenEvent("run_ended");
  expect(await follower.whenEvent("run_ended")).toMatchObject({ outcome: "completed" });
  const all = await client.log(session_id);
  expect(all.map(({ seq }) => seq)).toEqual(all.map((_, at) => at + 1));
  const told = all.flatMap((event) => (event.type === "notice" ? [event.text.split(" ")[1]] : []));
  expect(told).toEqual(Array.from({ length: NOTES }, (_, at) => `${at}`));
  expect((await client.send("after", { session_id })).status).toBe(202);
  await reader.when(({ conversation }) => conversation.runs.length === 2);
});

test("[R19] a result too large for the log waits for space too, and its agent with it", async ({ skip }) => {
  const script = [{ tool: { name: "Bash", result: large } }, { text: "done" }];
  const home = makeHome({ agent: { script } });
  const blobs = path.join(home.folder, "blobs");
  mkdirSync(blobs);
  if (!mountDisk(blobs, "64k")) return skip("only root may mount a small disk");
  const { client } = await startHere(home);
  const { session_id } = await client.chat("go");
  const follower = await Follower.open(client, session_id);
  await follower.whenEvent("tool_call_start");
  await expect.poll(() => readdirSync(blobs)).toEqual([session_id]);
  expect((await client.session(session_id)).status).toBe("working");
  spawnSync("mount", ["-o", "remount,size=4m", blobs]);
  expect(await follower.whenEvent("tool_result")).toMatchObject({
    ok: true,
    truncated: { totalChars: large.length },
  });
  expect(await follower.whenEvent("run_ended")).toMatchObject({ outcome: "completed" });
});

test("[R19] it recovers on its own even if no agent writes anything", async () => {
  const { disk, open } = fillable();
  const { client } = await startHere(makeHome({ echo: {} }), { openStore: open });
  const sessionId = await client.createSession();
  disk.isFull = true;
  expect((await client.send("refused", { session_id: sessionId })).status).toBe(507);
  expect(await healthOf(client)).toBe(503);
  disk.isFull = false;
  await healed(client);
  expect((await client.send("taken", { session_id: sessionId })).status).toBe(202);
});

test("[R19] a message is rejected immediately, even while the end of a run waits for space", async () => {
  const { disk, open } = fillable();
  const script = [{ text: "so far" }, { wait: 300 }];
  const { client } = await startHere(makeHome({ agent: { script } }), { openStore: open });
  const { session_id } = await client.chat("go");
  const follower = await Follower.open(client, session_id);
  await follower.whenEvent("text_done");
  disk.isFull = true;
  await expect.poll(() => disk.refused).toContain("run_ended");
  const answer = await Promise.race([
    client.send("more", { session_id }),
    follower.when(() => false, 4000),
  ]).catch(() => undefined);
  expect(answer?.status).toBe(507);
  disk.isFull = false;
  await healed(client);
  expect(await follower.whenEvent("run_ended")).toMatchObject({ outcome: "completed" });
  expect((await client.send("more", { session_id })).status).toBe(202);
});

test("[R19] a server on a full disk can be stopped, and the next one settles its unfinished runs", async () => {
  const { disk, open } = fillable();
  const home = makeHome({ agent: { script: [{ text: "so far" }, { wait: 600_000 }] } });
  const server = await startHere(home, { openStore: open });
  const { session_id, run_id } = await server.client.chat("go");
  const follower = await Follower.open(server.client, session_id);
  await follower.whenEvent("text_done");
  disk.isFull = true;
  await server.close();
  const { client } = await startHere(home);
  expect(await client.runs(session_id)).toMatchObject([{ run_id, outcome: "interrupted" }]);
});

test("[R19] a rejected message leaves nothing: the same message is accepted later", async () => {
  const { disk, open } = fillable();
  const { client } = await startHere(makeHome({ echo: {} }), { openStore: open });
  disk.isFull = true;
  const more = { client_message_id: "once" };
  expect((await client.send("hello", more)).status).toBe(507);
  expect((await client.get<{ sessions: unknown[] }>("/api/sessions")).sessions).toEqual([]);
  disk.isFull = false;
  await expect.poll(async () => (await client.send("hello", more)).status).toBe(202);
  expect((await client.get<{ sessions: unknown[] }>("/api/sessions")).sessions.length).toBe(1);
});
