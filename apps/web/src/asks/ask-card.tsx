import type { AskDescription } from "@polylog/core";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { ExactText } from "../ui/exact-text.tsx";
import { Spinner } from "../ui/spinner.tsx";
import styles from "./ask-card.module.css";
import { AskHeading } from "./ask-heading.tsx";
import type { Answering } from "./use-answer.ts";

interface AskCardProps {
  readonly icon: LucideIcon;
  readonly ask: AskDescription;
  readonly children: ReactNode;
  readonly actions: ReactNode;
  readonly answering: Answering;
}

/** An ask that waits for an answer. It is the only element of the page with a strong color. */
export function AskCard({ icon: Icon, ask, children, actions, answering }: AskCardProps) {
  const { isSending, failure, refusal } = answering;
  return (
    <article className={styles.card} aria-label="Waiting for your answer" data-ask="">
      <header className={styles.head}>
        <Icon size={16} className={styles.icon} />
        <h3 className={styles.title}>
          <AskHeading ask={ask} />
        </h3>
        <span className={styles.who}>
          <ExactText text={whoAsks(ask)} />
        </span>
      </header>
      <div className={styles.body}>{children}</div>
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <footer className={styles.actions}>
        {refusal === null ? actions : <p className={styles.refusal}>{refusal}</p>}
        {isSending && <Spinner label="Sending the answer" />}
      </footer>
    </article>
  );
}

/** The agent that asks, after the agents above it. */
function whoAsks({ agentPath }: AskDescription): string {
  return agentPath.map((agentId, index) => (index === 0 ? agentId : `${agentId} (subagent)`)).join(" › ");
}
