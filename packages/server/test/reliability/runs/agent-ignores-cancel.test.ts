import type { AgentConnection } from "@polylog/core";
import { expect, onTestFinished, test } from "vitest";
import { owner } from "../../support/owner.ts";
import { PlayedAgent } from "../support/played-agent.ts";
import { isEndOf, openPlayed as open, watch } from "../support/played-session.ts";

/** Misbehaving agents, behind the same runs: a cancel is final whatever they do. */

test("[R14] events that an agent sends after a cancel are dropped after the run's end", async () => {
  const agents = [new PlayedAgent(), new PlayedAgent()];
  const pieces = await open(async (count) => (agents[count - 1] as PlayedAgent).connection());
  const { sessionId, runId = "" } = await pieces.services.messages.send(
    { projectRoot: pieces.folder, text: "go" },
    owner,
  );
  const { events, when } = watch(pieces, sessionId);
  const [agent] = agents as [PlayedAgent, PlayedAgent];
  let offset = 0;
  const talking = setInterval(() => agent.text(runId, offset++, "x"), 5);
  onTestFinished(() => clearInterval(talking));
  await when(({ type }) => type === "text_delta");
  await pieces.services.runs.cancel(runId);
  const end = await when(isEndOf(runId));
  // The session continues with the next run, in another program, while the first still sends events.
  const next = await pieces.services.messages.send(
    { projectRoot: pieces.folder, sessionId: sessionId, text: "next" },
    owner,
  );
  agents[1]?.text(next.runId ?? "", 0, "hello");
  await when((event) => event.type === "text_delta" && event.runId === next.runId);
  agent.end(runId);
  agent.die();
  agents[1]?.end(next.runId ?? "");
  await when(isEndOf(next.runId));
  const after = events.filter((event) => event.runId === runId && event.seq > end.seq);
  expect(after).toEqual([]);
  const ends = events.flatMap((event) => (event.type === "run_ended" ? [[event.runId, event.outcome]] : []));
  expect(ends).toEqual([
    [runId, "cancelled"],
    [next.runId, "completed"],
  ]);
});

test("[R14] a run that is cancelled while its agent starts is cancelled, even if the agent never starts", async () => {
  const starting = Promise.withResolvers<AgentConnection>();
  const second = new PlayedAgent();
  const pieces = await open((count) =>
    count === 1 ? starting.promise : Promise.resolve(second.connection()),
  );
  const { sessionId, runId = "" } = await pieces.services.messages.send(
    { projectRoot: pieces.folder, text: "go" },
    owner,
  );
  const { events, when } = watch(pieces, sessionId);
  await when(({ type }) => type === "run_started");
  await pieces.services.runs.cancel(runId);
  starting.reject(new Error("no such program"));
  await when(isEndOf(runId));
  expect(events.flatMap((event) => (event.type === "run_ended" ? [event.outcome] : []))).toEqual([
    "cancelled",
  ]);
});

test("[R14] an agent that fails to start long after its run was cancelled leaves one run at a time", async () => {
  const starting = Promise.withResolvers<AgentConnection>();
  const second = new PlayedAgent();
  const pieces = await open((count) =>
    count === 1 ? starting.promise : Promise.resolve(second.connection()),
  );
  const { services, folder: projectRoot } = pieces;
  const { sessionId, runId = "" } = await services.messages.send({ projectRoot, text: "go" }, owner);
  const { events, when } = watch(pieces, sessionId);
  await when(({ type }) => type === "run_started");
  await services.runs.cancel(runId);
  await when(isEndOf(runId));
  const next = await services.messages.send({ projectRoot, sessionId, text: "next" }, owner);
  starting.reject(new Error("no such program"));
  // The next run fails with the program, or has its own.
  const failed = when(isEndOf(next.runId)).then(() => true);
  const isFailed = await Promise.race([failed, second.whenPrompted(1).then(() => false)]);
  const third = await services.messages.send(
    { projectRoot, sessionId, text: "third", delivery: "queue" },
    owner,
  );
  expect(third.queued).toBe(!isFailed);
  if (!isFailed) second.end(next.runId ?? "");
  await second.whenPrompted(isFailed ? 1 : 2);
  const last = second.prompts.at(-1);
  expect(last?.text).toBe("third");
  second.end(last?.runId ?? "");
  await when(isEndOf(last?.runId));
  const ends = events.flatMap((event) => (event.type === "run_ended" ? [[event.runId, event.outcome]] : []));
  expect(ends).toEqual([
    [runId, "cancelled"],
    [next.runId, isFailed ? "failed" : "completed"],
    [last?.runId, "completed"],
  ]);
});

test("[R16] a server can be stopped while an agent hangs at its start", async () => {
  const never = new Promise<AgentConnection>(() => undefined);
  const { services, folder: projectRoot, log } = await open(() => never, { mortal: (store) => store });
  await services.messages.send({ projectRoot, text: "go" }, owner);
  await services.actors.stop();
  await log.close();
});

test("[R14] a prompt whose run was cancelled before its agent started is never delivered to it", async () => {
  const starting = Promise.withResolvers<AgentConnection>();
  const agent = new PlayedAgent();
  const pieces = await open(() => starting.promise);
  const { sessionId, runId = "" } = await pieces.services.messages.send(
    { projectRoot: pieces.folder, text: "go" },
    owner,
  );
  const { when } = watch(pieces, sessionId);
  await pieces.services.runs.cancel(runId);
  await when(isEndOf(runId));
  starting.resolve(agent.connection());
  await new Promise(setImmediate);
  expect(agent.prompts).toEqual([]);
});

test("[R16] an agent that sends events while the server stops leaves its run interrupted, not failed", async () => {
  const agent = new PlayedAgent();
  const pieces = await open(async () => agent.connection());
  const { sessionId, runId = "" } = await pieces.services.messages.send(
    { projectRoot: pieces.folder, text: "go" },
    owner,
  );
  const { events, when } = watch(pieces, sessionId);
  await expect.poll(() => agent.prompts).toHaveLength(1);
  agent.text(runId, 0, "x");
  await when(({ type }) => type === "text_delta");
  const stopped = pieces.services.actors.stop();
  for (let offset = 1; offset < 100; offset++) {
    agent.text(runId, offset, "x");
    await Promise.resolve();
  }
  await stopped;
  await when(isEndOf(runId));
  expect(events.flatMap((event) => (event.type === "run_ended" ? [event.outcome] : []))).toEqual([
    "interrupted",
  ]);
});
