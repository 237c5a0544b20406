import { emptyConversation, foldAll, type PolylogEvent } from "@polylog/core";
import { expect, test } from "vitest";
import { writeConfig } from "../../config/write-config.ts";
import { Follower } from "../support/follower.ts";
import { makeHome } from "../support/home.ts";
import { PlayedAgent, playedBackend } from "../support/played-agent.ts";
import { plain } from "../support/same-conversation.ts";
import { startHere } from "../support/server-here.ts";

/**
 * A run of an agent controlled by the test, which has sent these events and is in the middle of a sentence.
 */
async function startPartialText(say: (played: PlayedAgent, runId: string) => void) {
  const home = makeHome({});
  writeConfig(home, { agents: { agent: { backend: "played" } } });
  const played = new PlayedAgent();
  const backend = playedBackend(async () => played.connection());
  const server = await startHere(home, { backends: { played: { backend, detect: async () => [] } } });
  const { client } = server;
  const { session_id: sessionId, run_id: runId = "" } = await client.chat("go");
  const follower = await Follower.open(client, sessionId);
  await played.whenPrompted(1);
  say(played, runId);
  await follower.when(({ conversation }) =>
    [conversation.main, ...conversation.lanes].some(({ entries }) => {
      const last = entries.get(entries.length - 1);
      return last !== undefined && "body" in last && last.live && last.body.toString().endsWith(".");
    }),
  );
  const log = async () => (await client.log(sessionId)) as readonly PolylogEvent[];
  return { client, played, follower, sessionId, runId, log, server, home };
}

const words = (played: PlayedAgent, runId: string) => {
  played.text(runId, 0, "I will");
  played.text(runId, 6, " now do");
  played.text(runId, 13, " it.");
};

const said = { text: "I will now do it.", startedTs: expect.any(Number) };

async function expectWhole(
  { follower, log, runId }: Awaited<ReturnType<typeof startPartialText>>,
  endedBy: string,
) {
  await follower.whenEvent("run_ended", (event) => event.runId === runId);
  const kept = await log();
  expect(kept.filter(({ type }) => type === "text_delta" || type === "text_done")).toMatchObject([
    { type: "text_done", ...said, endedBy, runId },
  ]);
  expect(plain(foldAll(emptyConversation, kept))).toEqual(plain(follower.conversation));
  const [message] = [...follower.conversation.main.entries].filter(
    (entry) => entry.kind === "message" && entry.role === "assistant",
  );
  expect(message).toMatchObject({ endedBy, live: false });
}

test("[R14] [R7] the partial text of a cancelled run is one row, before the mark of the cancel", async () => {
  const talk = await startPartialText(words);
  const { client, played, runId, follower, log } = talk;
  await client.cancel(runId);
  await expect.poll(() => played.cancels).toEqual([runId]);
  played.say({ type: "interrupt", reason: "user_cancel", agentId: "agent", runId });
  played.say({ type: "output_cancelled", agentId: "agent", runId });
  played.end(runId);
  await follower.whenEvent("run_ended");
  await expectWhole(talk, "cancelled");
  const types = (await log()).map(({ type }) => type);
  expect(types.slice(-4)).toEqual(["text_done", "interrupt", "output_cancelled", "run_ended"]);
});

test("[R14] [R7] the text of a run whose program does not answer, fails or dies is also one row", async () => {
  const deaf = await startPartialText(words);
  await deaf.client.cancel(deaf.runId);
  await expectWhole(deaf, "cancelled");
  const failing = await startPartialText(words);
  failing.played.end(failing.runId, "failed");
  await expectWhole(failing, "failed");
  const dying = await startPartialText(words);
  dying.played.die();
  await expectWhole(dying, "failed");
});

test("[R14] [R7] a subagent's thinking is also kept completely; a text with a gap stays as it was sent", async () => {
  const below = { agentId: "agent", runId: "below" };
  const thought = { type: "thinking_delta", ...below, responseId: "r" } as const;
  const talk = await startPartialText((played, runId) => {
    played.text(runId, 0, "One");
    played.text(runId, 9, "three");
    played.say({ type: "subagent_spawned", childRunId: "below", agentId: "agent", runId });
    played.say({ ...thought, offset: 0, delta: "Hm" }, { ...thought, offset: 2, delta: ", so." });
  });
  const { client, runId, follower, log } = talk;
  await client.cancel(runId);
  await follower.whenEvent("run_ended", (event) => event.runId === runId);
  const kept = (await log()).filter(({ type }) => /^(?:text|thinking)_/.test(type));
  expect(kept).toMatchObject([
    { type: "text_delta", delta: "One" },
    { type: "text_delta", delta: "three" },
    { type: "thinking_done", ...below, text: "Hm, so.", endedBy: "cancelled" },
  ]);
  expect(plain(foldAll(emptyConversation, await log()))).toEqual(plain(follower.conversation));
});
