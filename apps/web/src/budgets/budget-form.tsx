import type { Budget } from "@polylog/client";
import { type FormEvent, useState } from "react";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/fields/field.tsx";
import { amountIn } from "./budget-amounts.ts";
import styles from "./budget-form.module.css";

interface BudgetFormProps {
  readonly budget: Budget;
  /** The label of the submit button. */
  readonly name: string;
  readonly onSave: (budget: Budget) => Promise<unknown>;
  readonly onCancel?: (() => void) | undefined;
  /** A budget exists and can be removed. */
  readonly canRemove?: boolean;
}

const wrong = "Enter an amount above 0, such as 2.50 or 50k";

/** Limits in dollars and tokens; an empty field means no limit. */
export function BudgetForm({ budget, name, onSave, onCancel, canRemove = false }: BudgetFormProps) {
  const [cost, setCost] = useState(String(budget.costUsd ?? ""));
  const [tokens, setTokens] = useState(String(budget.tokens ?? ""));
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const costUsd = amountIn(cost);
  const most = amountIn(tokens);
  const save = (to: Budget) => {
    setSaving(true);
    setFailure(null);
    onSave(to)
      .catch((error: Error) => setFailure(error.message))
      .finally(() => setSaving(false));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (costUsd === null || most === null) return;
    save({ costUsd, tokens: most === undefined ? undefined : Math.ceil(most) });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <div className={styles.fields}>
        <TextField
          label="Dollars"
          inputMode="decimal"
          value={cost}
          placeholder="No limit"
          autoComplete="off"
          error={costUsd === null ? wrong : null}
          onChange={({ target }) => setCost(target.value)}
        />
        <TextField
          label="Tokens"
          value={tokens}
          placeholder="No limit"
          autoComplete="off"
          error={most === null ? wrong : null}
          onChange={({ target }) => setTokens(target.value)}
        />
      </div>
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.actions}>
        <Button
          size="small"
          look="primary"
          type="submit"
          disabled={
            isSaving || costUsd === null || most === null || (cost.trim() === "" && tokens.trim() === "")
          }
        >
          {name}
        </Button>
        {onCancel !== undefined && (
          <Button size="small" onClick={onCancel}>
            Cancel
          </Button>
        )}
        {canRemove && (
          <Button size="small" look="danger" disabled={isSaving} onClick={() => save({})}>
            Remove budget
          </Button>
        )}
      </div>
    </form>
  );
}
