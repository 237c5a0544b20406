import type { EventBody, PermissionMode } from "@polylog/core";
import { defined } from "@polylog/core";
import { expect, test } from "vitest";
import { owner } from "../../support/owner.ts";
import { PlayedAgent } from "../support/played-agent.ts";
import { isEndOf, openPlayed, watch } from "../support/played-session.ts";

/** Messages to an agent while it is running. */

async function begin(prepare: (agent: PlayedAgent) => void = () => undefined) {
  const agent = new PlayedAgent();
  prepare(agent);
  const pieces = await openPlayed(async () => agent.connection());
  const { services, folder: projectRoot } = pieces;
  const { sessionId, runId = "" } = await services.messages.send({ projectRoot, text: "go" }, owner);
  await agent.whenPrompted(1);
  const say = (text: string, delivery?: "steer" | "queue") =>
    services.messages.send({ projectRoot, sessionId, text, delivery }, owner);
  const ask = (requestId: string, mode?: PermissionMode): EventBody => ({
    ...{ type: "permission_request", requestId, runId, agentId: "agent", toolName: "Write" },
    input: { file_path: "notes.md" },
    options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
    ...defined({ mode }),
  });
  return { agent, services, projectRoot, sessionId, runId, say, ask, ...watch(pieces, sessionId) };
}

test("[A6] a program that accepts a message late does not delay the answers to its asks", async () => {
  const { agent, services, runId, say, ask, when } = await begin();
  const taken = Promise.withResolvers<void>();
  agent.onSteer = () => taken.promise;
  agent.say(ask("a1"));
  await when(({ type }) => type === "permission_request");
  await say("by the way", "steer");
  await services.asks.answerPermission({ requestId: "a1", optionId: "yes" }, owner);
  expect(agent.answers.map(({ askId }) => askId)).toEqual(["a1"]);
  taken.resolve();
  agent.end(runId);
  await when(isEndOf(runId));
  expect(agent.prompts.map(({ text }) => text)).toEqual(["go"]);
});

test("[A6] messages are delivered in the order they arrived, and those that arrive too late run first, in that order", async () => {
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

test("[A13] a message to a busy agent joins its run, unless it requests the queue", async () => {
  const { agent, runId, say } = await begin();
  const given: string[] = [];
  agent.onSteer = async ({ text }) => void given.push(text);
  const answers = [await say("no choice"), await say("later", "queue"), await say("now", "steer")];
  expect(answers).toMatchObject([
    { queued: false, runId },
    { queued: true, position: 1 },
    { queued: false, runId },
  ]);
  await expect.poll(() => given).toEqual(["no choice", "now"]);
});

test("[A13] a message that arrives while the program starts is delivered after the prompt", async () => {
  const agent = new PlayedAgent();
  const isUp = Promise.withResolvers<void>();
  const { services, folder: projectRoot } = await openPlayed(async () => {
    await isUp.promise;
    return agent.connection();
  });
  const given: string[] = [];
  agent.onSteer = async ({ text }) => void given.push(`after ${agent.prompts.length}: ${text}`);
  const { sessionId } = await services.messages.send({ projectRoot, text: "go" }, owner);
  expect(await services.messages.send({ projectRoot, sessionId, text: "also" }, owner)).toMatchObject({
    queued: false,
  });
  isUp.resolve();
  await expect.poll(() => given).toEqual(["after 1: also"]);
});

test("[A13] an agent that cannot be steered gets the message as its next run", async () => {
  const agent = new PlayedAgent();
  const { services, folder: projectRoot } = await openPlayed(async () => agent.connection(), {
    steers: false,
  });
  const { sessionId, runId = "" } = await services.messages.send({ projectRoot, text: "go" }, owner);
  await agent.whenPrompted(1);
  const answer = await services.messages.send({ projectRoot, sessionId, text: "next" }, owner);
  expect(answer).toMatchObject({ queued: true, position: 1 });
  agent.end(runId);
  await agent.whenPrompted(2);
  expect(agent.prompts.map(({ text }) => text)).toEqual(["go", "next"]);
});

test("[A13] a program that reports that it cannot be steered gets the message as its next run, although its backend can steer", async () => {
  const { agent, runId, services, projectRoot, sessionId, say } = await begin((agent) => {
    agent.canSteer = false;
  });
  expect(await say("next")).toMatchObject({ queued: true, position: 1 });
  const toRun = services.messages.send({ projectRoot, sessionId, text: "into it", toRunId: runId }, owner);
  await expect(toRun).rejects.toMatchObject({ code: "not_supported" });
  agent.end(runId);
  await agent.whenPrompted(2);
  expect(agent.prompts.map(({ text }) => text)).toEqual(["go", "next"]);
});

test("[A7] a mode that a person sets is sent to the program, including Polylog's own modes", async () => {
  const { agent, services, sessionId } = await begin();
  await services.sessions.change(sessionId, { modeId: "accept_edits" }, owner);
  expect(agent.modes).toEqual(["accept_edits"]);
});

test("[A7] a request that names a narrower mode is not decided by a wider one", async () => {
  const { agent, services, sessionId, ask, when } = await begin();
  await services.sessions.change(sessionId, { modeId: "full" }, owner);
  agent.say(ask("narrow", "ask"), ask("wide"), ask("edits", "accept_edits"));
  const response = (id: string) =>
    when((event) => event.type === "permission_response" && event.requestId === id);
  await Promise.all([response("wide"), response("edits")]);
  expect(await services.asks.list()).toMatchObject([{ askId: "narrow" }]);
  await services.sessions.change(sessionId, { modeId: "ask" }, owner);
  agent.say(ask("no wider", "full"));
  await when((event) => event.type === "permission_request" && event.requestId === "no wider");
  expect((await services.asks.list()).map(({ askId }) => askId).sort()).toEqual(["narrow", "no wider"]);
});

test("[A7] an agent's own mode does not change what it may do without asking", async () => {
  const { agent, services, sessionId, ask, when } = await begin();
  const response = (id: string) =>
    when((event) => event.type === "permission_response" && event.requestId === id);
  await services.sessions.change(sessionId, { modeId: "full" }, owner);
  agent.say({ type: "session_meta", modes: [{ id: "code", name: "Code" }], agentId: "agent" });
  agent.say({ type: "mode_change", modeId: "debug", agentId: "agent" }, ask("allowed"));
  await response("allowed");
  await services.sessions.change(sessionId, { modeId: "code" }, owner);
  agent.say(ask("still allowed"));
  await response("still allowed");
  agent.say(
    { type: "mode_change", modeId: "architect", permissionMode: "plan", agentId: "agent" },
    ask("no"),
  );
  await when((event) => event.type === "permission_request" && event.requestId === "no");
  expect({ told: agent.modes, asks: (await services.asks.list()).map(({ askId }) => askId) }).toEqual({
    told: ["full", "code"],
    asks: ["no"],
  });
});
