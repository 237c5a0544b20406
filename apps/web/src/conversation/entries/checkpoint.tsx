import { Bookmark } from "lucide-react";
import { useMay } from "../../data/role-access.ts";
import { useSessionContext } from "../../data/session/session-context.ts";
import { sessionDialog } from "../../session-actions/session-actions.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./checkpoint.module.css";
import type { EntryProps } from "./entry-view.tsx";

/** A saved state of the project. The conversation or the files can be rewound to it. */
export function Checkpoint({ entry }: EntryProps<"checkpoint">) {
  const { sessionId } = useSessionContext();
  const mayRewind = useMay("sessions.rewind");
  // The dialog is outside the row, because the list may remove the row while the dialog is open.
  const ask = () => sessionDialog.set({ about: "rewind", sessionId, title: "", seq: entry.seq });
  return (
    <div className={styles.checkpoint}>
      <Bookmark size={13} />
      <span className={styles.label}>{entry.label ?? "Checkpoint"}</span>
      <code className={styles.hash}>{entry.hash.slice(0, 7)}</code>
      <span className={styles.line} />
      {mayRewind && (
        <Button look="ghost" size="small" onClick={ask}>
          Rewind to here
        </Button>
      )}
    </div>
  );
}
