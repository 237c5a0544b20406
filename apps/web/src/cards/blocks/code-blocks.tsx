import { excerptOf, hasHidden } from "@polylog/core";
import { useState } from "react";
import { plural } from "../../format/format.ts";
import { Code } from "../../markdown/code.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { cx } from "../../ui/cx.ts";
import { ExactText } from "../../ui/exact-text.tsx";
import { Scroller } from "../../ui/scroller.tsx";
import type { BlockProps } from "./block-view.tsx";
import styles from "./blocks.module.css";
import { ExpandableText } from "./expandable-text.tsx";

/** The content of a written file: its first lines, and the rest on demand. */
export function CodeFileBlock({ block: { text, language, excerpt, path } }: BlockProps<"code">) {
  const [isWhole, setWhole] = useState(false);
  const { shown, hiddenLines } = excerptOf(text, isWhole ? null : excerpt);
  const isCut = hiddenLines > 0;
  return (
    <div className={cx(styles.preview, isCut && styles.fade)}>
      <Scroller label={path ?? "Code"} className={cx(styles.previewCode, isWhole && styles.whole)}>
        <pre>{hasHidden(shown) ? <ExactText text={shown} /> : <Code code={shown} language={language} />}</pre>
      </Scroller>
      {isCut && (
        <button type="button" className={styles.more} aria-expanded={false} onClick={() => setWhole(true)}>
          Show {plural(hiddenLines, "more line")}
        </button>
      )}
    </div>
  );
}

/** A command, always visible and exactly as it runs. */
export function CommandBlock({ block: { command, cwd } }: BlockProps<"command">) {
  return (
    <div className={cx(styles.mono, styles.command)}>
      <ExpandableText text={command} label="Command" />
      {cwd !== null && <span className={styles.cwd}>in {cwd}</span>}
      <CopyButton text={() => command} label="Copy command" className={styles.copy} />
    </div>
  );
}

export function JsonBlock({ block: { text } }: BlockProps<"json">) {
  return (
    <div className={styles.output}>
      <Scroller label="JSON" className={cx(styles.mono, styles.outputText)}>
        <Code code={text} language="json" />
      </Scroller>
    </div>
  );
}
