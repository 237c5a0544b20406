import type { Bound } from "@polylog/core";
import { useId, useState } from "react";
import { Button } from "../ui/button.tsx";
import { isUsedUp, raised } from "./budget-amounts.ts";
import styles from "./budget-card.module.css";
import { BudgetForm } from "./budget-form.tsx";
import { BudgetMeter } from "./budget-meter.tsx";

interface BudgetCardProps {
  readonly name: string;
  readonly about: string;
  readonly bound: Bound;
  readonly onChanged: () => void;
  /** The level of its heading on the page. */
  readonly level?: 2 | 3;
}

/** One budget: its usage, and the form that sets or raises it in the same place. */
export function BudgetCard({ name, about, bound, onChanged, level = 3 }: BudgetCardProps) {
  const heading = useId();
  const Heading = level === 2 ? "h2" : "h3";
  const [isEditing, setEditing] = useState(false);
  const { budget, set } = bound;
  const isSet = budget.costUsd !== undefined || budget.tokens !== undefined;
  const isSpent = isUsedUp(budget);
  const save = async (to: Parameters<Bound["set"]>[0]) => {
    await set(to);
    setEditing(false);
    onChanged();
  };
  return (
    <section className={styles.card} aria-labelledby={heading}>
      <header className={styles.head}>
        <Heading id={heading} className={styles.name}>
          {name}
        </Heading>
        {!isEditing && (
          <Button size="small" look={isSpent ? "primary" : "plain"} onClick={() => setEditing(true)}>
            {isSpent ? "Raise limit" : isSet ? "Change limit" : "Set limit"}
          </Button>
        )}
      </header>
      <p className={styles.about}>{about}</p>
      <BudgetMeter budget={budget} />
      {isEditing && (
        <BudgetForm
          budget={isSpent ? raised(budget) : budget}
          name={isSpent ? "Raise" : "Save"}
          canRemove={isSet}
          onSave={save}
          onCancel={() => setEditing(false)}
        />
      )}
    </section>
  );
}
