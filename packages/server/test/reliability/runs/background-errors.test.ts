import type { EventBody } from "@polylog/core";
import { expect, onTestFinished, test } from "vitest";
import { Hub } from "../../../src/hub/hub.ts";
import { Log } from "../../../src/log/log.ts";
import { Watchers } from "../../../src/log/watchers.ts";
import type { Commit, EventStore } from "../../../src/store/store.ts";
import { StoreError } from "../../../src/store/store-error.ts";
import { openMemoryStore } from "../../support/memory-store.ts";
import { owner } from "../../support/owner.ts";
import { frameOf } from "../support/pieces.ts";
import { PlayedAgent } from "../support/played-agent.ts";
import { isEndOf, openPlayed, watch } from "../support/played-session.ts";
import { wrapStore } from "../support/wrapped-store.ts";

/** Background work in sessions that are gone or cannot be written to: the process keeps running. */

/** Unhandled rejections. They end a process, and fail the whole test run too. */
function unhandledRejections(): unknown[] {
  const found: unknown[] = [];
  const note = (reason: unknown) => void found.push(reason);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));
  return found;
}

const laterTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/**
 * A session whose last run failed with a message in the queue; the queue is resumed, and its agent starts
 * only when the test lets it.
 */
async function openResumedQueue(more: Parameters<typeof openPlayed>[1] = {}) {
  const agent = new PlayedAgent();
  const gate = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const pieces = await openPlayed(async (count) => {
    if (count > 1) {
      second.resolve();
      await gate.promise;
    }
    return (count > 1 ? new PlayedAgent() : agent).connection();
  }, more);
  const { services, folder: projectRoot } = pieces;
  const { sessionId, runId } = await services.messages.send({ projectRoot, text: "one" }, owner);
  await agent.whenPrompted(1);
  const { when } = watch(pieces, sessionId);
  await services.messages.send({ projectRoot, sessionId, text: "two", delivery: "queue" }, owner);
  agent.die();
  await when(isEndOf(runId));
  await when((event) => event.type === "queue_updated" && event.paused != null);
  await services.queues.resume(sessionId);
  await second.promise;
  return { ...pieces, sessionId, letStart: gate.resolve };
}

test("[R29] deleting a session while its queue continues affects no other session", async () => {
  const found = unhandledRejections();
  const { services, sessionId, letStart, troubles } = await openResumedQueue();
  const deleted = services.sessions.delete(sessionId);
  await expect
    .poll(() =>
      services.sessions.get(sessionId).then(
        () => "there",
        () => "gone",
      ),
    )
    .toBe("gone");
  letStart();
  await deleted;
  await laterTurn();
  expect({ found, troubles }).toEqual({ found: [], troubles: [] });
});

test("[R29] a failed background write is reported with its session, and the process keeps running", async () => {
  const found = unhandledRejections();
  let isBroken = false;
  const damage = new StoreError("broken", "A page cannot be read.", { sessionId: "another" });
  const begins = ({ appends = [] }: Commit) =>
    appends.some(({ events }) => events.some(({ event }) => event.type === "run_started"));
  const breaking = (store: EventStore) =>
    wrapStore(store, {
      commit: async (work) => {
        const [append] = work.appends ?? [];
        if (isBroken && begins(work)) throw new StoreError("broken", damage.message, append);
        return store.commit(work);
      },
    });
  const { sessionId, letStart, troubles } = await openResumedQueue({ breaking });
  isBroken = true;
  letStart();
  await expect.poll(() => troubles.length).toBe(1);
  expect(troubles).toMatchObject([{ sessionId, error: { message: damage.message } }]);
  await laterTurn();
  expect(found).toEqual([]);
});

/** A log on which a bug of ours affects one session. */
function openLog() {
  const store = openMemoryStore();
  const watchers = new Watchers();
  const troubles: unknown[] = [];
  let ids = 0;
  const log = new Log({
    ...{ store, watchers, hub: new Hub(store, 0, frameOf), now: () => 1, newId: () => `id-${++ids}` },
    onHealth: () => undefined,
    onTrouble: (error) => troubles.push(error),
  });
  const begin = (sessionId: string) => {
    const created = { sessionId, projectRoot: "/p", agentId: "a", createdTs: 1 };
    const session = log.begin(created);
    const note = { bodies: [{ type: "notice" as const, text: "begun" }], created, refusable: true };
    return { session, note };
  };
  return { store, watchers, log, troubles, begin };
}

test("[R29] a listener inside the server that throws on a commit does not affect the responses", async () => {
  const { log, watchers, troubles, begin } = openLog();
  const bug = new Error("a bug");
  watchers.watchAll(() => {
    throw bug;
  });
  const { session, note } = begin("s");
  expect(await log.append(session, note)).toMatchObject([{ seq: 1 }]);
  expect(await log.append(session, { bodies: note.bodies, refusable: true })).toMatchObject([{ seq: 2 }]);
  expect(troubles).toEqual([bug, bug]);
});

test("[R29] an event that cannot be folded is rejected, and simultaneous events of others are written", async () => {
  const { log, begin } = openLog();
  const [one, other] = [begin("one"), begin("other")];
  await Promise.all([log.append(one.session, one.note), log.append(other.session, other.note)]);
  const unfit = {
    type: "notice",
    get text(): string {
      throw new Error("a bug");
    },
  } as EventBody;
  const [refused, written] = await Promise.allSettled([
    log.append(one.session, { bodies: [unfit], refusable: false }),
    log.append(other.session, { bodies: other.note.bodies, refusable: false }),
  ]);
  expect([refused.status, written.status]).toEqual(["rejected", "fulfilled"]);
  expect(await log.append(one.session, { bodies: one.note.bodies, refusable: false })).toMatchObject([
    { seq: 2 },
  ]);
});
