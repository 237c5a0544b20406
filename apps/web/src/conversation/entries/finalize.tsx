import { CircleCheck, CircleX } from "lucide-react";
import { Markdown } from "../../markdown/markdown.tsx";
import type { EntryProps } from "./entry-view.tsx";
import styles from "./finalize.module.css";

/** What came of the task, in the agent's own words. */
export function Finalize({ entry: { ok, summary } }: EntryProps<"finalize">) {
  return (
    <article className={styles.finalize} data-ok={ok} aria-label={ok ? "Task done" : "Task not done"}>
      <header className={styles.head}>
        {ok ? <CircleCheck size={15} /> : <CircleX size={15} />}
        {ok ? "Task done" : "Task not done"}
      </header>
      <Markdown text={summary} />
    </article>
  );
}
