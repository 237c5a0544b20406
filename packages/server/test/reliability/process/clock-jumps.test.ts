import type { PolylogEvent } from "@polylog/core";
import { expect, test } from "vitest";
import { Follower } from "../support/follower.ts";
import { makeHome } from "../support/home.ts";
import { spawnServer } from "../support/server-process.ts";

const HOUR = 3_600_000;
const YEAR = 8766 * HOUR;
const jumps = [-HOUR, 30 * YEAR, -40 * YEAR, -1, 0];

const script = {
  prompts: [{ match: "^ask", steps: [{ ask: { permission: { toolName: "Bash" } } }, { text: "went on" }] }],
  default: [
    { text: "some words ".repeat(10), chunk: 5, everyMs: 2 },
    { tool: { name: "Bash", output: ["a", "b", "c"], everyMs: 10, result: "abc" } },
  ],
};

/** The content of events without their times and generated IDs. */
function contentOf(events: readonly PolylogEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === "user_message") return [`user: ${event.text}`];
    if (event.type === "text_done") return [`text: ${event.text}`];
    if (event.type === "tool_result") return [`tool: ${event.ok} ${event.result}`];
    return event.type === "run_ended" ? [`end: ${event.outcome}`] : [];
  });
}

test("[R27] when the clock jumps, order, IDs, queue, asks and streams stay correct; only times differ", async () => {
  const home = makeHome({ agent: { script } });
  const server = await spawnServer(home);
  const { client } = server;
  const sessionId = await client.createSession();
  const follower = await Follower.open(client, sessionId);
  const texts: string[] = [];
  for (const jump of jumps) {
    texts.push(`at ${jump}`, `ask at ${jump}`, `again at ${jump}`);
    for (const text of texts.slice(-3)) await client.chat(text, { session_id: sessionId });
    await follower.when(({ conversation }) => conversation.liveRuns.size > 0);
    await server.tell(`clock ${jump}`);
    const { requestId } = await follower.whenEvent("permission_request", (ask) =>
      follower.conversation.pendingAsks.has(ask.requestId),
    );
    follower.cut();
    expect((await client.allow(requestId)).status).toBe(200);
    await follower.connect();
    await follower.when(({ conversation }) => conversation.runs.length === texts.length);
    await follower.when(({ conversation }) => conversation.liveRuns.size === 0);
  }
  const seqs = follower.events.map(({ seq }) => seq);
  expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
  const ids = follower.events.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort());
  const expected = texts.flatMap((text) =>
    text.startsWith("ask")
      ? [`user: ${text}`, "text: went on", "end: completed"]
      : [`user: ${text}`, `text: ${"some words ".repeat(10)}`, "tool: true abc", "end: completed"],
  );
  expect(contentOf(await client.log(sessionId))).toEqual(expected);
  expect(follower.resyncs).toBe(0);
  expect((await client.snapshot(sessionId)).faults.count).toBe(0);
  const times = follower.events.map(({ ts }) => ts);
  expect(times).not.toEqual(times.toSorted((a, b) => a - b));

  // A restart after the clock was set back does not change the order either.
  const later = await client.chat("the last", { session_id: sessionId });
  await follower.whenEvent("run_ended", ({ runId }) => runId === later.run_id);
  const log = await client.log(sessionId);
  await server.kill();
  const again = await spawnServer(home);
  await again.tell(`clock ${-40 * YEAR}`);
  expect(await again.client.log(sessionId)).toEqual(log);
  const next = await again.client.chat("the very last", { session_id: sessionId });
  const reader = await Follower.open(again.client, sessionId);
  await reader.whenEvent("run_ended", ({ runId }) => runId === next.run_id);
  expect(reader.events.slice(0, log.length)).toEqual(log);
  const runs = (await again.client.runs(sessionId)).map(({ run_id }) => run_id);
  expect(runs.slice(0, 2)).toEqual([next.run_id, later.run_id]);
});
