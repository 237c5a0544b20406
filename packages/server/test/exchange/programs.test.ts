import { expect, test } from "vitest";
import { openModel } from "../built-in/support/stage.ts";
import { startHere } from "../reliability/support/server-here.ts";
import { Talk } from "./support/agents.ts";
import { homeWithPrograms } from "./support/programs.ts";

/** Each asks the next, so that every one of them writes and is written to. */
const round = [
  ["claude", "codex", "mcp__polylog__agents_message"],
  ["codex", "pi", "agents_message"],
  ["pi", "own", "mcp__polylog__agents_message"],
  ["own", "acp", "mcp__polylog__agents_message"],
  ["acp", "claude", "agents_message"],
] as const;

test("[X1] every agent program writes to another and is written to by one", {
  timeout: 120_000,
}, async () => {
  const model = await openModel();
  const home = homeWithPrograms(model.url);
  const { client } = await startHere(home, { env: { PATH: process.env.PATH ?? "", HOME: home.folder } });
  const talks = await Promise.all(
    round.map(([from, to, tool]) => {
      const call = `[[tool ${tool} ${JSON.stringify({ agentId: to, content: "hello", session: "create" })}]]`;
      return Talk.begin(client, from, `${call} [[say Thanks, ${to}.]]`);
    }),
  );
  for (const [index, talk] of talks.entries()) {
    const [from, to] = round[index] as (typeof round)[number];
    expect([from, await talk.whenEnded()]).toMatchObject([from, { outcome: "completed" }]);
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
