import { emptyConversation, foldAll, fromSnapshot } from "@polylog/core";
import { expect, test } from "vitest";
import { plain } from "../reliability/support/same-conversation.ts";
import { agent, message, openStage, sessionsOf, Talk, until } from "./support/agents.ts";

test("[X10] fifty simultaneous messages are each answered once, and a screen's state equals the log", async () => {
  const count = 50;
  const { client } = await openStage({
    a: agent({ "Answer of": [{ text: "thanks" }], go: [message("b", "work")] }),
    b: agent({
      work: [{ tool: { name: "Read", input: { file_path: "x" }, result: "y" } }, { text: "Done." }],
    }),
  });
  const talks = await Promise.all(Array.from({ length: count }, () => Talk.begin(client, "a", "go")));
  await Promise.all(talks.map((talk) => talk.when("agent_callback_result")));
  await until(async () =>
    (await Promise.all(talks.map((talk) => client.runs(talk.sessionId))))
      .flat()
      .every(({ outcome }) => outcome !== null),
  );
  const sessions = await sessionsOf(client, "b");
  expect(sessions).toHaveLength(1);
  const other = await Talk.of(client, sessions[0] as string);
  await other.whenEnded(count);
  expect(other.all("user_message")).toHaveLength(count);
  for (const talk of talks) {
    expect(talk.all("agent_callback_result")).toMatchObject([{ status: "complete", result: "Done." }]);
  }
  for (const talk of talks.slice(0, 5)) {
    const replayed = plain(foldAll(emptyConversation, await client.log(talk.sessionId)));
    const snapshot = fromSnapshot(await client.snapshot(talk.sessionId)) ?? emptyConversation;
    await talk.follower.whenEvent("run_ended", () => talk.follower.conversation.liveRuns.size === 0);
    expect({ live: plain(talk.follower.conversation), snapshot: plain(snapshot) }).toEqual({
      live: replayed,
      snapshot: replayed,
    });
  }
});

test("[X11] the answer for a deleted sender is dropped; a run that it waited for is stopped", async () => {
  const { client } = await openStage({
    a: agent({ wait: [message("b", "slow")], go: [message("b", "slow", { mode: "async" })] }),
    b: agent({ slow: [{ ask: { permission: { toolName: "Bash" } } }, { text: "ok" }] }),
  });
  const talk = await Talk.begin(client, "a", "go");
  await talk.whenEnded();
  const { targetSessionId = "" } = await talk.when("agent_message");
  const other = await Talk.of(client, targetSessionId);
  const { requestId } = await other.when("permission_request");
  await client.ask("DELETE", `/api/sessions/${talk.sessionId}`);
  await client.allow(requestId);
  expect(await other.whenEnded()).toMatchObject({ outcome: "completed" });
  const second = await Talk.begin(client, "a", "wait");
  await second.when("subagent_spawned");
  await client.ask("DELETE", `/api/sessions/${second.sessionId}`);
  expect(await other.whenEnded(2)).toMatchObject({ outcome: "cancelled" });
});

test("[X11] a session that is deleted while it works for another is reported as failed", async () => {
  const { client } = await openStage({
    a: agent({ go: [message("b", "slow"), { text: "went on" }] }),
    b: agent({ slow: [{ wait: 60_000 }] }),
  });
  const talk = await Talk.begin(client, "a", "go");
  await talk.when("subagent_spawned");
  const { targetSessionId } = await talk.when("agent_message");
  await client.ask("DELETE", `/api/sessions/${targetSessionId}`);
  await talk.whenEnded();
  expect(talk.results()).toMatchObject([{ status: "failed", error: { code: "target_gone" } }]);
});
