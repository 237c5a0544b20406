import { type FormEvent, useState } from "react";
import { Button } from "../ui/button.tsx";
import { TextArea } from "../ui/fields/field.tsx";
import styles from "./note-form.module.css";

interface NoteFormProps {
  readonly onSend: (note: string) => void;
  readonly onCancel: () => void;
  readonly isSending: boolean;
}

/** Rejects with a note that tells the agent what to do instead. */
export function NoteForm({ onSend, onCancel, isSending }: NoteFormProps) {
  const [note, setNote] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend(note.trim());
  };
  return (
    <form className={styles.note} onSubmit={submit}>
      <TextArea
        aria-label="Note for the agent"
        placeholder="Tell the agent what to do instead"
        autoFocus
        value={note}
        onChange={({ target }) => setNote(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.stopPropagation();
            onCancel();
          } else if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing)
            submit(event);
        }}
      />
      <div className={styles.actions}>
        <Button onClick={onCancel}>Back</Button>
        <Button look="danger" type="submit" disabled={isSending}>
          Reject
        </Button>
      </div>
    </form>
  );
}
