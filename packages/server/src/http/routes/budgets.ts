import type { BudgetState } from "@polylog/core";
import { z } from "zod";
import type { BudgetScope } from "../../budgets/budgets.ts";
import { PolylogError } from "../../errors.ts";
import { defineRoute } from "./define.ts";
import { id, projectRoot } from "./fields.ts";

export const budgetFields = {
  cost_usd: z.number().positive().max(1e6).optional(),
  tokens: z.int().positive().max(1e12).optional(),
};

const place = {
  session_id: id.optional().describe("One session's budget."),
  project_root: projectRoot.optional().describe("Without a session: what the project may spend in a day."),
};

const state = z
  .object({
    ...budgetFields,
    used_usd: z.number(),
    used_tokens: z.int(),
    cost_complete: z.boolean().describe("False where the price of something is not known."),
  })
  .meta({ id: "Budget" });

function toState(value: BudgetState): z.input<typeof state> {
  return {
    cost_usd: value.costUsd,
    tokens: value.tokens,
    used_usd: value.usedUsd,
    used_tokens: value.usedTokens,
    cost_complete: value.costComplete,
  };
}

function scopeOf(given: { session_id?: string | undefined; project_root?: string | undefined }): BudgetScope {
  const { session_id: sessionId, project_root } = given;
  if (sessionId !== undefined) return { scope: "session", sessionId };
  if (project_root !== undefined) return { scope: "day", projectRoot: project_root };
  throw new PolylogError("bad_request", "Name a session_id, or a project_root for its days.");
}

const getBudget = defineRoute({
  method: "get",
  path: "/api/budget",
  role: "viewer",
  group: "usage",
  summary: "What a session, or a project in a day, may use, and what it has used",
  query: z.object(place),
  result: z.object({ budget: state }),
  errors: ["session_not_found", "not_a_project"],
  handle: async ({ query }, { services }) => ({
    budget: toState(await services.budgets.state(scopeOf(query))),
  }),
});

const postBudget = defineRoute({
  method: "post",
  path: "/api/budget",
  role: "approver",
  group: "usage",
  summary: "Set or raise it; without an amount there is none",
  body: z.object({ ...place, ...budgetFields }),
  result: z.object({ budget: state }),
  errors: ["session_not_found", "not_a_project"],
  handle: async ({ body }, { services }) => {
    const { cost_usd: costUsd, tokens } = body;
    return { budget: toState(await services.budgets.set(scopeOf(body), { costUsd, tokens })) };
  },
});

export const budgetRoutes = [getBudget, postBudget];
