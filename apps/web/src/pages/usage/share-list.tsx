import { count } from "../../format/format.ts";
import styles from "./share-list.module.css";
import { costText, type Share, type Sum, tokensOf } from "./usage-sums.ts";

interface ShareListProps {
  readonly title: string;
  readonly shares: readonly Share[];
  readonly amountOf: (sum: Sum) => number;
  readonly nameOf?: (name: string) => string;
}

const shown = 6;

/** Shares of the usage, the largest first. */
export function ShareList({ title, shares: all, amountOf, nameOf = (name) => name }: ShareListProps) {
  // Runs that have not reported anything yet are left out.
  const shares = all.filter(({ sum }) => tokensOf(sum) > 0 || sum.isCostKnown);
  const most = Math.max(...shares.map(({ sum }) => amountOf(sum)), 0);
  return (
    <section className={styles.shares}>
      <h2 className={styles.title}>{title}</h2>
      <ol className={styles.list}>
        {shares.slice(0, shown).map(({ name, sum, subagents }) => (
          <li key={name} className={styles.share}>
            <span className={styles.name} title={name}>
              {nameOf(name)}
            </span>
            <span className={styles.cost}>{costText(sum)}</span>
            <meter
              className={styles.meter}
              min={0}
              max={most === 0 ? 1 : most}
              value={amountOf(sum)}
              aria-label={`${nameOf(name)}, share of the total`}
            />
            <span className={styles.detail}>
              {count(tokensOf(sum))} tokens
              {subagents.runs > 0 && `, ${count(tokensOf(subagents))} by subagents`}
            </span>
          </li>
        ))}
      </ol>
      {shares.length > shown && (
        <p className={styles.detail}>and {shares.length - shown} more in the table</p>
      )}
    </section>
  );
}
