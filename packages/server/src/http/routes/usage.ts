import { z } from "zod";
import type { DayUsage } from "../../budgets/usage.ts";
import { defineRoute } from "./define.ts";
import { id, projectRoot, queryNumber } from "./fields.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const LATEST = Number.MAX_SAFE_INTEGER;

const dayUsage = z
  .object({
    day: z.string().describe("As 2026-12-24: the day on which the runs began."),
    project_root: z.string(),
    agent_id: id,
    subagent: z.boolean(),
    model: z.string().nullable().describe("Null: these runs told nothing of what they used."),
    runs: z.int().describe("A run that used two models counts for both."),
    input_tokens: z.int(),
    output_tokens: z.int(),
    cache_read_tokens: z.int(),
    cache_write_tokens: z.int(),
    reasoning_tokens: z.int(),
    cost_usd: z.number().nullable().describe("Null: not known, which is not the same as free."),
    cost_complete: z
      .boolean()
      .describe("False where the price of some calls is not known: it is at least so much."),
  })
  .meta({ id: "DayUsage" });

function toDayUsage(row: DayUsage): z.input<typeof dayUsage> {
  const isTold = row.model !== null;
  const isKnown = isTold && (row.unpriced === 0 || row.costNanos > 0);
  return {
    day: row.day,
    project_root: row.projectRoot,
    agent_id: row.agentId,
    subagent: row.subagent,
    model: row.model,
    runs: row.runs,
    input_tokens: row.inputTokens,
    output_tokens: row.outputTokens,
    cache_read_tokens: row.cacheReadTokens,
    cache_write_tokens: row.cacheWriteTokens,
    reasoning_tokens: row.reasoningTokens,
    cost_usd: isKnown ? row.costNanos / 1e9 : null,
    cost_complete: isTold && row.unpriced === 0,
  };
}

const getUsage = defineRoute({
  method: "get",
  path: "/api/usage",
  role: "viewer",
  picksRows: true,
  group: "runs",
  summary: "What was used, by day, project, agent and model, subagents' apart; the last 30 days if not said",
  query: z.object({
    from: queryNumber(0, LATEST).optional().describe("Runs that began then or later, in milliseconds."),
    to: queryNumber(0, LATEST).optional().describe("Runs that began before that."),
    project_root: projectRoot.optional(),
    time_zone: z.string().min(1).max(100).default("UTC").describe("Whose days: Europe/Berlin."),
  }),
  result: z.object({ usage: z.array(dayUsage) }),
  handle: async ({ query }, { services }) => {
    const { project_root, time_zone: timeZone } = query;
    const to = query.to ?? LATEST;
    const from = query.from ?? Math.max(0, Math.min(to, Date.now()) - 30 * DAY_MS);
    const rows = await services.usage.byDay({ from, to, projectRoot: project_root, timeZone });
    return { usage: rows.map(toDayUsage) };
  },
});

export const usageRoutes = [getUsage];
