import type { AskAnswer } from "@polylog/core";
import { expect, test } from "vitest";
import { owner } from "../../support/owner.ts";
import { PlayedAgent } from "../support/played-agent.ts";
import { isEndOf, openPlayed, watch } from "../support/played-session.ts";

/** Answers to an agent that is slow to accept them. */

const by = { id: "owner", name: "Owner", role: "owner" } as const;
const options = [
  { optionId: "y", name: "Allow", kind: "allow_once" as const },
  { optionId: "n", name: "No", kind: "reject_once" as const },
];

/** A run that has asked for two permissions, of an agent that accepts answers as the test says. */
async function askedTwice(take: (answer: AskAnswer) => Promise<void>) {
  const agent = new PlayedAgent();
  const pieces = await openPlayed(async () => ({ ...agent.connection(), answer: take }));
  const { services, folder: projectRoot } = pieces;
  const { sessionId, runId = "" } = await services.messages.send({ projectRoot, text: "go" }, owner);
  await agent.whenPrompted(1);
  const watched = watch(pieces, sessionId);
  for (const requestId of ["first", "second"]) {
    const asked = { type: "permission_request", toolName: "Bash", input: { command: requestId } } as const;
    agent.say({ ...asked, requestId, runId, agentId: "agent", options });
    await watched.when((event) => event.type === "permission_request" && event.requestId === requestId);
  }
  return { ...pieces, ...watched, agent, sessionId, projectRoot, runId };
}

test("[A12] an agent that accepts no answer before it has all of them blocks nothing, and gets them in order", async () => {
  const given: string[] = [];
  const all = Promise.withResolvers<void>();
  const { services, sessionId, projectRoot, agent, runId, when } = await askedTwice((answer) => {
    given.push(answer.askId);
    if (given.length === 2) all.resolve();
    return all.promise;
  });
  await services.asks.answerPermission({ requestId: "first", optionId: "n", note: "use another" }, by);
  const queued = await services.messages.send(
    { projectRoot, sessionId, text: "next", delivery: "queue" },
    owner,
  );
  expect(queued.queued).toBe(true);
  await services.asks.answerPermission({ requestId: "second", optionId: "y" }, by);
  await all.promise;
  expect(given).toEqual(["first", "second"]);
  agent.end(runId);
  expect(await when(isEndOf(runId))).toMatchObject({ outcome: "completed" });
});

test("[A12] an agent that never accepts an answer can be cancelled", async () => {
  const { services, agent, runId, when } = await askedTwice(() => new Promise(() => undefined));
  await services.asks.answerPermission({ requestId: "first", optionId: "y" }, by);
  await services.runs.cancel(runId);
  await expect.poll(() => agent.cancels).toEqual([runId]);
  agent.end(runId);
  expect(await when(isEndOf(runId))).toMatchObject({ outcome: "cancelled" });
});

test("[A12] an answer that the agent rejects is reported in the log while its run continues", async () => {
  const { services, when, runId } = await askedTwice(() => Promise.reject(new Error("Nothing is asked.")));
  await services.asks.answerPermission({ requestId: "first", optionId: "y" }, by);
  expect(await when((event) => event.type === "notice")).toMatchObject({
    ...{ level: "warning", text: "The answer was not delivered to the agent. Nothing is asked.", runId },
  });
});
