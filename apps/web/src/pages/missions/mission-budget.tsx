import { type Bound, type BudgetState, type Mission, usedShare } from "@polylog/client";
import { useEffect, useState } from "react";
import { BoundCard } from "../../budgets/bound-card.tsx";
import { client } from "../../data/client.ts";
import { tell } from "../../ui/toasts.tsx";

interface MissionBudgetProps {
  readonly mission: Mission;
  readonly onChanged: () => void;
}

/** What the mission may use. Where several agents take part, the one that is nearest to its end is shown. */
export function MissionBudget({ mission, onChanged }: MissionBudgetProps) {
  const used = useUsed(mission);
  if (used === null) return null;
  const bound: Bound = {
    of: "mission",
    budget: used,
    set: (budget) => {
      const isNone = budget.costUsd === undefined && budget.tokens === undefined;
      return client.changeMission(mission.projectRoot, { budget: isNone ? null : budget });
    },
  };
  const isShared = Object.keys(mission.sessions).length > 1;
  return (
    <BoundCard
      name="Budget of the mission"
      about={
        isShared
          ? "What each agent may use; the bar is that of the one who used most."
          : "It pauses at the end of it."
      }
      bound={bound}
      onChanged={onChanged}
    />
  );
}

const nothing = { usedUsd: 0, usedTokens: 0, costComplete: true };

function useUsed(mission: Mission): BudgetState | null {
  const [used, setUsed] = useState<BudgetState | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const { sessions, budget } = mission;
    const asked = Object.values(sessions).map((sessionId) => client.budget({ sessionId }));
    Promise.all(asked).then(
      (found) => {
        const each = [nothing, ...found].map((use) => ({
          usedUsd: use.usedUsd,
          usedTokens: use.usedTokens,
          costComplete: use.costComplete,
          ...budget,
        }));
        const most = each.reduce((a, b) => (amount(b) > amount(a) ? b : a));
        if (isCurrent) setUsed(most);
      },
      (error: Error) => tell(error.message),
    );
    return () => {
      isCurrent = false;
    };
  }, [mission]);
  return used;
}

function amount(state: BudgetState): number {
  return usedShare(state) ?? state.usedUsd + state.usedTokens;
}
