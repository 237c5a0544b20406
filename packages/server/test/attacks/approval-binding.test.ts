import { expect, test } from "vitest";
import { Follower } from "../reliability/support/follower.ts";
import { makeHome, type ScriptedAgent } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";

const once = { optionId: "allow", name: "Allow", kind: "allow_once" };
const reject = { optionId: "no", name: "Reject", kind: "reject_once" };
const asks = (command: string, options: readonly object[] = [once, reject]) => ({
  ask: { permission: { toolName: "Bash", input: { command }, options } },
});

async function begin(agent: ScriptedAgent) {
  const { client } = await startHere(makeHome({ agent }));
  const { session_id: sessionId, run_id: runId = "" } = await client.chat("Go");
  const follower = await Follower.open(client, sessionId);
  const pending = () => [...follower.conversation.pendingAsks].map(([askId]) => askId);
  return { client, sessionId, runId, follower, pending };
}

test("[S19] a command that changes after its approval is asked again", async () => {
  const { client, follower, pending } = await begin({
    script: [asks("echo hi"), asks("echo hi; rm precious"), asks("echo  hi"), { text: "done" }],
  });
  const commands: unknown[] = [];
  for (const count of [1, 2, 3]) {
    const asked = () => follower.events.filter(({ type }) => type === "permission_request");
    await follower.when(() => asked().length === count && pending().length === 1);
    commands.push((asked().at(-1) as { input?: unknown }).input);
    await client.allow(pending()[0] ?? "");
  }
  await follower.whenEvent("run_ended");
  expect(commands).toEqual([
    { command: "echo hi" },
    { command: "echo hi; rm precious" },
    { command: "echo  hi" },
  ]);
});

test("[S19] a second request with the ID of the displayed one does not change what is approved", async () => {
  const request = (command: string) => ({
    emit: {
      type: "permission_request",
      requestId: "same",
      toolName: "Bash",
      input: { command },
      options: [once, reject],
    },
  });
  const { client, follower } = await begin({
    script: [request("echo hi"), request("rm -rf precious"), asks("echo last"), { text: "done" }],
  });
  await follower.when(({ conversation }) => conversation.pendingAsks.size === 2);
  const { asks: shown } = await client.get<{ asks: { event: { input: unknown } }[] }>("/api/asks");
  expect(shown.map(({ event }) => event.input)).toEqual([{ command: "echo last" }, { command: "echo hi" }]);
});

test("[S20] full access does not choose a lasting option if no single-use option is offered", async () => {
  const forGood = { optionId: "allow", name: "Always allow", kind: "allow_always" };
  const { client, pending, follower } = await begin({
    script: [asks("echo hi", [forGood, reject]), { text: "done" }],
    fullAccess: true,
  });
  await follower.when(() => pending().length === 1);
  // The mode has decided by now: its decision runs in the same place, earlier.
  for (let round = 0; round < 3; round++) await client.asks();
  expect({ pending: pending().length, answers: answersOf(follower) }).toEqual({ pending: 1, answers: 0 });
});

test("[S20] an answer that arrives after the agent's program died runs nothing", async () => {
  const { client, follower, pending, runId } = await begin({
    script: [asks("echo hi"), { text: "done" }],
    process: true,
  });
  await follower.when(() => pending().length === 1);
  const [askId = ""] = pending();
  await client.cancel(runId);
  const ended = await follower.whenEvent("run_ended");
  const late = await client.allow(askId);
  expect({ outcome: ended.outcome, status: late.status, answers: answersOf(follower) }).toEqual({
    outcome: "cancelled",
    status: 410,
    answers: 0,
  });
});

function answersOf(follower: Follower): number {
  return follower.events.filter(
    (event) => event.type === "permission_response" && event.optionId !== undefined,
  ).length;
}
