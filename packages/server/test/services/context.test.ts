import { expect, test } from "vitest";
import { agent, message, openStage, sessionsOf, Talk } from "../exchange/support/agents.ts";

interface Context {
  readonly session_id: string;
  readonly agent_id: string;
  readonly messages: readonly { readonly text: string }[];
}

const helper = agent({
  "how many": [{ tool: { name: "Read", input: { file_path: "a" }, result: "x" } }, { text: "Three." }],
});

test("the context of a run that another agent started is that run's input and work, in its own session", async () => {
  const { client } = await openStage({
    asker: agent({ go: [message("helper", "how many?"), { text: "done" }] }),
    helper,
  });
  const talk = await Talk.begin(client, "asker", "go");
  await talk.whenEnded();
  const [{ targetRunId = "", runId } = { runId: "" }] = talk.all("agent_message");
  const [sessionId] = await sessionsOf(client, "helper");
  const context = (id: string) => client.get<Context>(`/api/agent-context?run_id=${id}`);
  const child = await context(targetRunId);
  expect(child).toMatchObject({ run_id: targetRunId, session_id: sessionId, agent_id: "helper" });
  expect(child.messages.map(({ text }) => text)).toEqual(["how many?", "Read a", "Three."]);
  const own = await context(runId);
  expect(own).toMatchObject({ session_id: talk.sessionId, agent_id: "asker" });

  // If that session was deleted, the part of the run in the sender's log remains.
  await client.ask("DELETE", `/api/sessions/${sessionId}`);
  const left = await context(targetRunId);
  expect(left).toMatchObject({ session_id: talk.sessionId, agent_id: "helper" });
  expect(left.messages.map(({ text }) => text)).toEqual(["Read a"]);
});

test("the context of a subagent's run contains its own messages and not those of its parent run", async () => {
  const child = [{ tool: { name: "Read", input: { file_path: "b" }, result: "y" } }, { text: "Found it." }];
  const { client } = await openStage({
    own: agent({ go: [{ text: "I ask." }, { subagent: { task: "look", steps: child } }, { text: "Done." }] }),
  });
  const talk = await Talk.begin(client, "own", "go");
  await talk.whenEnded();
  const [spawned] = talk.all("subagent_spawned");
  const found = await client.get<Context>(`/api/agent-context?run_id=${spawned?.childRunId}`);
  expect(found).toMatchObject({ session_id: talk.sessionId, task: "look", context: null });
  expect(found.messages.map(({ text }) => text)).toEqual(["Read b", "Found it."]);
});
