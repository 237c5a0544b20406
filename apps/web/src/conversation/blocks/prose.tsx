import { Markdown } from "../../markdown/markdown.tsx";
import { cx } from "../../ui/cx.ts";
import type { BlockProps } from "./block-view.tsx";
import styles from "./blocks.module.css";

export function Prose({ block: { text, format } }: BlockProps<"text">) {
  if (format === "markdown") return <Markdown text={text} className={styles.prose} />;
  return <div className={cx(styles.prose, styles.plain)}>{text}</div>;
}
