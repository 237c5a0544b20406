import { type Bound, type Mission, missionBound } from "@polylog/core";
import { useEffect, useState } from "react";
import { BudgetCard } from "../../budgets/budget-card.tsx";
import { client } from "../../data/client.ts";
import { showToast } from "../../ui/toasts.tsx";

interface MissionBudgetProps {
  readonly mission: Mission;
  readonly onChanged: () => void;
}

/** What the mission may use, all who take part together. */
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
      name="Budget of the mission"
      about="All who take part together. The mission pauses at the end of it."
      level={2}
      bound={bound}
      onChanged={onChanged}
    />
  );
}
