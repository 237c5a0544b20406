import { z } from "zod";
import { defineRoute } from "./contract.ts";
import { id, projectRoot } from "./fields.ts";
import type { Data } from "./wire.ts";

export const budget = z.object({
  costUsd: z.number().positive().max(1e6).optional(),
  tokens: z.int().positive().max(1e12).optional(),
});
/** What may be spent; what is not given is not bounded. */
export type Budget = Data<typeof budget>;

const state = budget
  .extend({
    usedUsd: z.number(),
    usedTokens: z.int(),
    costComplete: z.boolean().describe("False where the price of something is not known."),
  })
  .meta({ id: "Budget" });
/** A budget, and what is used of it. */
export type BudgetState = Data<typeof state>;

const place = z.object({
  sessionId: id.optional().describe("One session's budget."),
  projectRoot: projectRoot.optional().describe("Without a session: what the project may spend in a day."),
});

/** One session's budget, or what a project may spend in a day. */
export type BudgetPlace = { readonly sessionId: string } | { readonly projectRoot: string };

export const budgetRoutes = {
  get: defineRoute("budgets.get", {
    group: "usage",
    summary: "What a session, or a project in a day, may use, and what it has used",
    query: place,
    result: z.object({ budget: state }),
    errors: ["session_not_found", "not_a_project"],
  }),
  set: defineRoute("budgets.set", {
    group: "usage",
    summary: "Set or raise it; without an amount there is none",
    body: place.extend(budget.shape),
    result: z.object({ budget: state }),
    errors: ["session_not_found", "not_a_project"],
  }),
};
