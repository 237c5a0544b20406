import type { ScriptedModel } from "@polylog/scripted-model";
import { expect, test } from "vitest";
import { openModel } from "../built-in/support/stage.ts";
import type { Client } from "../reliability/support/client.ts";
import { startHere } from "../reliability/support/server-here.ts";
import { Talk } from "./support/agents.ts";
import { homeWithPrograms } from "./support/programs.ts";

/** Each asks the next, so that each sends one message and receives one. */
const round = [
  ["claude", "codex", "mcp__polylog__agents_message"],
  ["codex", "pi", "agents_message"],
  ["pi", "own", "mcp__polylog__agents_message"],
  ["own", "acp", "mcp__polylog__agents_message"],
  ["acp", "claude", "agents_message"],
] as const;

/** An agent that loads tools by URL may start its first run without them. */
async function warm(client: Client, model: ScriptedModel): Promise<Talk> {
  const talk = await Talk.begin(client, "acp", "[[say Here.]]");
  const isOffered = () =>
    model.requests.some(({ body }) => JSON.stringify(body ?? null).includes('"agents_message"'));
  for (let count = 1; ; count++) {
    await talk.whenEnded(count);
    if (isOffered()) return talk;
    await client.chat("[[say Here.]]", { session_id: talk.sessionId });
  }
}

test("[X1] every agent program messages another and receives a message from one", async () => {
  const model = await openModel();
  const home = homeWithPrograms(model.url);
  const { client } = await startHere(home, { env: { PATH: process.env.PATH ?? "", HOME: home.folder } });
  const acp = await warm(client, model);
  const begun = acp.all("run_started").length;
  const talks = await Promise.all(
    round.map(async ([from, to, tool]) => {
      const call = `[[tool ${tool} ${JSON.stringify({ agentId: to, content: "hello", session: "create" })}]]`;
      const text = `${call} [[say Thanks, ${to}.]]`;
      if (from !== "acp") return Talk.begin(client, from, text);
      await client.chat(text, { session_id: acp.sessionId });
      return acp;
    }),
  );
  for (const [index, talk] of talks.entries()) {
    const [from, to] = round[index] as (typeof round)[number];
    const { outcome, error } = await talk.whenEnded(talk === acp ? begun + 1 : 1);
    expect([from, outcome, error]).toEqual([from, "completed", undefined]);
    expect([from, talk.all("agent_message")]).toMatchObject([from, [{ fromAgentId: from, toAgentId: to }]]);
    expect([from, talk.all("agent_callback_result").map(({ status, error }) => ({ status, error }))]).toEqual(
      [from, [{ status: "complete", error: undefined }]],
    );
    expect(talk.all("agent_callback_result")[0]?.result).toContain("everything around me is real");
    const other = await Talk.of(client, talk.all("agent_message")[0]?.targetSessionId as string);
    await other.whenEnded();
    expect(other.all("user_message")).toMatchObject([{ text: "hello", sender: { kind: "agent", id: from } }]);
    expect(talk.all("text_done").at(-1)?.text).toBe(`Thanks, ${to}.`);
  }
});
