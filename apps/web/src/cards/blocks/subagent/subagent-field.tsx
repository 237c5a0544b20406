import { messageOf } from "@polylog/core";
import { SendHorizontal } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { client } from "../../../data/client.ts";
import { useSessionContext } from "../../../data/session/session-context.ts";
import { sessionRow } from "../../../data/sessions.ts";
import { IconButton } from "../../../ui/button.tsx";
import styles from "./subagent-window.module.css";

/** Messages a running subagent without interrupting its parent. */
export function SubagentField({ runId }: { readonly runId: string }) {
  const { sessionId } = useSessionContext();
  const [text, setText] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setFailure(null);
    setSending(true);
    try {
      const { projectRoot } = sessionRow(sessionId) ?? (await client.sessions.get({ sessionId }));
      await client.chat.send({ projectRoot, sessionId, runId, text: text.trim() });
      setText("");
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setSending(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "" && !isSending) void send();
  };
  // Elsewhere Esc interrupts the run; here it only leaves the field.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.blur();
  };
  return (
    <form className={styles.field} onSubmit={submit}>
      <input
        className={styles.input}
        aria-label="Message to this subagent"
        placeholder="Message this subagent"
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <IconButton label="Send to this subagent" type="submit" disabled={isSending || text.trim() === ""}>
        <SendHorizontal size={14} />
      </IconButton>
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
    </form>
  );
}
