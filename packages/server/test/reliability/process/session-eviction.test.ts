import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { emptyConversation, foldAll } from "@polylog/core";
import { expect, test } from "vitest";
import { limits } from "../../../src/limits.ts";
import { readLine } from "../../../src/log/live-session.ts";
import { owner } from "../../support/owner.ts";
import { PlayedAgent } from "../support/played-agent.ts";
import { isEndOf, openPlayed, type Played, watch } from "../support/played-session.ts";
import { plain } from "../support/same-conversation.ts";

/** Sessions in memory: those in use, and some that are idle. */

setFlagsFromString("--expose_gc");
const collect = runInNewContext("gc") as () => void;

/** Only the collector knows: it collects unreferenced objects, one turn after the last access. */
async function waitForCollection(gone: () => boolean): Promise<void> {
  await expect
    .poll(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      collect();
      return gone();
    })
    .toBe(true);
}

async function openMany({ services, folder }: Played, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const row = await services.sessions.create({ projectRoot: folder, title: `session ${at}` }, owner);
    ids.push(row.sessionId);
  }
  return ids;
}

/** The conversation as the log has it. */
async function replayed({ store }: Played, sessionId: string): Promise<unknown> {
  const page = await store.events(sessionId, 0, 10_000);
  return plain(
    foldAll(
      emptyConversation,
      page.map(({ line }) => readLine(line)),
    ),
  );
}

test("[R28] only a bounded number of idle sessions stays in memory; the others are loaded unchanged", async () => {
  const agent = new PlayedAgent();
  const pieces = await openPlayed(async () => agent.connection());
  const { log, services } = pieces;
  const ids = await openMany(pieces, 2 * limits.idleSessionsInMemory);
  expect(log.liveSessions).toBe(limits.idleSessionsInMemory);
  const first = ids[0] as string;
  const before = new WeakRef(await log.session(first));
  const was = plain((await log.session(first)).conversation);
  for (const sessionId of ids.slice(1)) await services.sessions.snapshot(sessionId);
  expect(log.liveSessions).toBe(limits.idleSessionsInMemory);
  await waitForCollection(() => before.deref() === undefined);
  const { snapshot } = await services.sessions.snapshot(first);
  expect(JSON.parse(JSON.stringify(snapshot))).toEqual(was);
  expect(was).toEqual(await replayed(pieces, first));
});

test("[R28] a session that is evicted while a client starts to use it loses nothing", async () => {
  const agents: PlayedAgent[] = [];
  const pieces = await openPlayed(async () => {
    const agent = new PlayedAgent();
    agents.push(agent);
    return agent.connection();
  });
  const { log, services, folder: projectRoot } = pieces;
  const [sessionId = ""] = await openMany(pieces, 1);
  const { events, when } = watch(pieces, sessionId);
  // In the middle of being used: it was found, and no work has started.
  const actor = await services.actors.of(sessionId);
  await openMany(pieces, 2 * limits.idleSessionsInMemory);
  collect();
  const answer = actor.delivery.send({ text: "one" }, "agent", {});
  const other = services.messages.send({ projectRoot, sessionId, text: "two", delivery: "queue" }, owner);
  expect([(await answer).queued, (await other).queued]).toEqual([false, true]);
  expect(await services.actors.of(sessionId)).toBe(actor);
  expect(await log.session(sessionId)).toBe(actor.session);
  const agent = agents[0] as PlayedAgent;
  await agent.whenPrompted(1);
  // Its program and its run keep it in memory.
  await openMany(pieces, 2 * limits.idleSessionsInMemory);
  collect();
  agent.end((await answer).runId ?? "");
  await agent.whenPrompted(2);
  const next = agent.prompts[1]?.runId ?? "";
  agent.end(next);
  await when(isEndOf(next));
  expect(await services.actors.of(sessionId)).toBe(actor);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
  expect(plain(actor.conversation)).toEqual(await replayed(pieces, sessionId));
});

test("[R28] a session whose program has ended is evicted too, and its agent restarts with the next message", async () => {
  const agents: PlayedAgent[] = [];
  const pieces = await openPlayed(async () => {
    const agent = new PlayedAgent();
    agents.push(agent);
    return agent.connection();
  });
  const { log, services, folder: projectRoot } = pieces;
  const run = async (text: string, at: number, given?: string) => {
    const session = given === undefined ? {} : { sessionId: given };
    const { sessionId, runId } = await services.messages.send({ projectRoot, text, ...session }, owner);
    await expect.poll(() => agents.length).toBe(at + 1);
    const { when } = watch(pieces, sessionId);
    agents[at]?.end(runId ?? "");
    await when(isEndOf(runId));
    agents[at]?.die();
    return sessionId;
  };
  const sessionId = await run("one", 0);
  const held = new WeakRef(await log.session(sessionId));
  await openMany(pieces, 2 * limits.idleSessionsInMemory);
  agents.splice(0, 1, new PlayedAgent());
  await waitForCollection(() => held.deref() === undefined);
  await run("two", 1, sessionId);
  expect(plain((await log.session(sessionId)).conversation)).toEqual(await replayed(pieces, sessionId));
});
