import { Bookmark } from "lucide-react";
import { useState } from "react";
import { client } from "../../data/client.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { useScope } from "../session-scope.ts";
import styles from "./checkpoint.module.css";
import type { EntryProps } from "./entry-view.tsx";

/** A saved state of the project, to which the talk can be cut back. */
export function Checkpoint({ entry }: EntryProps<"checkpoint">) {
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { sessionId } = useScope();
  const rewind = (files: boolean) => {
    setFailure(null);
    client.rewind(sessionId, entry.seq, { files }).then(
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
      <Button look="ghost" size="small" onClick={() => setAsking(true)}>
        Rewind to here
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Rewind to this checkpoint?"
        about="What was said after it is removed from this session; fork the session first to keep it. With its files the project is as it was too, and a checkpoint of how it is now is kept."
      >
        {failure !== null && <p className={styles.failure}>{failure}</p>}
        <DialogActions>
          <Button onClick={() => setAsking(false)}>Keep everything</Button>
          <Button look="danger" onClick={() => rewind(false)}>
            Rewind the talk
          </Button>
          <Button look="danger" onClick={() => rewind(true)}>
            Rewind talk and files
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  );
}
