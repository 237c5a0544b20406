import { CircleAlert } from "lucide-react";
import type { EntryProps } from "./entry-view.tsx";
import styles from "./error-note.module.css";
import { ResendButton } from "./resend-button.tsx";

/** What happened, what was kept, what to do. */
export function ErrorNote({ entry }: EntryProps<"error">) {
  const { error, retryable } = entry;
  return (
    <div className={styles.note} role="note">
      <CircleAlert size={16} className={styles.icon} />
      <div className={styles.text}>
        <p className={styles.title}>{retryable ? "A problem on the way" : "The run failed"}</p>
        <p className={styles.message}>{error.message}</p>
        <p className={styles.kept}>
          Everything above is kept. <code className={styles.code}>{error.code}</code>
        </p>
        <ResendButton after={entry} />
      </div>
    </div>
  );
}
