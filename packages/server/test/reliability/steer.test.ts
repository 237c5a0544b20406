import type { EventBody, PermissionMode } from "@polylog/core";
import { expect, test } from "vitest";
import { PlayedAgent } from "./support/played-agent.ts";
import { isEndOf, openPlayed, watch } from "./support/played-session.ts";

/** What is said to an agent while it works. */

const by = { id: "device", name: "Desk" };

async function begin() {
  const agent = new PlayedAgent();
  const pieces = await openPlayed(async () => agent.connection());
  const { service, folder: projectRoot } = pieces;
  const { session_id: sessionId, run_id: runId = "" } = await service.chat({ projectRoot, text: "go" });
  await agent.whenPrompted(1);
  const say = (text: string, delivery: "steer" | "queue") =>
    service.chat({ projectRoot, sessionId, text, delivery });
  const ask = (requestId: string, mode?: PermissionMode): EventBody => ({
    ...{ type: "permission_request", requestId, runId, agentId: "agent", toolName: "Write" },
    input: { file_path: "notes.md" },
    options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
    ...(mode === undefined ? {} : { mode }),
  });
  return { agent, service, sessionId, runId, say, ask, ...watch(pieces, sessionId) };
}

test("[A6] a program that takes a message late holds up no answer to what it asks", async () => {
  const { agent, service, runId, say, ask, when } = await begin();
  const taken = Promise.withResolvers<void>();
  agent.onSteer = () => taken.promise;
  agent.say(ask("a1"));
  await when(({ type }) => type === "permission_request");
  await say("by the way", "steer");
  await service.answerPermission({ requestId: "a1", optionId: "yes" }, by);
  expect(agent.answers.map(({ askId }) => askId)).toEqual(["a1"]);
  taken.resolve();
  agent.end(runId);
  await when(isEndOf(runId));
  expect(agent.prompts.map(({ text }) => text)).toEqual(["go"]);
});

test("[A6] messages are given in the order they came, and those that come too late are run in it, first", async () => {
  const { agent, runId, say } = await begin();
  const given: string[] = [];
  const over = Promise.withResolvers<void>();
  agent.onSteer = async ({ text }) => {
    given.push(text);
    await over.promise;
    throw new Error("The run is over.");
  };
  await say("waits", "queue");
  await say("one", "steer");
  await say("two", "steer");
  expect(given).toEqual(["one"]);
  agent.end(runId);
  over.resolve();
  for (let count = 2; count <= 4; count++) {
    await agent.whenPrompted(count);
    agent.end(agent.prompts[count - 1]?.runId ?? "");
  }
  expect(agent.prompts.map(({ text }) => text)).toEqual(["go", "one", "two", "waits"]);
});

test("[A7] a mode that a person sets is told to the program, also one of ours", async () => {
  const { agent, service, sessionId } = await begin();
  await service.changeSession(sessionId, { modeId: "accept_edits" });
  expect(agent.modes).toEqual(["accept_edits"]);
});

test("[A7] a request that names a narrower mode is not decided by a wider one", async () => {
  const { agent, service, sessionId, ask, when } = await begin();
  await service.changeSession(sessionId, { modeId: "full" });
  agent.say(ask("narrow", "ask"), ask("wide"), ask("edits", "accept_edits"));
  const response = (id: string) =>
    when((event) => event.type === "permission_response" && event.requestId === id);
  await Promise.all([response("wide"), response("edits")]);
  expect(await service.asks()).toMatchObject([{ askId: "narrow" }]);
  await service.changeSession(sessionId, { modeId: "ask" });
  agent.say(ask("no wider", "full"));
  await when((event) => event.type === "permission_request" && event.requestId === "no wider");
  expect((await service.asks()).map(({ askId }) => askId).sort()).toEqual(["narrow", "no wider"]);
});

test("[A7] a mode of the agent's own changes nothing of what it may do unasked", async () => {
  const { agent, service, sessionId, ask, when } = await begin();
  const response = (id: string) =>
    when((event) => event.type === "permission_response" && event.requestId === id);
  await service.changeSession(sessionId, { modeId: "full" });
  agent.say({ type: "session_meta", modes: [{ id: "code", name: "Code" }], agentId: "agent" });
  agent.say({ type: "mode_change", modeId: "debug", agentId: "agent" }, ask("allowed"));
  await response("allowed");
  await service.changeSession(sessionId, { modeId: "code" });
  agent.say(ask("still allowed"));
  await response("still allowed");
  agent.say(
    { type: "mode_change", modeId: "architect", permissionMode: "plan", agentId: "agent" },
    ask("no"),
  );
  await when((event) => event.type === "permission_request" && event.requestId === "no");
  expect({ told: agent.modes, asks: (await service.asks()).map(({ askId }) => askId) }).toEqual({
    told: ["full", "code"],
    asks: ["no"],
  });
});
