import type { ReactNode } from "react";
import { count } from "../../format/format.ts";
import { Scroller } from "../../ui/scroller.tsx";
import { costText, type Sum } from "./usage-sums.ts";
import styles from "./usage-table.module.css";

interface UsageLine {
  readonly key: string;
  readonly cells: readonly ReactNode[];
  readonly sum: Sum;
}

interface UsageTableProps {
  readonly heads: readonly string[];
  readonly lines: readonly UsageLine[];
}

/** The numbers of the charts. */
export function UsageTable({ heads, lines }: UsageTableProps) {
  return (
    <details className={styles.details}>
      <summary>Show as table</summary>
      <Scroller label="All numbers" className={styles.scroller}>
        <table className={styles.table}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
              {["Cost", "In", "Out", "Cached"].map((head) => (
                <th key={head} scope="col" className={styles.number}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, cells, sum }) => (
              <tr key={key}>
                {cells.map((cell, index) => (
                  <td key={heads[index]}>{cell}</td>
                ))}
                <td className={styles.number}>{costText(sum)}</td>
                <td className={styles.number}>{count(sum.inputTokens)}</td>
                <td className={styles.number}>{count(sum.outputTokens)}</td>
                <td className={styles.number}>{count(sum.cachedTokens)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </details>
  );
}
