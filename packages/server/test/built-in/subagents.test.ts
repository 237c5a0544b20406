import { findRun, laneAt } from "@polylog/core";
import { expect, test } from "vitest";
import { openStage, Played, type Stage } from "./support/stage.ts";

const two = "[[subagent One [[shell echo 1]] [[say One.]] ++ subagent Two [[shell echo 2]] [[say Two.]]]]";

/** Two subagents that both wait for permission. */
async function openTwoSubagents() {
  const stage = await openStage();
  const played = await Played.begin(stage);
  const runId = await played.say(`Go ${two} [[say ok]]`);
  await played.when("permission_request", () => asksOf(played).length === 2);
  const [first, second] = asksOf(played);
  return { stage, played, runId, first, second };
}

function asksOf({ events }: Played) {
  return events.flatMap((event) =>
    event.type === "permission_request" ? [{ runId: event.runId ?? "", askId: event.requestId }] : [],
  );
}

async function waiting({ client }: Stage): Promise<string[]> {
  return (await client.asks()).map(({ ask_id }) => ask_id);
}

test("[SA1] one subagent is stopped together with its ask; the other and the parent run continue", async () => {
  const { stage, played, runId, first, second } = await openTwoSubagents();
  const { client } = stage;
  expect((await client.cancel(first?.runId ?? "")).status).toBe(200);
  expect(await played.whenEnded(first?.runId ?? "")).toMatchObject({ outcome: "cancelled" });
  expect(await waiting(stage)).toEqual([second?.askId]);
  // Stopping it again is not an error.
  expect((await client.cancel(first?.runId ?? "")).status).toBe(200);
  await client.ask("POST", "/api/permission-response", {
    ...{ request_id: second?.askId, option_id: "allow_once" },
  });
  expect(await played.whenEnded(runId)).toMatchObject({ outcome: "completed" });
  expect(await client.runs(played.sessionId)).toMatchObject([
    { run_id: second?.runId, outcome: "completed" },
    { run_id: first?.runId, outcome: "cancelled" },
    { run_id: runId, outcome: "completed" },
  ]);
  expect(await waiting(stage)).toEqual([]);
  await played.compare();
});

test("[SA2] a message to a subagent is in that subagent's conversation, and only its model receives it", async () => {
  const { stage, played, runId, first, second } = await openTwoSubagents();
  const { client } = stage;
  const told = await client.chat("Marzipan, please", { run_id: first?.runId });
  expect(told).toMatchObject({ session_id: played.sessionId, run_id: first?.runId, queued: false });
  for (const ask of [first, second]) {
    const answer = { request_id: ask?.askId, option_id: "allow_once" };
    await client.ask("POST", "/api/permission-response", answer);
  }
  expect(await played.whenEnded(runId)).toMatchObject({ outcome: "completed" });
  const heard = stage.model.requests.filter(({ body }) => JSON.stringify(body).includes("Marzipan"));
  expect(heard.map(({ body }) => JSON.stringify(body).includes("echo 1"))).toEqual([true]);
  const { conversation } = played.follower;
  const lane = laneAt(conversation, findRun(conversation, first?.runId ?? "")?.lane ?? -1);
  const messages = lane.entries.slice().filter((entry) => entry.kind === "message");
  expect(messages.map(({ role, body }) => [role, body.toString()])).toEqual([
    ["user", "Marzipan, please"],
    ["assistant", "One."],
  ]);
  await played.compare();
});

test("[SA2] a run that has ended or does not exist accepts no message, and nothing is queued", async () => {
  const stage = await openStage();
  const { client } = stage;
  const played = await Played.begin(stage);
  const runId = await played.say("Go [[say ok]]");
  await played.whenEnded(runId);
  const send = async (run_id: string, more: object = {}) => {
    const { status, body } = await client.send("Too late", { run_id, ...more });
    return { status, code: body.error.code };
  };
  expect([
    await send(runId),
    await send("nobody"),
    await send(runId, { session_id: await client.createSession() }),
  ]).toEqual([
    { status: 409, code: "run_over" },
    { status: 404, code: "run_not_found" },
    { status: 404, code: "run_not_found" },
  ]);
  expect(await client.queue(played.sessionId)).toEqual([]);
});
