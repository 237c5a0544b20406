import { z } from "zod";
import { outcomes } from "../events/define.ts";
import { defineRoute, type RouteInput } from "./contract.ts";
import { done, id, projectRoot, queryNumber, ts } from "./fields.ts";
import type { Data } from "./wire.ts";

const tokens = {
  inputTokens: z.int(),
  outputTokens: z.int(),
  cacheReadTokens: z.int(),
  cacheWriteTokens: z.int(),
  reasoningTokens: z.int(),
};

const runUsage = z.object({
  model: z.string(),
  ...tokens,
  costUsd: z.number(),
  costComplete: z.boolean().describe("False if the price of some calls is unknown."),
});
export type RunUsage = Data<typeof runUsage>;

const run = z
  .object({
    runId: id,
    sessionId: id,
    agentId: id,
    parentRunId: id.nullable(),
    startedTs: ts,
    endedTs: ts.nullable(),
    outcome: z.enum(outcomes).nullable(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    usage: z.array(runUsage),
    costUsd: z.number(),
    costComplete: z
      .boolean()
      .describe("False if the price of some calls is unknown, or if the run has reported no usage."),
  })
  .meta({ id: "Run" });
export type RunRow = Data<typeof run>;

const dayUsage = z
  .object({
    day: z.string().describe("The day on which the runs began, such as 2026-12-24."),
    projectRoot: z.string(),
    agentId: id,
    subagent: z.boolean(),
    model: z.string().nullable().describe("Null: these runs reported no usage."),
    runs: z.int().describe("A run that used two models counts for both."),
    ...tokens,
    costUsd: z.number().nullable().describe("Null: unknown, which does not mean free."),
    costComplete: z
      .boolean()
      .describe("False if the price of some calls is unknown; the cost is then a minimum."),
  })
  .meta({ id: "DayUsage" });
export type DayUsage = Data<typeof dayUsage>;

const LATEST = Number.MAX_SAFE_INTEGER;

export const runRoutes = {
  list: defineRoute("runs.list", {
    picksRows: true,
    summary: "List runs, newest first",
    query: z.object({ projectRoot: projectRoot.optional(), sessionId: id.optional() }),
    result: z.object({ runs: z.array(run) }),
  }),
  children: defineRoute("runs.children", {
    summary: "List the subagent runs of a run",
    query: z.object({ runId: id }),
    result: z.object({ runs: z.array(run) }),
    errors: ["run_not_found"],
  }),
  context: defineRoute("runs.context", {
    summary: "Get the prompt of a run",
    query: z.object({ runId: id, view: z.enum(["summary", "raw"]).default("summary") }),
    result: z.unknown(),
    errors: ["run_not_found"],
  }),
  cancel: defineRoute("runs.cancel", {
    summary: "Cancel a run and all its subagents; cancelling it again is not an error",
    body: z.object({ runId: id }),
    result: done,
    errors: ["run_not_found", "not_supported"],
  }),
  usage: defineRoute("runs.usage", {
    picksRows: true,
    summary:
      "Get usage by day, project, agent and model, with subagents listed separately; defaults to the last 30 days",
    query: z.object({
      from: queryNumber(0, LATEST)
        .optional()
        .describe("Only runs that began at or after this time, in milliseconds."),
      to: queryNumber(0, LATEST).optional().describe("Only runs that began before this time."),
      projectRoot: projectRoot.optional(),
      timeZone: z
        .string()
        .min(1)
        .max(100)
        .default("UTC")
        .describe("The time zone of the days, such as Europe/Berlin."),
    }),
    result: z.object({ usage: z.array(dayUsage) }),
  }),
};

export type UsageQuery = RouteInput<typeof runRoutes.usage>;
