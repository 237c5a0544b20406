import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Follower } from "../support/follower.ts";
import { makeHome } from "../support/home.ts";
import { figure } from "../support/numbers.ts";
import { processesWith } from "../support/processes.ts";
import { refusedServer, spawnServer } from "../support/server-process.ts";

const KILLS = figure(1, 20);
const preload = path.join(import.meta.dirname, "../support/leave-grandchild.ts");

/** An unrelated process that looks like one of ours. */
function startDecoy(name: string): void {
  const code = `/* ${name} */ setInterval(() => {}, 1000)`;
  const decoy = spawn(process.execPath, ["-e", code], { detached: true, stdio: "ignore" });
  onTestFinished(() => void decoy.kill("SIGKILL"));
}

for (const [how, last] of [
  ["is waiting", { wait: 600_000 }],
  ["hangs", { hang: true }],
] as const) {
  test(`[R17] a killed server leaves no process whose program ${how}, and no unrelated process is killed`, async () => {
    const [name, stranger] = [randomUUID(), randomUUID()];
    const env = { GRANDCHILD: name, NODE_OPTIONS: `--import=${preload}` };
    const home = makeHome({ agent: { script: [{ text: "up" }, last], process: true, env } });
    startDecoy(stranger);
    for (let kill = 0; kill < KILLS; kill++) {
      const server = await spawnServer(home);
      const { session_id } = await server.client.chat("go");
      const follower = await Follower.open(server.client, session_id);
      await follower.whenEvent("text_done");
      await expect.poll(() => processesWith(name).length).toBeGreaterThan(0);
      await server.kill();
      // The next server at the latest stops the processes that the kernel did not.
      const next = await spawnServer(home);
      await expect.poll(() => processesWith(name)).toEqual([]);
      expect(await next.stop()).toBe(0);
    }
    expect(processesWith(stranger).length).toBe(1);
  });
}

test("[R17] a cancel stops a hanging program with all its child processes", async () => {
  const name = randomUUID();
  const env = { GRANDCHILD: name, NODE_OPTIONS: `--import=${preload}` };
  const home = makeHome({ agent: { script: [{ text: "up" }, { hang: true }], process: true, env } });
  const { client } = await spawnServer(home);
  const { session_id, run_id = "" } = await client.chat("go");
  const follower = await Follower.open(client, session_id);
  await follower.whenEvent("text_done");
  await expect.poll(() => processesWith(name).length).toBeGreaterThan(0);
  await client.cancel(run_id);
  await follower.whenEvent("run_ended");
  await expect.poll(() => processesWith(name)).toEqual([]);
});

test("[R18] a second server reports which process holds the home and exits; the first is unaffected", async () => {
  const home = makeHome({ echo: {} });
  const first = await spawnServer(home);
  const { said, code } = await refusedServer(home);
  expect(said).toMatchObject({ name: "HomeHeldError" });
  const { message } = said as { message: string };
  expect(message).toContain(`process ${first.pid}`);
  expect(message).toContain(first.client.url.origin);
  expect(code).toBe(1);
  const { session_id } = await first.client.chat("hello");
  const follower = await Follower.open(first.client, session_id);
  await follower.whenEvent("run_ended");
  await first.kill();
  // The remains of a killed server do not block the next one.
  const second = await spawnServer(home);
  const kept = follower.events.filter(({ type }) => type !== "text_delta");
  expect(await second.client.log(session_id)).toEqual(kept);
});
