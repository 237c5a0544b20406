import { useState } from "react";
import { client } from "../data/client.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog/dialog.tsx";
import { type RewindChoice, RewindOptions } from "./rewind-options.tsx";

interface CheckpointDialogProps {
  readonly sessionId: string;
  readonly seq: number;
  readonly onClose: () => void;
}

/** Rewinds the conversation, the files or both to a checkpoint. */
export function CheckpointDialog({ sessionId, seq, onClose }: CheckpointDialogProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const [choice, setChoice] = useState<RewindChoice>({ conversation: true, files: true });
  const rewind = () => {
    setFailure(null);
    client.sessions
      .rewind({ sessionId, seq, ...choice })
      .then(onClose, (error: Error) => setFailure(error.message));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Rewind to this checkpoint?"
      about="Rewinding the conversation removes later messages. To keep them, fork the session first. The current files are saved before the rewind."
    >
      <RewindOptions sessionId={sessionId} seq={seq} choice={choice} onChoice={setChoice} />
      {failure !== null && <p role="alert">{failure}</p>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" onClick={rewind}>
          Rewind
        </Button>
      </DialogActions>
    </Dialog>
  );
}
