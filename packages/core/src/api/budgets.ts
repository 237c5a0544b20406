import { z } from "zod";
import { defineRoute } from "./contract.ts";
import { id, projectRoot } from "./fields.ts";
import type { Data } from "./wire.ts";

export const budget = z.object({
  costUsd: z.number().positive().max(1e6).optional(),
  tokens: z.int().positive().max(1e12).optional(),
});
/** The spending limits; an omitted limit means unlimited. */
export type Budget = Data<typeof budget>;

const state = budget
  .extend({
    usedUsd: z.number(),
    usedTokens: z.int(),
    costComplete: z
      .boolean()
      .describe("False if some prices are unknown, or if an agent has reported no usage."),
  })
  .meta({ id: "Budget" });
/** A budget and its usage. */
export type BudgetState = Data<typeof state>;

const place = z.object({
  sessionId: id.optional().describe("The session whose budget it is."),
  projectRoot: projectRoot.optional().describe("Without a session: the project's daily budget."),
});

/** Selects a session's budget or a project's daily budget. */
export type BudgetPlace = { readonly sessionId: string } | { readonly projectRoot: string };

export const budgetRoutes = {
  get: defineRoute("budgets.get", {
    summary: "Get the limits and usage of a session, or of a project today",
    query: place,
    result: z.object({ budget: state }),
    errors: ["session_not_found", "not_a_project"],
  }),
  set: defineRoute("budgets.set", {
    summary: "Set or raise the limits; without an amount, remove them",
    body: place.extend(budget.shape),
    result: z.object({ budget: state }),
    errors: ["session_not_found", "not_a_project"],
  }),
};
