import type { Bound } from "@polylog/core";
import type { Loaded } from "../data/use-loaded.ts";
import { Button } from "../ui/button.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { BudgetCard } from "./budget-card.tsx";
import styles from "./budgets.module.css";
import { useDailyBudget, useSessionBudgets } from "./use-budgets.ts";

const boundNames: Readonly<Record<Bound["of"], { readonly name: string; readonly about: string }>> = {
  session: {
    name: "This session",
    about: "Includes subagents and the work of other agents for this session.",
  },
  mission: { name: "Mission", about: "The mission pauses when its budget is used up." },
  day: { name: "Today in this project", about: "All sessions together. Resets every day." },
};

/** Every budget that applies to the runs of a session. */
export function SessionBudgets({ sessionId }: { readonly sessionId: string }) {
  const { found, failure, load } = useSessionBudgets(sessionId);
  return (
    <Waiting failure={failure} isThere={found !== null} load={load}>
      {(found ?? []).map((bound) => (
        <BudgetCard key={bound.of} {...boundNames[bound.of]} bound={bound} onChanged={load} />
      ))}
    </Waiting>
  );
}

interface DailyBudgetProps {
  readonly projectRoot: string;
  readonly level?: 2 | 3;
}

export function DailyBudget({ projectRoot, level = 3 }: DailyBudgetProps) {
  const { found, failure, load } = useDailyBudget(projectRoot);
  return (
    <Waiting failure={failure} isThere={found !== null} load={load}>
      {found !== null && <BudgetCard {...boundNames.day} level={level} bound={found} onChanged={load} />}
    </Waiting>
  );
}

interface WaitingProps extends Pick<Loaded<unknown>, "failure" | "load"> {
  readonly isThere: boolean;
  readonly children: React.ReactNode;
}

function Waiting({ failure, isThere, load, children }: WaitingProps) {
  return (
    <div className={styles.bounds}>
      {failure !== null && (
        <p className={styles.failure} role="alert">
          Could not load the budget: {failure}{" "}
          <Button size="small" onClick={load}>
            Try again
          </Button>
        </p>
      )}
      {failure === null && !isThere && <Spinner label="Loading" />}
      {children}
    </div>
  );
}
