import { type Bound, boundsOf } from "@polylog/core";
import { useCallback, useEffect, useState } from "react";
import { client } from "../data/client.ts";
import { useServerChanges } from "../data/server-changes.ts";
import { sessionRow } from "../data/sessions.ts";

export interface Loaded<T> {
  /** Null until it is loaded. */
  readonly found: T | null;
  readonly failure: string | null;
  readonly load: () => void;
}

/** All budgets of a session. They are loaded again when `mark` changes. */
export function useSessionBudgets(sessionId: string, mark: unknown = null): Loaded<readonly Bound[]> {
  return useLoaded(() => loadBounds(sessionId), [sessionId, mark]);
}

/** The daily budget of a project. */
export function useDailyBudget(projectRoot: string): Loaded<Bound> {
  return useLoaded(async () => {
    const set: Bound["set"] = (budget) => client.budgets.set({ projectRoot, ...budget });
    return { of: "day", budget: (await client.budgets.get({ projectRoot })).budget, set };
  }, [projectRoot]);
}

async function loadBounds(sessionId: string): Promise<readonly Bound[]> {
  const { projectRoot } = sessionRow(sessionId) ?? (await client.sessions.get({ sessionId }));
  return boundsOf(client, sessionId, projectRoot);
}

/** Loads at first, on request, and when a dependency changes. The previous value stays visible until then. */
function useLoaded<T>(ask: () => Promise<T>, of: readonly unknown[]): Loaded<T> {
  const [found, setFound] = useState<T | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [asked, setAsked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller passes the dependencies.
  useEffect(() => {
    let isCurrent = true;
    ask().then(
      (answer) => {
        if (!isCurrent) return;
        setFound(answer);
        setFailure(null);
      },
      (error: Error) => isCurrent && setFailure(error.message),
    );
    return () => {
      isCurrent = false;
    };
  }, [...of, asked]);
  const load = useCallback(() => setAsked((before) => before + 1), []);
  useServerChanges(["budget", "mission"], load);
  return { found, failure, load };
}
