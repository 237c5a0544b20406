import { expect, test } from "vitest";
import { openModel } from "../built-in/support/stage.ts";
import { Talk } from "../exchange/support/agents.ts";
import { homeWithPrograms } from "../exchange/support/programs.ts";
import { startHere } from "../reliability/support/server-here.ts";

interface State {
  readonly budget: { readonly used_usd: number; readonly used_tokens: number };
}

test("[BU1] [BU2] Claude Code, which reports its total cost, is counted once, warned and stopped", async () => {
  const model = await openModel();
  const home = homeWithPrograms(model.url);
  const { client } = await startHere(home, { env: { PATH: process.env.PATH ?? "", HOME: home.folder } });
  const step = "[[say Done. ++ usage 100000 1000]]";
  const talk = await Talk.begin(client, "claude", step);
  await talk.whenEnded();
  const used = async () => (await client.get<State>(`/api/budget?session_id=${talk.sessionId}`)).budget;
  const { used_usd: each } = await used();
  expect(each).toBeGreaterThan(0);
  await client.chat(step, { session_id: talk.sessionId });
  await talk.whenEnded(2);
  expect((await used()).used_usd).toBeCloseTo(2 * each, 6);
  // Its subagent's tokens count too.
  const below = `[[subagent Look. ${step}]] ${step}`;
  await client.post("/api/budget", { session_id: talk.sessionId, cost_usd: 4.9 * each });
  await client.chat(below, { session_id: talk.sessionId });
  await talk.whenEnded(3);
  // So do the few tokens of the call that started it.
  expect(Math.round(((await used()).used_usd / each) * 10)).toBe(40);
  expect(await talk.when("notice")).toMatchObject({
    text: expect.stringMatching(/^81 % of the budget for this session is used: /),
  });
  // It reports the cost of a run at its end: this run completes, and the next one is rejected.
  await client.chat(step, { session_id: talk.sessionId });
  expect(await talk.whenEnded(4)).toMatchObject({ outcome: "completed" });
  expect((await client.send(step, { session_id: talk.sessionId })).body.error.code).toBe("budget_exceeded");
  // It reports tokens with each response.
  const tokens = (await used()).used_tokens + 50_000;
  await client.post("/api/budget", { session_id: talk.sessionId, tokens });
  const long = "[[shell true ++ usage 100000 1000]] [[words 2000 50]]";
  await client.chat(long, { session_id: talk.sessionId });
  expect(await talk.whenEnded(5)).toMatchObject({
    ...{ outcome: "cancelled", error: { code: "budget_exceeded" } },
  });
});
