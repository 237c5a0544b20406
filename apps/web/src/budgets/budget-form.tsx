import type { Budget } from "@polylog/client";
import { type FormEvent, useState } from "react";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/fields/field.tsx";
import { amountIn } from "./budget-amounts.ts";
import styles from "./budget-form.module.css";

interface BudgetFormProps {
  readonly budget: Budget;
  /** What the button says. */
  readonly name: string;
  readonly onSave: (budget: Budget) => Promise<unknown>;
  readonly onCancel?: (() => void) | undefined;
  /** There is one, and it can be taken away. */
  readonly canRemove?: boolean;
}

const wrong = "An amount above nothing, as 2.50 or 50k";

/** Dollars and tokens; what is left empty is not bounded. */
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
          placeholder="No bound"
          autoComplete="off"
          error={costUsd === null ? wrong : null}
          onChange={({ target }) => setCost(target.value)}
        />
        <TextField
          label="Tokens"
          value={tokens}
          placeholder="No bound"
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
            Remove the budget
          </Button>
        )}
      </div>
    </form>
  );
}
