import { Code } from "../../markdown/code.tsx";
import { cx } from "../../ui/cx.ts";
import { Scroller } from "../../ui/scroller.tsx";
import type { BlockProps } from "./block-view.tsx";
import styles from "./blocks.module.css";

export function Json({ block: { text } }: BlockProps<"json">) {
  return (
    <div className={styles.output}>
      <Scroller label="JSON" className={cx(styles.mono, styles.outputText)}>
        <Code code={text} language="json" />
      </Scroller>
    </div>
  );
}
