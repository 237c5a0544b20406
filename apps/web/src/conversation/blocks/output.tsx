import { count } from "../../format/format.ts";
import { cx } from "../../ui/cx.ts";
import { Scroller } from "../../ui/scroller.tsx";
import type { BlockProps } from "./block-view.tsx";
import styles from "./blocks.module.css";
import { cleanOutput } from "./clean-output.ts";

/** What a program printed. */
export function Output({ block: { text, exitCode, totalChars } }: BlockProps<"output">) {
  const shown = cleanOutput(text);
  return (
    <div className={styles.output}>
      <Scroller label="Output" className={cx(styles.mono, styles.outputText)}>
        {shown}
      </Scroller>
      {totalChars !== null && (
        <p className={styles.note}>
          Cut: {count(shown.length)} of {count(totalChars)} characters are shown.
        </p>
      )}
      {exitCode !== null && exitCode !== 0 && <p className={styles.note}>Exit code {exitCode}</p>}
    </div>
  );
}
