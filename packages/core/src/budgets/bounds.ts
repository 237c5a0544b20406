import type { Budget, BudgetPlace, BudgetState } from "../api/budgets.ts";
import type { Mission } from "../api/missions.ts";

/** How much of a budget is used; of cost and tokens, the one that is nearer to its end. Null where nothing bounds it. */
export function usedShare({ costUsd, tokens, usedUsd, usedTokens }: BudgetState): number | null {
  if (costUsd === undefined && tokens === undefined) return null;
  return Math.max(
    costUsd === undefined ? 0 : usedUsd / costUsd,
    tokens === undefined ? 0 : usedTokens / tokens,
  );
}

/** One of the budgets that a session's runs are held to. */
export interface Bound {
  readonly of: "session" | "mission" | "day";
  readonly budget: BudgetState;
  /** Sets it; an empty one removes it. */
  set(budget: Budget): Promise<unknown>;
}

/** The requests that this takes, as a client of the API has them. */
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

/** All that bounds what a session may use: its own budget, that of the mission it works for, that of the project's day. */
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

/** What a mission may use, and what all who take part have used. */
export async function missionBound(api: BudgetApi, mission: Mission): Promise<Bound> {
  const sessionIds = [...new Set(Object.values(mission.sessions))];
  // A session that was deleted no longer counts.
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
