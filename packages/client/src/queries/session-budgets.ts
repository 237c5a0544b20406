import type { Budget, BudgetState, Mission } from "@polylog/core";
import type { Client } from "../client.ts";

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

type Asked = Pick<Client, "budget" | "setBudget" | "mission" | "changeMission">;

/** All that bounds what a session may use: its own budget, that of the mission it works for, that of the project's day. */
export async function boundsOf(
  client: Asked,
  sessionId: string,
  projectRoot: string,
): Promise<readonly Bound[]> {
  const [session, day, missions] = await Promise.all([
    client.budget({ sessionId }),
    client.budget({ projectRoot }),
    client.mission(projectRoot).then(async (mission) => {
      const isIts = mission !== null && Object.values(mission.sessions).includes(sessionId);
      return isIts ? [await missionBound(client, mission)] : [];
    }),
  ]);
  const own: Bound = {
    of: "session",
    budget: session,
    set: (budget) => client.setBudget({ sessionId }, budget),
  };
  const today: Bound = { of: "day", budget: day, set: (budget) => client.setBudget({ projectRoot }, budget) };
  return [own, ...missions, today];
}

/** What a mission may use, and what all who take part have used. */
export async function missionBound(
  client: Pick<Client, "budget" | "changeMission">,
  mission: Mission,
): Promise<Bound> {
  const sessionIds = [...new Set(Object.values(mission.sessions))];
  // A session that was deleted no longer counts.
  const each = await Promise.all(sessionIds.map((id) => client.budget({ sessionId: id }).catch(() => null)));
  const used = each.filter((budget) => budget !== null);
  const usedUsd = used.reduce((sum, budget) => sum + budget.usedUsd, 0);
  const usedTokens = used.reduce((sum, budget) => sum + budget.usedTokens, 0);
  const costComplete = used.every((budget) => budget.costComplete);
  const set = (budget: Budget) => {
    const isNone = budget.costUsd === undefined && budget.tokens === undefined;
    return client.changeMission(mission.projectRoot, { budget: isNone ? null : budget });
  };
  return { of: "mission", budget: { ...mission.budget, usedUsd, usedTokens, costComplete }, set };
}
