import { type Bound, type Mission, missionBound } from "@polylog/core";
import { useEffect, useState } from "react";
import { BudgetCard } from "../../budgets/budget-card.tsx";
import { client } from "../../data/client.ts";
import { showToast } from "../../ui/toasts.tsx";

interface MissionBudgetProps {
  readonly mission: Mission;
  readonly onChanged: () => void;
}

/** The shared budget of all agents of a mission. */
export function MissionBudget({ mission, onChanged }: MissionBudgetProps) {
  const [bound, setBound] = useState<Bound | null>(null);
  useEffect(() => {
    let isCurrent = true;
    missionBound(client, mission).then(
      (found) => isCurrent && setBound(found),
      (error: Error) => showToast(error.message),
    );
    return () => {
      isCurrent = false;
    };
  }, [mission]);
  if (bound === null) return null;
  return (
    <BudgetCard
      name="Mission budget"
      about="Shared by all its agents. The mission pauses when the budget is used up."
      level={2}
      bound={bound}
      onChanged={onChanged}
    />
  );
}
