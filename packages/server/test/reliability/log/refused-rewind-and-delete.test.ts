import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { EventStore } from "../../../src/store/store.ts";
import { StoreError } from "../../../src/store/store-error.ts";
import { owner } from "../../support/owner.ts";
import { PlayedAgent } from "../support/played-agent.ts";
import { isEndOf, openPlayed, watch } from "../support/played-session.ts";
import { wrapStore } from "../support/wrapped-store.ts";

/**
 * A rewind or a deletion that is rejected leaves the session unchanged: its agent's events are accepted, also
 * in the middle of a run.
 */

/** A session with one run, and an agent that the test controls. */
async function openWithOneRun(more: Parameters<typeof openPlayed>[1] = {}) {
  const agents: PlayedAgent[] = [];
  const pieces = await openPlayed(async () => {
    const agent = new PlayedAgent();
    agents.push(agent);
    return agent.connection();
  }, more);
  const { services, folder: projectRoot } = pieces;
  const agentAt = async (at: number) => {
    await expect.poll(() => agents.length).toBeGreaterThan(at);
    return agents[at] as PlayedAgent;
  };
  const { sessionId, runId = "" } = await services.messages.send({ projectRoot, text: "one" }, owner);
  const agent = await agentAt(0);
  await agent.whenPrompted(1);
  const { when } = watch(pieces, sessionId);
  return { ...pieces, projectRoot, sessionId, runId, agent, agentAt, when };
}

/** The next message runs to completion with the same program. */
async function expectUsable({
  services,
  projectRoot,
  sessionId,
  agent,
  when,
}: Awaited<ReturnType<typeof openWithOneRun>>) {
  const { runId = "", queued } = await services.messages.send(
    { projectRoot, sessionId, text: "next" },
    owner,
  );
  expect(queued).toBe(false);
  await agent.whenPrompted(2);
  agent.text(runId, 0, "heard");
  agent.end(runId);
  expect(await when(isEndOf(runId))).toMatchObject({ outcome: "completed" });
}

test("[A8] a rewind that is rejected because another session is running leaves this one usable", async () => {
  const played = await openWithOneRun();
  const { services, projectRoot, sessionId, agent, agentAt, runId, when } = played;
  agent.end(runId);
  await when(isEndOf(runId));
  await services.messages.send({ projectRoot, text: "elsewhere" }, owner);
  await (await agentAt(1)).whenPrompted(1);
  await expect(
    services.sessions.rewind(sessionId, { seq: 1, conversation: true, files: true }, owner),
  ).rejects.toMatchObject({
    code: "session_busy",
  });
  await expectUsable(played);
});

test("[A8] a rewind whose checkpoint is missing also leaves the session usable", async () => {
  const played = await openWithOneRun();
  const { services, folder, projectRoot, sessionId, agent, runId, when } = played;
  writeFileSync(path.join(projectRoot, "a"), "1");
  agent.say({ type: "checkpoint_saved", hash: "f".repeat(40), agentId: "agent" });
  agent.end(runId);
  await when(isEndOf(runId));
  rmSync(path.join(folder, "checkpoints"), { recursive: true, force: true });
  await expect(
    services.sessions.rewind(sessionId, { seq: 1, conversation: true, files: true }, owner),
  ).rejects.toMatchObject({
    code: "checkpoint_unavailable",
  });
  await expectUsable(played);
});

test("[R19] a deletion that fails for lack of space leaves the run active", async () => {
  let isFull = false;
  const breaking = (store: EventStore) =>
    wrapStore(store, {
      commit: async (work) => {
        if (isFull) throw new StoreError("full", "The disk is full.");
        return store.commit(work);
      },
    });
  const played = await openWithOneRun({ breaking });
  const { services, sessionId, agent, runId, when } = played;
  isFull = true;
  await expect(services.sessions.delete(sessionId)).rejects.toMatchObject({ code: "full" });
  agent.text(runId, 0, "still here");
  isFull = false;
  agent.end(runId);
  expect(await when(isEndOf(runId))).toMatchObject({ outcome: "completed" });
  await expectUsable(played);
});
