import type { Budget, BudgetPlace, BudgetState } from "../api/budgets.ts";
import type { Mission } from "../api/missions.ts";

/** The used share of a budget: of cost or tokens, whichever is closer to its limit. Null without a limit. */
export function usedShare({ costUsd, tokens, usedUsd, usedTokens }: BudgetState): number | null {
  if (costUsd === undefined && tokens === undefined) return null;
  return Math.max(
    costUsd === undefined ? 0 : usedUsd / costUsd,
    tokens === undefined ? 0 : usedTokens / tokens,
  );
}

/** One of the budgets that limit a session's runs. */
export interface Bound {
  readonly of: "session" | "mission" | "day";
  readonly budget: BudgetState;
  /** Sets it; an empty budget removes it. */
  set(budget: Budget): Promise<unknown>;
}

/** The necessary requests, as provided by an API client. */
interface BudgetApi {
  readonly budgets: {
    get(place: BudgetPlace): Promise<{ readonly budget: BudgetState }>;
    set(budget: BudgetPlace & Budget): Promise<unknown>;
  };
  readonly missions: {
    get(place: { readonly projectRoot: string }): Promise<{ readonly mission: Mission | null }>;
    change(change: { readonly projectRoot: string; readonly budget: Budget | null }): Promise<unknown>;
  };
}

/** All budgets that limit a session: its own, its mission's, and the project's daily budget. */
export async function boundsOf(
  api: BudgetApi,
  sessionId: string,
  projectRoot: string,
): Promise<readonly Bound[]> {
  const [session, day, missions] = await Promise.all([
    api.budgets.get({ sessionId }),
    api.budgets.get({ projectRoot }),
    api.missions.get({ projectRoot }).then(async ({ mission }) => {
      const isIts = mission !== null && Object.values(mission.sessions).includes(sessionId);
      return isIts ? [await missionBound(api, mission)] : [];
    }),
  ]);
  const own: Bound = {
    of: "session",
    budget: session.budget,
    set: (budget) => api.budgets.set({ sessionId, ...budget }),
  };
  const today: Bound = {
    of: "day",
    budget: day.budget,
    set: (budget) => api.budgets.set({ projectRoot, ...budget }),
  };
  return [own, ...missions, today];
}

/** A mission's limits, and the usage of all participants. */
export async function missionBound(api: BudgetApi, mission: Mission): Promise<Bound> {
  const sessionIds = [...new Set(Object.values(mission.sessions))];
  // A deleted session no longer counts.
  const each = await Promise.all(
    sessionIds.map((id) => api.budgets.get({ sessionId: id }).catch(() => null)),
  );
  const used = each.flatMap((found) => (found === null ? [] : [found.budget]));
  const usedUsd = used.reduce((sum, budget) => sum + budget.usedUsd, 0);
  const usedTokens = used.reduce((sum, budget) => sum + budget.usedTokens, 0);
  const costComplete = used.every((budget) => budget.costComplete);
  const set = (budget: Budget) => {
    const isNone = budget.costUsd === undefined && budget.tokens === undefined;
    return api.missions.change({ projectRoot: mission.projectRoot, budget: isNone ? null : budget });
  };
  return { of: "mission", budget: { ...mission.budget, usedUsd, usedTokens, costComplete }, set };
}
