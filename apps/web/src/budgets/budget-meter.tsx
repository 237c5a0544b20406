import type { BudgetState } from "@polylog/client";
import { TriangleAlert } from "lucide-react";
import { partsOf, percent, toneOf, usedText } from "./budget-amounts.ts";
import styles from "./budget-meter.module.css";

/** The usage of a budget: a bar for cost and one for tokens, if they are limited. */
export function BudgetMeter({ budget }: { readonly budget: BudgetState }) {
  const parts = partsOf(budget);
  if (parts.length === 0) return <p className={styles.none}>No limit. Used: {usedText(budget)}</p>;
  return (
    <div className={styles.parts}>
      {parts.map(({ name: kind, share, text }) => (
        <div key={kind} className={styles.part} data-tone={toneOf(share)}>
          <div className={styles.bar} aria-hidden="true">
            <span className={styles.used} style={{ width: `${Math.min(100, share * 100)}%` }} />
          </div>
          <p className={styles.text}>
            <span>{text}</span>
            <span className={styles.share}>
              {share >= 1 && <TriangleAlert size={12} aria-hidden="true" />}
              {share >= 1 ? "used up" : percent(share)}
            </span>
          </p>
        </div>
      ))}
    </div>
  );
}
