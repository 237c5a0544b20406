import { expect, test } from "vitest";
import { Usage } from "../../src/budgets/usage.ts";
import type { UsageRow } from "../../src/store/store.ts";
import { codeOf, startServer } from "./support/harness.ts";

const tokens = { cache_read_tokens: 3, cache_write_tokens: 4, reasoning_tokens: 5 };
const row = {
  day: "2026-01-02",
  project_root: "/p",
  agent_id: "demo",
  subagent: false,
  model: "m",
  runs: 2,
  input_tokens: 1,
  output_tokens: 2,
  ...tokens,
  cost_usd: 1.5,
  cost_complete: false,
};

test("[U1] an unknown price is reported as unknown, never as zero", async () => {
  const { ask, service } = await startServer();
  const { json } = await ask("GET", "/api/usage?from=5&to=9&project_root=/p&time_zone=Asia/Kolkata");
  expect(json).toEqual({
    usage: [
      row,
      { ...row, subagent: true, runs: 1, cost_usd: null },
      { ...row, model: null, runs: 1, cost_usd: null },
    ],
  });
  expect(service.callsOf("usage")).toEqual([
    [{ from: 5, to: 9, projectRoot: "/p", timeZone: "Asia/Kolkata" }],
  ]);
});

test("[U1] the cost of a run that reported no usage is unknown", async () => {
  const { ask } = await startServer();
  const { json } = await ask("GET", "/api/agent-children?run_id=r0");
  const runs = (json as { runs: { run_id: string; cost_usd: number; cost_complete: boolean }[] }).runs;
  expect(runs.map((run) => [run.run_id, run.cost_usd, run.cost_complete])).toEqual([
    ["r1", 1.5, false],
    ["r2", 0, false],
  ]);
});

const used = (slotTs: number): UsageRow => ({
  slotTs,
  projectRoot: "/p",
  agentId: "demo",
  subagent: false,
  model: "m",
  runs: 1,
  inputTokens: 1,
  outputTokens: 1,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  costNanos: 5,
  unpriced: 0,
});

test("[U2] a day is a day in the requested time zone", async () => {
  const slots = [Date.UTC(2026, 0, 1, 18, 15), Date.UTC(2026, 0, 1, 18, 30), Date.UTC(2026, 0, 2, 18, 15)];
  const store = { usage: async () => slots.map(used) };
  const days = async (timeZone: string) =>
    (await new Usage(store).byDay({ from: 0, to: 1, timeZone })).map(({ day, runs }) => [day, runs]);
  expect(await days("UTC")).toEqual([
    ["2026-01-01", 2],
    ["2026-01-02", 1],
  ]);
  // Half past six in London is midnight in Kolkata.
  expect(await days("Asia/Kolkata")).toEqual([
    ["2026-01-01", 1],
    ["2026-01-02", 2],
  ]);
  await expect(days("Nowhere/Land")).rejects.toMatchObject({ code: "bad_request" });
});

test("[U2] an invalid time is rejected", async () => {
  const { ask } = await startServer();
  const answer = await ask("GET", "/api/usage?from=yesterday");
  expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 400, code: "bad_request" });
});
