import { type AskEntry, actorLabel } from "@polylog/core";
import { Ban, Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { TimeLabel } from "../format/time-label.tsx";
import styles from "./ask-answer.module.css";

interface AskAnswerProps {
  readonly entry: AskEntry;
  readonly verdict: "yes" | "no" | "none";
  readonly what: string;
  readonly about: ReactNode;
  readonly note?: string | null;
}

const icons = { yes: Check, no: X, none: Ban } as const;

/** The result of an ask: who answered what, and when. */
export function AskAnswer({ entry, verdict, what, about, note = null }: AskAnswerProps) {
  const Icon = icons[verdict];
  const { answer } = entry;
  return (
    <div
      className={styles.line}
      data-verdict={verdict}
      data-by={answer?.by?.kind}
      title={actorLabel(answer?.by ?? null) || undefined}
    >
      <Icon size={14} />
      <span className={styles.what} dir="auto">
        {what}
      </span>
      <span className={styles.about}>{about}</span>
      {answer !== null && (
        <span className={styles.by}>
          {answeredBy(entry)} <TimeLabel ts={answer.ts} />
        </span>
      )}
      {note !== null && note !== "" && (
        <q className={styles.note} dir="auto">
          {note}
        </q>
      )}
    </div>
  );
}

function answeredBy({ answer }: AskEntry): string {
  if (answer?.by == null) return "";
  const { kind, name, id } = answer.by;
  return kind === "rule" ? `by rule (${name ?? id ?? "custom"})` : `by ${name ?? id ?? kind}`;
}

/** The reason if an ask ended without an answer. */
export function unansweredReason({ answer, endedBy }: AskEntry): string | null {
  if (answer?.outcome === "expired") return "Expired: the agent was stopped";
  if (answer?.outcome === "cancelled") return "Cancelled";
  return answer === null && endedBy !== null ? "Cancelled" : null;
}
