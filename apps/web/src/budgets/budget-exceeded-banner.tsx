import type { Bound, Budget, Queue } from "@polylog/core";
import { Wallet } from "lucide-react";
import { type FormEvent, useState } from "react";
import { client } from "../data/client.ts";
import { useSessionContext } from "../data/session/session-context.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/fields/field.tsx";
import { amountIn, isUsedUp, partsOf, raised } from "./budget-amounts.ts";
import styles from "./budget-exceeded-banner.module.css";
import { useSessionBudgets } from "./use-budgets.ts";

interface BudgetExceededBannerProps {
  readonly queue: Queue;
  /** Changes each time a budget stops something. */
  readonly mark: string;
}

/** Shows which budget has stopped the work, and a field that raises it. */
export function BudgetExceededBanner({ queue, mark }: BudgetExceededBannerProps) {
  const { sessionId } = useSessionContext();
  const { found, load } = useSessionBudgets(sessionId, mark);
  const bound = found?.find(({ budget }) => isUsedUp(budget));
  const [first] = queue.paused === null ? [] : queue.items;
  if (bound === undefined) return null;
  const raise = async (to: Budget) => {
    await bound.set(to);
    // The budget was the only reason why these messages wait.
    if (first !== undefined)
      await client.queue.change({ sessionId, itemId: first.itemId, send: "interrupt" });
    load();
  };
  const texts = partsOf(bound.budget).flatMap(({ share, text }) => (share >= 1 ? [text] : []));
  return (
    <section className={styles.banner} aria-label="Budget reached">
      <p className={styles.title}>
        <Wallet size={14} aria-hidden="true" className={styles.icon} />
        <span>
          {titles[bound.of]} <span className={styles.used}>{texts.join(", ")}</span>
        </span>
      </p>
      <RaiseBudgetForm
        key={`${bound.of} ${texts}`}
        to={raised(bound.budget)}
        name={first === undefined ? "Raise" : "Raise and continue"}
        onRaise={raise}
      />
    </section>
  );
}

interface RaiseBudgetFormProps {
  readonly to: Budget;
  readonly name: string;
  readonly onRaise: (to: Budget) => Promise<void>;
}

/** One field for the limit that was reached, cost or tokens. */
function RaiseBudgetForm({ to, name, onRaise }: RaiseBudgetFormProps) {
  const kind = to.costUsd === undefined ? "tokens" : "costUsd";
  const [typed, setTyped] = useState(String(to[kind]));
  const [failure, setFailure] = useState<string | null>(null);
  const amount = amountIn(typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (amount == null) return;
    setFailure(null);
    const given = kind === "tokens" ? Math.ceil(amount) : amount;
    onRaise({ ...to, [kind]: given }).catch((error: Error) => setFailure(error.message));
  };
  return (
    <form className={styles.raise} onSubmit={submit}>
      <TextField
        label={kind === "tokens" ? "Token limit" : "Dollar limit"}
        inputMode="decimal"
        autoComplete="off"
        className={styles.field}
        value={typed}
        error={failure}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button look="primary" type="submit" disabled={amount == null}>
        {name}
      </Button>
    </form>
  );
}

const titles: Readonly<Record<Bound["of"], string>> = {
  session: "This session reached its budget.",
  mission: "The mission reached its budget.",
  day: "This project reached its budget for today.",
};
