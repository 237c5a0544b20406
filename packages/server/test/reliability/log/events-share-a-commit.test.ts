import type { EventBody } from "@polylog/core";
import { expect, test } from "vitest";
import { limits } from "../../../src/limits.ts";
import type { EventStore } from "../../../src/store/store.ts";
import { owner } from "../../support/owner.ts";
import { PlayedAgent } from "../support/played-agent.ts";
import { isEndOf, openPlayed, watch } from "../support/played-session.ts";
import { wrapStore } from "../support/wrapped-store.ts";

/**
 * Simultaneous events of an agent are written together; when the disk falls behind, the agent's output is not
 * read.
 */

const agentId = "agent";
const notice = (text: string): EventBody => ({ type: "notice", text, agentId });
/** The first of a separate block, which is not joined with any other. */
const delta = (runId: string, text: string): EventBody => ({
  ...{ type: "text_delta", runId, agentId, responseId: text, offset: 0, delta: text },
});

test("the last delta of a block and its end, sent in the same tick, share one commit", async () => {
  const agent = new PlayedAgent();
  const pieces = await openPlayed(async () => agent.connection());
  const { sessionId, runId = "" } = await pieces.services.messages.send(
    {
      ...{ projectRoot: pieces.folder, text: "go" },
    },
    owner,
  );
  const { events, when } = watch(pieces, sessionId);
  await agent.whenPrompted(1);
  const before = pieces.log.commits;
  const spoken = { runId, agentId, responseId: "r" };
  agent.say(
    { type: "text_delta", ...spoken, offset: 0, delta: "All " },
    { type: "text_done", ...spoken, text: "All done." },
  );
  await when(({ type }) => type === "text_done");
  // A client that missed the delta receives the complete text.
  expect(events.at(-1)).toMatchObject({ type: "text_done", text: "All done." });
  expect(pieces.log.commits).toBe(before + 1);
  agent.end(runId);
  await when(isEndOf(runId));
});

test.each([
  ["large", (_: string, index: number) => notice(`${index}`), 1],
  ["small", (runId: string, index: number) => delta(runId, `${index}`), limits.unwrittenDeltas],
] as const)("an agent is not read beyond the limit of unwritten events: %s", async (_, body, most) => {
  const agent = new PlayedAgent();
  const gate = Promise.withResolvers<void>();
  let isShut = false;
  const slow = (store: EventStore): EventStore =>
    wrapStore(store, {
      commit: async (work) => {
        if (isShut) await gate.promise;
        return store.commit(work);
      },
    });
  const pieces = await openPlayed(async () => agent.connection(), { mortal: slow });
  const { services, log, folder: projectRoot } = pieces;
  const { sessionId, runId = "" } = await services.messages.send({ projectRoot, text: "go" }, owner);
  const { events, when } = watch(pieces, sessionId);
  await agent.whenPrompted(1);
  isShut = true;
  const said = Array.from({ length: 10 * limits.unwrittenDeltas }, (_, index) => body(runId, index));
  agent.say(...said);
  // Long after all its direct effects.
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(said.length - agent.unheard).toBe(most);
  gate.resolve();
  agent.end(runId);
  await when(isEndOf(runId));
  const types = new Set(said.map(({ type }) => type));
  expect(events.filter(({ type }) => types.has(type as EventBody["type"]))).toMatchObject(said);
  await services.actors.stop();
  await log.close();
});
