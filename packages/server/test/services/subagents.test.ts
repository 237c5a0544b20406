import type { BackendCapabilities } from "@polylog/core";
import { expect, test } from "vitest";
import { writeConfig } from "../config/write-config.ts";
import { Follower } from "../reliability/support/follower.ts";
import { makeHome } from "../reliability/support/home.ts";
import { PlayedAgent, playedBackend } from "../reliability/support/played-agent.ts";
import { startHere } from "../reliability/support/server-here.ts";

/** An agent controlled by the test, whose run has started two subagents. */
async function openTwoSubagents(can: Partial<BackendCapabilities> = {}) {
  const home = makeHome({});
  writeConfig(home, { agents: { agent: { backend: "played" } } });
  const played = new PlayedAgent();
  const backend = playedBackend(async () => played.connection());
  const able = { ...backend, capabilities: { ...backend.capabilities, ...can } };
  const { client } = await startHere(home, {
    backends: { played: { backend: able, detect: async () => [] } },
  });
  const { session_id: sessionId, run_id: runId = "" } = await client.chat("go");
  await played.whenPrompted(1);
  const speaker = { runId, agentId: "agent" };
  for (const childRunId of ["one", "two"]) {
    played.say({ type: "subagent_spawned", childRunId, ...speaker });
    played.say({
      type: "tool_call_start",
      callId: `of-${childRunId}`,
      toolName: "Read",
      ...speaker,
      runId: childRunId,
    });
  }
  const follower = await Follower.open(client, sessionId);
  await follower.whenEvent("tool_call_start", ({ callId }) => callId === "of-two");
  const outcomes = async () =>
    Object.fromEntries((await client.runs(sessionId)).map(({ run_id, outcome }) => [run_id, outcome]));
  return { client, played, follower, sessionId, runId, outcomes };
}

test("[SA1] the program is asked to stop the one subagent; without a response its run is ended anyway", async () => {
  const { client, played, follower, runId, outcomes } = await openTwoSubagents();
  await client.cancel("one");
  await follower.whenEvent("run_ended", (event) => event.runId === "one");
  expect(played.cancels).toEqual(["one"]);
  expect(await outcomes()).toEqual({ [runId]: null, one: "cancelled", two: null });
  // Later events of the stopped subagent are not written.
  played.text("one", 0, "still here");
  played.text("two", 0, "me too");
  await follower.whenEvent("text_delta", (event) => event.runId === "two");
  expect(follower.events.filter((event) => event.type === "text_delta").map(({ runId }) => runId)).toEqual([
    "two",
  ]);
});

test("[SA1] a program that cannot stop a single subagent is not asked to, and nothing is reported as stopped", async () => {
  const { client, played, runId, outcomes } = await openTwoSubagents({ cancelSubagent: false });
  const { status, body } = await client.cancel("one");
  expect([status, body]).toMatchObject([422, { error: { code: "not_supported" } }]);
  expect(played.cancels).toEqual([]);
  expect(await outcomes()).toEqual({ [runId]: null, one: null, two: null });
});

test("[SA1] a run that the program started on its own is stopped by the program", async () => {
  const { client, played, follower, outcomes } = await openTwoSubagents({ cancelSubagent: false });
  played.say({ type: "run_started", runId: "own", agentId: "agent", trigger: "callback" });
  await follower.whenEvent("run_started", (event) => event.runId === "own");
  await client.cancel("own");
  await follower.whenEvent("run_ended", (event) => event.runId === "own");
  expect(played.cancels).toEqual(["own"]);
  expect(await outcomes()).toMatchObject({ own: "cancelled" });
});

test("[SA2] a message reaches the addressed subagent, once, even if it is sent again", async () => {
  const { client, played, sessionId } = await openTwoSubagents();
  const given: string[] = [];
  played.onSteer = async ({ runId, text }) => void given.push(`${runId}: ${text}`);
  const message = { session_id: sessionId, run_id: "two", client_message_id: "m1" };
  const first = await client.chat("look there", message);
  expect(await client.chat("look there", message)).toEqual(first);
  expect((await client.send("look there", { ...message, run_id: "one" })).status).toBe(409);
  const said = (await client.log(sessionId)).filter((event) => event.type === "user_message");
  expect(said.map(({ runId, text, delivery }) => ({ runId, text, delivery })).slice(1)).toEqual([
    { runId: "two", text: "look there", delivery: "steer" },
  ]);
  expect(given).toEqual(["two: look there"]);
});

test("[SA2] a message that the subagent does not accept stays in the log with a warning; the run itself does not receive it", async () => {
  const { client, played, follower, sessionId } = await openTwoSubagents();
  await client.chat("look there", { run_id: "two" });
  const notice = await follower.whenEvent("notice");
  expect(notice).toMatchObject({
    ...{ runId: "two", level: "warning" },
    text: "The message was not delivered to the subagent. The run is over.",
  });
  expect([await client.queue(sessionId), played.prompts.length]).toEqual([[], 1]);
});

test("[SA2] if subagents accept no messages, an error reports it and nothing is written", async () => {
  const { client, sessionId } = await openTwoSubagents({ steerSubagent: false });
  const before = (await client.session(sessionId)).seq;
  const { status, body } = await client.send("look there", { run_id: "two" });
  expect([status, body]).toMatchObject([422, { error: { code: "not_supported" } }]);
  expect((await client.session(sessionId)).seq).toBe(before);
});
