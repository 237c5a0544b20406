import { cardOfExchange, emptyConversation, foldAll, toolCard } from "@polylog/core";
import { expect, test } from "vitest";
import { makeStage, openModel } from "../built-in/support/stage.ts";
import { writeConfig } from "../config/write-config.ts";
import { startHere } from "../reliability/support/server-here.ts";
import { sessionsOf, Talk } from "./support/agents.ts";

/** Two built-in agents on the scripted model. */
async function open() {
  const model = await openModel();
  const home = makeStage(model, { files: { "add.ts": "export const add = (a, b) => a - b;\n" } });
  const own = { backend: "openai", base_url: `${model.url}/v1`, model: "scripted", api_key: "NONE" };
  writeConfig(home, { agents: { coder: own, reviewer: { ...own, permission_mode: "ask" } } });
  const { client } = await startHere(home, { env: { PATH: process.env.PATH ?? "" } });
  return { client, model };
}

const write = (content: string, more: object = {}) =>
  `[[tool mcp__polylog__agents_message ${JSON.stringify({ agentId: "reviewer", content, ...more })}]]`;

test("[X1] the built-in agent asks another and continues with its answer; the card is the same from the log", async () => {
  const { client, model } = await open();
  const talk = await Talk.begin(
    client,
    "coder",
    `Have it looked at. ${write("What is in add.ts?")} [[say Thanks, done.]]`,
  );
  expect(await talk.whenEnded()).toMatchObject({ outcome: "completed" });
  const [sessionId = ""] = await sessionsOf(client, "reviewer");
  const other = await Talk.of(client, sessionId);
  await other.whenEnded();
  expect(other.all("user_message")).toMatchObject([
    { text: "What is in add.ts?", sender: { kind: "agent", id: "coder" } },
  ]);
  const asked = model.requests
    .map(({ body }) => JSON.stringify(body))
    .find((body) => body.includes("From the agent coder, not from the user"));
  expect(asked).toBeDefined();
  const [told] = talk.all("tool_result").filter(({ toolName }) => toolName.endsWith("agents_message"));
  expect(JSON.parse(told?.result ?? "{}")).toMatchObject({ status: "complete", sessionId });
  const cards = [
    talk.follower.conversation,
    foldAll(emptyConversation, await client.log(talk.sessionId)),
  ].map((conversation) =>
    [...conversation.main.entries].flatMap((entry) =>
      entry.kind === "tool_call"
        ? [toolCard(entry, conversation)]
        : entry.kind === "exchange"
          ? [cardOfExchange(entry, conversation)]
          : [],
    ),
  );
  expect(cards[0]).toEqual(cards[1]);
  expect(cards[0]?.[0]).toMatchObject({
    icon: "exchange",
    object: "reviewer",
    summary: "Answered",
    state: "agent-callback",
  });
  expect(cards[0]?.[0]?.blocks.map(({ kind }) => kind)).toEqual(["text", "subagent", "text", "session"]);
});

test("[X2] an answer that it did not wait for is a separate turn, and in the history of the next one", async () => {
  const { client, model } = await open();
  const text = `Send it off. ${write("Say hello.", { mode: "async" })} [[say Sent.]]`;
  const talk = await Talk.begin(client, "coder", text);
  await talk.whenEnded(2);
  expect(talk.all("agent_callback_result")).toMatchObject([{ status: "complete" }]);
  const { run_id } = await client.chat("And? [[say Yes.]]", { session_id: talk.sessionId });
  await talk.when("run_ended", ({ runId }) => runId === run_id);
  const last = model.requests.findLast(({ method }) => method === "POST");
  const { messages } = (last?.body ?? { messages: [] }) as {
    messages: { role: string }[];
  };
  expect(JSON.stringify(messages)).toContain("[From the agent reviewer, not from the user.");
});

test("[OT1] an error reaches the log and the model with its own code and message", async () => {
  const { client, model } = await open();
  const message = `[[tool mcp__polylog__agents_message ${JSON.stringify({ agentId: "nobody", content: "x" })}]]`;
  const talk = await Talk.begin(client, "coder", `Ask nobody. ${message} [[say Well.]]`);
  expect(await talk.whenEnded()).toMatchObject({ outcome: "completed" });
  const [refused] = talk.all("tool_result");
  const error = { code: "agent_not_found", message: expect.stringMatching(/^[^{}]*nobody[^{}]*$/) };
  expect(refused).toMatchObject({ ok: false, error });
  const told = JSON.stringify(model.requests.at(-1)?.body);
  expect(told).toContain(JSON.stringify(refused?.error?.message).slice(1, -1));
  expect(told).not.toContain('\\"error\\"');
});
