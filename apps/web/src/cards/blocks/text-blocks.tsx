import { ArrowUpRight, CircleAlert } from "lucide-react";
import { Markdown } from "../../markdown/markdown.tsx";
import { Link } from "../../routing/link.tsx";
import { cx } from "../../ui/cx.ts";
import type { BlockProps } from "./block-view.tsx";
import styles from "./blocks.module.css";
import { TodoList } from "./list-blocks.tsx";

export function TextBlock({ block: { text, format } }: BlockProps<"text">) {
  if (format === "markdown") return <Markdown text={text} className={styles.prose} />;
  return <div className={cx(styles.prose, styles.plain)}>{text}</div>;
}

export function PlanBlock({ block: { text, items } }: BlockProps<"plan">) {
  return (
    <>
      {text !== null && <Markdown text={text} />}
      {items.length > 0 && <TodoList items={items} />}
    </>
  );
}

export function ErrorBlock({ block: { code, message } }: BlockProps<"error">) {
  return (
    <div className={styles.error}>
      <CircleAlert size={14} aria-label="Failed" />
      <div>
        {message} <span className={styles.code}>{code}</span>
      </div>
    </div>
  );
}

/** Links to the other agent's session in an exchange. */
export function SessionLinkBlock({ block: { sessionId, agentId } }: BlockProps<"session">) {
  return (
    <Link to={{ page: "session", sessionId, target: null }} className={styles.way}>
      Open {agentId}’s session <ArrowUpRight size={13} aria-hidden="true" />
    </Link>
  );
}
