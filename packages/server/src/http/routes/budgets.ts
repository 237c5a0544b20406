import { budgetRoutes } from "@polylog/core";
import type { BudgetScope } from "../../budgets/budgets.ts";
import { PolylogError } from "../../polylog-error.ts";
import { handle } from "./handler.ts";

interface Place {
  readonly sessionId?: string | undefined;
  readonly projectRoot?: string | undefined;
}

function scopeOf({ sessionId, projectRoot }: Place): BudgetScope {
  if (sessionId !== undefined) return { scope: "session", sessionId };
  if (projectRoot !== undefined) return { scope: "day", projectRoot };
  throw new PolylogError("bad_request", "Set session_id, or project_root for a daily budget.");
}

export const budgetHandlers = [
  handle(budgetRoutes.get, async ({ query }, { services }) => ({
    budget: await services.budgets.state(scopeOf(query)),
  })),
  handle(budgetRoutes.set, async ({ body: { costUsd, tokens, ...place } }, { services }) => ({
    budget: await services.budgets.set(scopeOf(place), { costUsd, tokens }),
  })),
];
