import { Bookmark } from "lucide-react";
import { useState } from "react";
import { client } from "../../data/client.ts";
import { useMay } from "../../data/role-access.ts";
import { useSessionContext } from "../../data/session/session-context.ts";
import { type RewindChoice, RewindOptions } from "../../session-actions/rewind-options.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog/dialog.tsx";
import styles from "./checkpoint.module.css";
import type { EntryProps } from "./entry-view.tsx";

/** A saved state of the project, to rewind the conversation or the files to. */
export function Checkpoint({ entry }: EntryProps<"checkpoint">) {
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { sessionId } = useSessionContext();
  const mayRewind = useMay("sessions.rewind");
  const [choice, setChoice] = useState<RewindChoice>({ conversation: true, files: true });
  const rewind = () => {
    setFailure(null);
    client.sessions.rewind({ sessionId, seq: entry.seq, ...choice }).then(
      () => setAsking(false),
      (error: Error) => setFailure(error.message),
    );
  };
  return (
    <div className={styles.checkpoint}>
      <Bookmark size={13} />
      <span className={styles.label}>{entry.label ?? "Checkpoint"}</span>
      <code className={styles.hash}>{entry.hash.slice(0, 7)}</code>
      <span className={styles.line} />
      {mayRewind && (
        <Button look="ghost" size="small" onClick={() => setAsking(true)}>
          Rewind to here
        </Button>
      )}
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Rewind to this checkpoint?"
        about="A rewind of the conversation removes what came after it; fork the session first to keep both. The current files are saved first."
      >
        {isAsking && (
          <RewindOptions sessionId={sessionId} seq={entry.seq} choice={choice} onChoice={setChoice} />
        )}
        {failure !== null && <p className={styles.failure}>{failure}</p>}
        <DialogActions>
          <Button onClick={() => setAsking(false)}>Cancel</Button>
          <Button look="danger" onClick={rewind}>
            Rewind
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  );
}
