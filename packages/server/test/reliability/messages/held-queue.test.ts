import type { Prompt } from "@polylog/core";
import { expect, test } from "vitest";
import { owner } from "../../support/owner.ts";
import { PlayedAgent } from "../support/played-agent.ts";
import { isEndOf, openPlayed, watch } from "../support/played-session.ts";

/** The effect of a person's stop on the messages behind the run. */

async function beginWithQueue(queued: readonly string[] = ["one", "two"]) {
  const agent = new PlayedAgent();
  const pieces = await openPlayed(async () => agent.connection());
  const { services, folder: projectRoot } = pieces;
  const first = await services.messages.send({ projectRoot, text: "go" }, owner);
  const { sessionId, runId = "" } = first;
  await agent.whenPrompted(1);
  const say = (text: string, delivery?: "queue") =>
    services.messages.send({ projectRoot, sessionId, text, delivery }, owner);
  for (const text of queued) await say(text, "queue");
  const queue = async () =>
    (await services.queues.entries(sessionId)).map(({ text, pausedReason }) => [text, pausedReason]);
  const prompts = () => agent.prompts.map(({ text }) => text);
  const endNext = async (count: number) => {
    await agent.whenPrompted(count);
    agent.end(agent.prompts[count - 1]?.runId ?? "");
  };
  return {
    agent,
    pieces,
    services,
    sessionId,
    runId,
    say,
    queue,
    prompts,
    endNext,
    ...watch(pieces, sessionId),
  };
}

const held = "The run was stopped.";

test("[R46] a stop holds the queue, and a message sent meanwhile runs at once", async () => {
  const { agent, services, sessionId, runId, say, queue, prompts, endNext, when } = await beginWithQueue();
  await services.runs.cancel(runId);
  expect(await queue()).toEqual([
    ["one", held],
    ["two", held],
  ]);
  agent.end(runId);
  await when(isEndOf(runId));
  expect(await say("instead")).toMatchObject({ queued: false });
  await endNext(2);
  await when(isEndOf(agent.prompts[1]?.runId));
  expect({ prompts: prompts(), queue: await queue() }).toEqual({
    prompts: ["go", "instead"],
    queue: [
      ["one", held],
      ["two", held],
    ],
  });
  await services.queues.resume(sessionId);
  await endNext(3);
  await endNext(4);
  expect({ prompts: prompts(), queue: await queue() }).toEqual({
    prompts: ["go", "instead", "one", "two"],
    queue: [],
  });
});

test("[R46] a queue held by a stop stays held after a restart", async () => {
  const { services, pieces, sessionId, runId } = await beginWithQueue(["one"]);
  await services.runs.cancel(runId);
  await pieces.services.actors.stop();
  await pieces.log.close();
  const again = new PlayedAgent();
  const { services: next } = await openPlayed(async () => again.connection(), { folder: pieces.folder });
  await next.recovery.recover(() => undefined);
  await next.recovery.startQueues();
  expect(await next.queues.entries(sessionId)).toMatchObject([{ text: "one", pausedReason: held }]);
  await next.queues.resume(sessionId, "agent");
  await again.whenPrompted(1);
  expect(again.prompts.map(({ text }) => text)).toEqual(["one"]);
});

test("[R46] a message that the stopped run did not accept is held too", async () => {
  const { agent, services, runId, say, queue, prompts, when } = await beginWithQueue([]);
  const taken = Promise.withResolvers<void>();
  agent.onSteer = () => taken.promise;
  await say("by the way");
  await services.runs.cancel(runId);
  agent.end(runId);
  await when(isEndOf(runId));
  taken.reject(new Error("The run is over."));
  await expect.poll(queue).toEqual([["by the way", held]]);
  expect(prompts()).toEqual(["go"]);
});

test("[R46] a message that the program had not received when its run was stopped is held, and not sent to it", async () => {
  const { agent, services, runId, say, queue, when } = await beginWithQueue([]);
  const given: string[] = [];
  const taken = Promise.withResolvers<void>();
  agent.onSteer = async ({ text }) => {
    given.push(text);
    await taken.promise;
  };
  await say("taken");
  await expect.poll(() => given).toEqual(["taken"]);
  await say("waits behind it");
  await services.runs.cancel(runId);
  taken.resolve();
  await expect.poll(queue).toEqual([["waits behind it", held]]);
  agent.end(runId);
  await when(isEndOf(runId));
  expect({ given, queue: await queue() }).toEqual({ given: ["taken"], queue: [["waits behind it", held]] });
});

test("[R46] messages that a stopped run had not read are first in the held queue", async () => {
  const { agent, services, sessionId, runId, say, queue, prompts, endNext, when } = await beginWithQueue([
    "later",
  ]);
  const given: Prompt[] = [];
  agent.onSteer = async (prompt) => void given.push(prompt);
  for (const text of ["read", "one", "two"]) await say(text);
  await expect.poll(() => given.length).toBe(3);
  await services.runs.cancel(runId);
  agent.unread = given.slice(1);
  agent.end(runId);
  await when(isEndOf(runId));
  await expect.poll(queue).toEqual([
    ["one", held],
    ["two", held],
    ["later", held],
  ]);
  await services.queues.resume(sessionId);
  for (const count of [2, 3, 4]) await endNext(count);
  expect(prompts()).toEqual(["go", "one", "two", "later"]);
});

test("[R46] a message that a failed run had not read is kept in the queue", async () => {
  const { agent, runId, say, queue } = await beginWithQueue([]);
  agent.onSteer = async (prompt) => {
    agent.unread = [prompt];
  };
  await say("by the way");
  await expect.poll(() => agent.unread.length).toBe(1);
  agent.end(runId, "failed");
  await expect.poll(queue).toEqual([["by the way", "The last run failed."]]);
});

test("[R46] a message that is sent while the run is being stopped runs after its end", async () => {
  const { agent, services, runId, say, prompts } = await beginWithQueue([]);
  await services.runs.cancel(runId);
  expect(await say("next")).toMatchObject({ queued: true });
  agent.end(runId);
  await agent.whenPrompted(2);
  expect(prompts()).toEqual(["go", "next"]);
});

test("[R46] it also runs after its end if the queue is held", async () => {
  const { agent, services, runId, say, queue, prompts } = await beginWithQueue();
  await services.runs.cancel(runId);
  const answer = say("instead");
  agent.end(runId);
  expect(await answer).toMatchObject({ queued: false });
  await agent.whenPrompted(2);
  expect({ prompts: prompts(), queue: await queue() }).toEqual({
    prompts: ["go", "instead"],
    queue: [
      ["one", held],
      ["two", held],
    ],
  });
});

test("[R46] a message that is queued while the run is being stopped is held with the others", async () => {
  const { services, runId, say, queue } = await beginWithQueue(["one"]);
  await services.runs.cancel(runId);
  expect(await say("two", "queue")).toMatchObject({ queued: true, position: 2 });
  expect(await queue()).toEqual([
    ["one", held],
    ["two", held],
  ]);
});

test("[R46] sending a queued message immediately resumes the queue, also while the run is being stopped", async () => {
  const { agent, services, sessionId, runId, prompts, endNext } = await beginWithQueue();
  await services.runs.cancel(runId);
  const [, two] = await services.queues.entries(sessionId);
  await services.queues.changeItem(sessionId, two?.itemId ?? "", { send: "interrupt" }, owner);
  agent.end(runId);
  await endNext(2);
  await endNext(3);
  expect(prompts()).toEqual(["go", "two", "one"]);
});
