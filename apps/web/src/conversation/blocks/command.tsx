import { CopyButton } from "../../ui/copy-button.tsx";
import { cx } from "../../ui/cx.ts";
import type { BlockProps } from "./block-view.tsx";
import styles from "./blocks.module.css";
import { FoldedText } from "./folded-text.tsx";

/** A command, always in sight and exactly as it runs. */
export function Command({ block: { command, cwd } }: BlockProps<"command">) {
  return (
    <div className={cx(styles.mono, styles.command)}>
      <FoldedText text={command} label="Command" />
      {cwd !== null && <span className={styles.cwd}>in {cwd}</span>}
      <CopyButton text={() => command} label="Copy command" className={styles.copy} />
    </div>
  );
}
