import { Bookmark } from "lucide-react";
import { useId, useState } from "react";
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
  const [withFiles, setWithFiles] = useState(true);
  const group = useId();
  const rewind = () => {
    setFailure(null);
    client.rewind(sessionId, entry.seq, { files: withFiles }).then(
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
        about="What was said after it is removed from this session. Fork the session first to keep both."
      >
        <fieldset className={styles.choices}>
          <Choice
            group={group}
            name="Talk and files"
            about="The project is as it was then, too. How it is now is saved first, so that you can come back."
            isChosen={withFiles}
            onChoose={() => setWithFiles(true)}
          />
          <Choice
            group={group}
            name="Only the talk"
            about="The project’s files stay as they are now."
            isChosen={!withFiles}
            onChoose={() => setWithFiles(false)}
          />
        </fieldset>
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

interface ChoiceProps {
  readonly group: string;
  readonly name: string;
  readonly about: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Choice({ group, name, about, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className={styles.choice} data-chosen={isChosen}>
      <input type="radio" name={group} checked={isChosen} onChange={onChoose} />
      <span>
        <span className={styles.name}>{name}</span>
        <span className={styles.about}>{about}</span>
      </span>
    </label>
  );
}
