import type { Bound } from "@polylog/client";
import { Button } from "../ui/button.tsx";
import { Spinner } from "../ui/spinner.tsx";
import styles from "./budgets.module.css";
import { BoundCard } from "./budget-card.tsx";
import { type Loaded, useBounds, useDayBound } from "./use-budgets.ts";

const boundNames: Readonly<Record<Bound["of"], { readonly name: string; readonly about: string }>> = {
  session: { name: "This session", about: "With its subagents, and what other agents did for it." },
  mission: { name: "Its mission", about: "The mission pauses at the end of it." },
  day: { name: "Today in this project", about: "All its sessions together; the next day begins anew." },
};

/** Everything that a session's runs are held to. */
export function SessionBounds({ sessionId }: { readonly sessionId: string }) {
  const { found, failure, load } = useBounds(sessionId);
  return (
    <Waiting failure={failure} isThere={found !== null} load={load}>
      {(found ?? []).map((bound) => (
        <BoundCard key={bound.of} {...boundNames[bound.of]} bound={bound} onChanged={load} />
      ))}
    </Waiting>
  );
}

interface DayBoundProps {
  readonly projectRoot: string;
  readonly level?: 2 | 3;
}

export function DayBound({ projectRoot, level = 3 }: DayBoundProps) {
  const { found, failure, load } = useDayBound(projectRoot);
  return (
    <Waiting failure={failure} isThere={found !== null} load={load}>
      {found !== null && <BoundCard {...boundNames.day} level={level} bound={found} onChanged={load} />}
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
          The budget cannot be loaded: {failure}{" "}
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
