import { expect, test } from "vitest";
import { Follower } from "../support/follower.ts";
import { makeHome } from "../support/home.ts";
import { memoryDuring } from "../support/memory.ts";
import { allowed, atMost, figure } from "../support/numbers.ts";
import { spawnServer } from "../support/server-process.ts";

const PIECE = 64 * 1024;
const MEGABYTES = figure(200, 2000);
/** The limit of the rule. */
const MOST = 64 * 1024 * 1024;
const endless = { raw: "x".repeat(PIECE), times: MEGABYTES * 16 };

test(`[R22] a line of ${MEGABYTES} MB uses little memory, and affects only its own run`, {
  timeout: atMost(600_000),
}, async () => {
  const script = {
    prompts: [{ match: "^endless", steps: [endless, { raw: "\n" }, { text: "after it" }] }],
    default: [{ echo: true }],
  };
  const { client } = await spawnServer(makeHome({ agent: { script, process: true } }));
  const others = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const { session_id } = await client.chat("warm up");
      return Follower.open(client, session_id);
    }),
  );
  await Promise.all(others.map((other) => other.whenEvent("run_ended")));
  const { session_id } = await client.chat("hello");
  const follower = await Follower.open(client, session_id);
  await follower.whenEvent("run_ended");
  let runId = "";
  const grown = await memoryDuring(client, async () => {
    runId = (await client.chat("endless", { session_id })).run_id ?? "";
    for (const { conversation } of others) {
      const next = await client.chat("meanwhile", { session_id: conversation.sessionId });
      const other = others.find((each) => each.conversation.sessionId === conversation.sessionId);
      expect(await other?.whenEvent("run_ended", (end) => end.runId === next.run_id)).toMatchObject({
        outcome: "completed",
      });
    }
    await follower.whenEvent("run_ended", (end) => end.runId === runId);
  });
  expect(grown).toBeLessThan(MOST);
  const raw = await follower.whenEvent("backend_raw");
  expect(raw).toMatchObject({ truncated: true });
  expect(raw.line.length).toBeLessThan(PIECE);
  expect(raw.line).toContain(`(${MEGABYTES * 16 * PIECE} bytes in total)`);
  expect(await follower.whenEvent("text_done", ({ text }) => text === "after it")).toMatchObject({ runId });
  const end = await follower.whenEvent("run_ended", (event) => event.runId === runId);
  expect(end.outcome).toBe("completed");
});

test("[R22] a cancel stops a line that never ends like any other work", async () => {
  const script = [{ text: "begins" }, { ...endless, times: 10_000_000 }];
  const { client } = await spawnServer(makeHome({ agent: { script, process: true } }));
  const { session_id, run_id = "" } = await client.chat("go");
  const follower = await Follower.open(client, session_id);
  await follower.whenEvent("text_done");
  await client.cancel(run_id);
  const ended = await follower.whenEvent("run_ended", () => true, allowed(5000));
  expect(ended).toMatchObject({ outcome: "cancelled" });
});
