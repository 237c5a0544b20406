import { expect, test } from "vitest";
import type { Commit, EventStore } from "../../../src/store/store.ts";
import { owner } from "../../support/owner.ts";
import { PlayedAgent } from "../support/played-agent.ts";
import { isEndOf, openPlayed, type Played, watch } from "../support/played-session.ts";
import { wrapStore } from "../support/wrapped-store.ts";

/**
 * Messages for an active run that arrive right after its end: accepted with 202, so they are delivered, once.
 */

async function beginAndSteer(pieces: Played, agent: PlayedAgent) {
  const { services, folder: projectRoot } = pieces;
  const { sessionId, runId = "" } = await services.messages.send({ projectRoot, text: "go" }, owner);
  await agent.whenPrompted(1);
  const watched = watch(pieces, sessionId);
  await services.messages.send({ projectRoot, sessionId: sessionId, text: "late", delivery: "steer" }, owner);
  return { ...watched, sessionId, runId };
}

test("[R11] a message that arrives too late for its run is run next, and appears once", async () => {
  const agent = new PlayedAgent();
  const pieces = await openPlayed(async () => agent.connection());
  const { events, when, runId } = await beginAndSteer(pieces, agent);
  agent.end(runId);
  await agent.whenPrompted(2);
  expect(agent.prompts.map(({ text }) => text)).toEqual(["go", "late"]);
  const next = agent.prompts[1]?.runId ?? "";
  agent.end(next);
  await when(isEndOf(next));
  const said = events.flatMap((event) => (event.type === "user_message" ? [event.text] : []));
  expect(said).toEqual(["go", "late"]);
});

test("[R11] a message that arrives too late for a failed run is visibly queued, or run", async () => {
  const agent = new PlayedAgent();
  const pieces = await openPlayed(async () => agent.connection());
  const { when, runId, sessionId } = await beginAndSteer(pieces, agent);
  agent.end(runId, "failed");
  await when(isEndOf(runId));
  const isKept = async () =>
    agent.prompts.some(({ text }) => text === "late") ||
    (await pieces.services.queues.entries(sessionId)).some(({ text }) => text === "late");
  await expect.poll(isKept).toBe(true);
});

test("[R11] a message that arrived too late for its run is not lost in a crash either", async () => {
  const agent = new PlayedAgent();
  let isDead = false;
  const hasEnd = ({ appends = [] }: Commit) =>
    appends.some(({ events }) => events.some(({ event }) => event.type === "run_ended"));
  const mortal = (store: EventStore) =>
    wrapStore(store, {
      // The end of the run is the last commit.
      commit: (work) => {
        if (isDead) return new Promise(() => undefined);
        isDead = hasEnd(work);
        return store.commit(work);
      },
    });
  const { folder, ...first } = await openPlayed(async () => agent.connection(), { mortal });
  const { when, runId, sessionId } = await beginAndSteer({ folder, ...first }, agent);
  agent.end(runId);
  await when(isEndOf(runId));

  const again = new PlayedAgent();
  const { services } = await openPlayed(async () => again.connection(), { folder });
  await services.recovery.recover(() => undefined);
  await services.recovery.startQueues();
  const isKept = async () =>
    again.prompts.some(({ text }) => text === "late") ||
    (await services.queues.entries(sessionId)).some(({ text }) => text === "late");
  await expect.poll(isKept).toBe(true);
});
