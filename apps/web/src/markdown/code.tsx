import { memo } from "react";
import { CopyButton } from "../ui/copy-button.tsx";
import { cx } from "../ui/cx.ts";
import { Scroller } from "../ui/scroller.tsx";
import styles from "./code.module.css";
import { useHighlighted } from "./use-highlighted.ts";

interface CodeProps {
  readonly code: string;
  readonly language: string | null;
  /** It is still growing, so its colors would flicker. */
  readonly live?: boolean;
}

/** Code, verbatim, and highlighted when it is complete. */
export const Code = memo(function Code({ code, language, live = false }: CodeProps) {
  const lines = useHighlighted(code, live ? null : language);
  if (lines === undefined) return <code data-colours="coming">{code}</code>;
  if (lines === null) return <code>{code}</code>;
  return (
    <code>
      {lines.map((line, index) => [
        index > 0 && "\n",
        ...line.map(({ text, kind }, at) =>
          kind === null ? (
            text
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line have no id and never move.
            <span key={`${index}/${at}`} className={styles[kind]}>
              {text}
            </span>
          ),
        ),
      ])}
    </code>
  );
});

interface CodeBlockProps extends CodeProps {
  /** It is part of a longer block that starts before or continues after it. */
  readonly joinsBefore?: boolean;
  readonly joinsAfter?: boolean;
}

/** A code block in a conversation with its language and a copy button. */
export const CodeBlock = memo(function CodeBlock(props: CodeBlockProps) {
  const { code, language, joinsBefore = false, joinsAfter = false } = props;
  return (
    <div
      className={cx(styles.block, joinsBefore && styles.joinsBefore, joinsAfter && styles.joinsAfter)}
      data-code=""
    >
      {!joinsBefore && (
        <div className={styles.head}>
          <span>{language ?? "text"}</span>
          <CopyButton text={() => code} label="Copy code" className={styles.copy} />
        </div>
      )}
      <Scroller label={language === null ? "Code" : `Code, ${language}`} className={styles.pre}>
        <pre>
          <Code {...props} />
        </pre>
      </Scroller>
    </div>
  );
});
