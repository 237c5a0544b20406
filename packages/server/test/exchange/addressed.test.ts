import { expect, test } from "vitest";
import { agent, openStage, Talk } from "./support/agents.ts";

test("[X13] a message to another agent in the same session is that agent's run; the session still belongs to its own agent", async () => {
  const stage = await openStage({ a: agent({}, [{ text: "I am a." }]), b: agent({}, [{ text: "I am b." }]) });
  const { client } = stage;
  const talk = await Talk.begin(client, "a", "hello");
  await talk.whenEnded();
  await client.chat("and you?", { session_id: talk.sessionId, agent_id: "b" });
  await talk.whenEnded(2);
  await client.chat("back to you", { session_id: talk.sessionId });
  await talk.whenEnded(3);
  expect(talk.all("text_done").map(({ agentId, text }) => [agentId, text])).toEqual([
    ["a", "I am a."],
    ["b", "I am b."],
    ["a", "I am a."],
  ]);
  expect(await client.session(talk.sessionId)).toMatchObject({ agent_id: "a" });
});
