import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import type { Commit, EventStore } from "../../../src/store/store.ts";
import { StoreError } from "../../../src/store/store-error.ts";
import { owner } from "../../support/owner.ts";
import { Follower } from "../support/follower.ts";
import { makeHome } from "../support/home.ts";
import { PlayedAgent } from "../support/played-agent.ts";
import { isEndOf, openPlayed, watch } from "../support/played-session.ts";
import { startHere } from "../support/server-here.ts";
import { wrapStore } from "../support/wrapped-store.ts";

test("[R30] while another program holds the log, commands are rejected, agents wait, and health reports the reason; then everything continues", async () => {
  const script = [{ text: "word ".repeat(40), chunk: 5, everyMs: 20 }];
  const home = makeHome({ agent: { script } });
  const { client } = await startHere(home);
  const { session_id } = await client.chat("go");
  const follower = await Follower.open(client, session_id);
  await follower.whenEvent("text_delta");
  const other = new DatabaseSync(path.join(home.folder, "polylog.db"));
  onTestFinished(() => other.close());
  other.exec("BEGIN IMMEDIATE");
  const health = () => client.ask("GET", "/api/health");
  await expect.poll(async () => (await health()).status).toBe(503);
  expect((await health()).body).toMatchObject({
    ok: false,
    error: {
      code: "degraded",
      message: "Another process has locked the log. Writing resumes automatically when this is resolved.",
    },
  });
  const refused = await client.send("more", { session_id });
  expect([refused.status, refused.body.error]).toMatchObject([503, { code: "degraded", retryable: true }]);
  other.exec("ROLLBACK");
  await expect.poll(async () => (await health()).status).toBe(200);
  expect(await follower.whenEvent("run_ended")).toMatchObject({ outcome: "completed" });
  expect(await follower.whenEvent("text_done")).toMatchObject({ text: "word ".repeat(40) });
  const { run_id } = await client.chat("again", { session_id });
  await follower.whenEvent("run_ended", ({ runId }) => runId === run_id);
});

/** A session with an active run, whose store rejects writes as the test requires. */
async function startRun() {
  let isRefused: (work: Commit) => boolean = () => false;
  const breaking = (store: EventStore) =>
    wrapStore(store, {
      commit: async (work) => {
        const [append] = work.appends ?? [];
        if (append !== undefined && isRefused(work)) throw new StoreError("broken", "Damage.", append);
        return store.commit(work);
      },
    });
  const agents: PlayedAgent[] = [];
  const closed: number[] = [];
  const start = async (count: number) => {
    const agent = new PlayedAgent();
    agents.push(agent);
    return { ...agent.connection(), close: async () => void closed.push(count) };
  };
  const pieces = await openPlayed(start, { breaking });
  const { services, folder: projectRoot } = pieces;
  const { sessionId, runId = "" } = await services.messages.send({ projectRoot, text: "one" }, owner);
  await expect.poll(() => agents.length).toBe(1);
  const first = agents[0] as PlayedAgent;
  await first.whenPrompted(1);
  const outcomes = async () =>
    (await services.runs.list({ sessionId })).map(({ outcome, error }) => [outcome, error?.code]);
  return {
    ...{
      ...pieces,
      ...watch(pieces, sessionId),
      agents,
      closed,
      first,
      projectRoot,
      sessionId,
      runId,
      outcomes,
    },
    refuse: (which: (work: Commit) => boolean) => {
      isRefused = which;
    },
  };
}

/** The next message runs to completion, with another program. */
async function expectNextRun({
  services,
  projectRoot,
  sessionId,
  agents,
  when,
}: Awaited<ReturnType<typeof startRun>>) {
  const { runId = "", queued } = await services.messages.send({ projectRoot, sessionId, text: "two" }, owner);
  expect(queued).toBe(false);
  await expect.poll(() => agents.length).toBe(2);
  const second = agents[1] as PlayedAgent;
  await second.whenPrompted(1);
  second.end(runId);
  expect(await when(isEndOf(runId))).toMatchObject({ outcome: "completed" });
}

test("[R30] an agent whose events are rejected is disconnected: its run states the reason, and the next message runs", async () => {
  const played = await startRun();
  const { refuse, first, runId, when, closed } = played;
  refuse(({ appends = [] }) => JSON.stringify(appends).includes("unfit"));
  first.text(runId, 0, "unfit");
  expect(await when(isEndOf(runId))).toMatchObject({
    outcome: "failed",
    error: { code: "not_written", message: "The agent's output could not be written: Damage." },
  });
  await expect.poll(() => closed).toEqual([1]);
  await expectNextRun(played);
});

test("[R30] if even the end of its run cannot be written, the next message that can be written also writes the end", async () => {
  const played = await startRun();
  const { refuse, first, runId, services, projectRoot, sessionId, outcomes, closed } = played;
  refuse(() => true);
  first.text(runId, 0, "unheard");
  await expect.poll(() => closed).toEqual([1]);
  await expect(
    services.messages.send({ projectRoot, sessionId, text: "refused" }, owner),
  ).rejects.toMatchObject({
    code: "broken",
  });
  expect(await outcomes()).toEqual([[null, undefined]]);
  refuse(() => false);
  await expectNextRun(played);
  expect((await outcomes()).toSorted()).toEqual([
    ["completed", undefined],
    ["interrupted", "not_written"],
  ]);
});

test("[R30] an agent whose run had ended, but whose end could not be written, is disconnected too", async () => {
  const played = await startRun();
  const { refuse, first, runId, outcomes, closed } = played;
  refuse(({ appends = [] }) => JSON.stringify(appends).includes("run_ended"));
  first.end(runId);
  await expect.poll(() => closed).toEqual([1]);
  refuse(() => false);
  await expectNextRun(played);
  expect((await outcomes()).map(([outcome]) => outcome).toSorted()).toEqual(["completed", "interrupted"]);
});
