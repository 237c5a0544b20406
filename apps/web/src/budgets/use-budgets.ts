import { type Bound, boundsOf } from "@polylog/core";
import { client } from "../data/client.ts";
import { sessionRow } from "../data/sessions.ts";
import { type Loaded, useLoaded } from "../data/use-loaded.ts";

/** All budgets of a session. They are loaded again when `mark` changes. */
export function useSessionBudgets(sessionId: string, mark: unknown = null): Loaded<readonly Bound[]> {
  return useLoaded(() => loadBounds(sessionId), [sessionId, mark], ["budget", "mission"]);
}

/** The daily budget of a project. */
export function useDailyBudget(projectRoot: string): Loaded<Bound> {
  const ask = async (): Promise<Bound> => {
    const set: Bound["set"] = (budget) => client.budgets.set({ projectRoot, ...budget });
    return { of: "day", budget: (await client.budgets.get({ projectRoot })).budget, set };
  };
  return useLoaded(ask, [projectRoot], ["budget", "mission"]);
}

async function loadBounds(sessionId: string): Promise<readonly Bound[]> {
  const { projectRoot } = sessionRow(sessionId) ?? (await client.sessions.get({ sessionId }));
  return boundsOf(client, sessionId, projectRoot);
}
