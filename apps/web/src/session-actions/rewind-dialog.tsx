import type { SessionHandle } from "@polylog/client";
import { firstLine, type UserMessage } from "@polylog/core";
import { useId, useState } from "react";
import { client } from "../data/client.ts";
import { useMay } from "../data/role-access.ts";
import { keepDraft } from "../data/session/drafts.ts";
import { pendingText } from "../data/session/pending-text.ts";
import { useSessionHandle } from "../data/session/use-session-handle.ts";
import { putRow } from "../data/sessions.ts";
import { ago } from "../format/format.ts";
import { useMinutes } from "../format/use-now.ts";
import { go } from "../routing/router.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog/dialog.tsx";
import { conversationOnly, type RewindChoice, RewindOptions } from "./rewind-options.tsx";
import styles from "./session-dialogs.module.css";

/** Selects a message to go back to, and whether later messages are kept in the original session. */
export function RewindDialog({ sessionId, onClose }: RewindDialogProps) {
  const handle = useSessionHandle(sessionId);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Rewind to before a message"
      about="The message returns to the message field. The current files are saved first, so you can undo this."
    >
      {handle !== null && <Messages handle={handle} onClose={onClose} />}
    </Dialog>
  );
}

interface RewindDialogProps {
  readonly sessionId: string;
  readonly onClose: () => void;
}

function Messages({ handle, onClose }: { readonly handle: SessionHandle; readonly onClose: () => void }) {
  const { sessionId } = handle;
  const [said] = useState(() => messagesOf(handle));
  const [chosen, setChosen] = useState(said[0]);
  const [choice, setChoice] = useState<RewindChoice>(conversationOnly);
  const [failure, setFailure] = useState<string | null>(null);
  const group = useId();
  const mayRewind = useMay("sessions.rewind");
  const now = useMinutes();
  const attempt = (work: Promise<void>) => {
    setFailure(null);
    work.then(onClose, (error: Error) => setFailure(error.message));
  };
  const rewind = async ({ seq, body }: UserMessage) => {
    await client.sessions.rewind({ sessionId, seq: seq - 1, ...choice });
    if (choice.conversation) pendingText.set({ sessionId, text: body.toString() });
  };
  const fork = async ({ seq, body }: UserMessage) => {
    const row = await client.sessions.fork({ sessionId, seq: seq - 1 });
    putRow(row);
    keepDraft(row.sessionId, body.toString());
    go({ page: "session", sessionId: row.sessionId, target: null });
  };
  if (chosen === undefined) return <p>No messages yet</p>;
  return (
    <>
      <fieldset className={styles.choices} aria-label="Messages">
        {said.map((message) => (
          <label key={message.key} className={styles.choice} data-chosen={message === chosen}>
            <input
              type="radio"
              name={group}
              checked={message === chosen}
              onChange={() => {
                setChosen(message);
                setChoice({ conversation: choice.conversation, files: choice.files });
              }}
            />
            <span className={styles.words}>{firstLine(message.body.toString())}</span>
            <time className={styles.time}>{ago(message.ts, now)}</time>
          </label>
        ))}
      </fieldset>
      {mayRewind && (
        <RewindOptions sessionId={sessionId} seq={chosen.seq - 1} choice={choice} onChoice={setChoice} />
      )}
      {failure !== null && <p role="alert">{failure}</p>}
      <DialogActions>
        <Button onClick={() => attempt(fork(chosen))}>Open in new session</Button>
        {mayRewind && (
          <Button look="danger" onClick={() => attempt(rewind(chosen))}>
            Rewind
          </Button>
        )}
      </DialogActions>
    </>
  );
}

/** Newest first. */
function messagesOf({ conversation }: SessionHandle): readonly UserMessage[] {
  const said: UserMessage[] = [];
  for (const entry of conversation.main.entries) {
    if (entry.kind === "message" && entry.role === "user" && !entry.hidden) said.push(entry);
  }
  return said.reverse();
}
