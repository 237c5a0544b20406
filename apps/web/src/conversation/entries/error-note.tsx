import { CircleAlert } from "lucide-react";
import { useSessionPart } from "../../data/client.ts";
import { Button } from "../../ui/button.tsx";
import { firstOf, sendAgain } from "../send-again.ts";
import { useScope } from "../session-scope.ts";
import type { EntryProps } from "./entry-view.tsx";
import styles from "./error-note.module.css";

/** What happened, what was kept, what to do. */
export function ErrorNote({ entry }: EntryProps<"error">) {
  const handle = useScope();
  const lastSaid = useSessionPart(handle, ({ conversation }) => firstOf(conversation, entry));
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
        {lastSaid !== null && (
          <Button size="small" onClick={() => void sendAgain(handle, lastSaid)}>
            Send the message again
          </Button>
        )}
      </div>
    </div>
  );
}
