import { outcomes } from "@polylog/core";
import { z } from "zod";
import type { RunRow } from "../../store/store.ts";
import { defineRoute } from "./define.ts";
import { done, id, isDone, projectRoot, ts } from "./fields.ts";

const usage = z.object({
  model: z.string(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  cache_read_tokens: z.int(),
  cache_write_tokens: z.int(),
  reasoning_tokens: z.int(),
  cost_usd: z.number(),
  cost_complete: z.boolean().describe("False where the price of some calls is not known."),
});

const run = z
  .object({
    run_id: id,
    session_id: id,
    agent_id: id,
    parent_run_id: id.nullable(),
    started_ts: ts,
    ended_ts: ts.nullable(),
    outcome: z.enum(outcomes).nullable(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    usage: z.array(usage),
    cost_usd: z.number(),
    cost_complete: z.boolean(),
  })
  .meta({ id: "Run" });

function toRun(row: RunRow): z.input<typeof run> {
  return {
    run_id: row.runId,
    session_id: row.sessionId,
    agent_id: row.agentId,
    parent_run_id: row.parentRunId,
    started_ts: row.startedTs,
    ended_ts: row.endedTs,
    outcome: row.outcome,
    error: row.error,
    usage: row.usage.map((sum) => ({
      model: sum.model,
      input_tokens: sum.inputTokens,
      output_tokens: sum.outputTokens,
      cache_read_tokens: sum.cacheReadTokens,
      cache_write_tokens: sum.cacheWriteTokens,
      reasoning_tokens: sum.reasoningTokens,
      cost_usd: sum.costNanos / 1e9,
      cost_complete: sum.unpriced === 0,
    })),
    cost_usd: row.usage.reduce((nanos, sum) => nanos + sum.costNanos, 0) / 1e9,
    cost_complete: row.usage.every(({ unpriced }) => unpriced === 0),
  };
}

const getRuns = defineRoute({
  method: "get",
  path: "/api/agent-runs",
  role: "viewer",
  picksRows: true,
  group: "runs",
  summary: "Runs, newest first",
  query: z.object({ project_root: projectRoot.optional(), session_id: id.optional() }),
  result: z.object({ runs: z.array(run) }),
  handle: async ({ query }, { services }) => {
    const rows = await services.runs.list({ projectRoot: query.project_root, sessionId: query.session_id });
    return { runs: rows.map(toRun) };
  },
});

const getChildren = defineRoute({
  method: "get",
  path: "/api/agent-children",
  role: "viewer",
  group: "runs",
  summary: "The runs that a run started",
  query: z.object({ run_id: id }),
  result: z.object({ runs: z.array(run) }),
  errors: ["run_not_found"],
  handle: async ({ query }, { services }) => ({
    runs: (await services.runs.children(query.run_id)).map(toRun),
  }),
});

const getContext = defineRoute({
  method: "get",
  path: "/api/agent-context",
  role: "viewer",
  group: "runs",
  summary: "What the agent was given",
  query: z.object({ run_id: id, view: z.enum(["summary", "raw"]).default("summary") }),
  result: z.unknown(),
  errors: ["run_not_found"],
  handle: ({ query }, { services }) => services.runs.context(query.run_id, query.view),
});

export const postCancel = defineRoute({
  method: "post",
  path: "/api/agent-cancel",
  role: "prompter",
  group: "runs",
  summary: "Cancel a run and all below it; again is no error",
  body: z.object({ run_id: id }),
  result: done,
  errors: ["run_not_found", "not_supported"],
  handle: async ({ body }, { services }) => {
    await services.runs.cancel(body.run_id);
    return isDone;
  },
});

export const runRoutes = [getRuns, getChildren, getContext, postCancel];
