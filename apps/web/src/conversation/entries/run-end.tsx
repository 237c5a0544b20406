import type { SessionHandle } from "@polylog/client";
import type { Conversation, Entry, UserMessage } from "@polylog/core";
import { CircleAlert, CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { client, useSessionPart } from "../../data/client.ts";
import { useSessionContext } from "../../data/session/session-context.ts";
import { sessionRow } from "../../data/sessions.ts";
import { Markdown } from "../../markdown/markdown.tsx";
import { Button } from "../../ui/button.tsx";
import { showToast } from "../../ui/toasts.tsx";
import type { EntryProps } from "./entry-view.tsx";
import styles from "./run-end.module.css";

/** An error with its cause and the next step. */
export function ErrorNote({ entry }: EntryProps<"error">) {
  const { error, retryable } = entry;
  return (
    <div className={styles.note} role="note">
      <CircleAlert size={16} className={styles.icon} />
      <div className={styles.text}>
        <p className={styles.title}>{retryable ? "Temporary error" : "Run failed"}</p>
        <p className={styles.message}>{error.message}</p>
        <p className={styles.kept}>
          Everything above is saved. <code className={styles.code}>{error.code}</code>
        </p>
        <ResendButton after={entry} />
      </div>
    </div>
  );
}

/** An interrupted run with its reason and the next step. */
export function InterruptedRun({ entry }: EntryProps<"interrupt">) {
  const reason = reasons.get(entry.reason) ?? entry.reason;
  return (
    <div className={styles.interrupted} data-state="interrupted">
      <TriangleAlert size={14} /> Interrupted
      <span className={styles.reason}>{reason.replace(/\.$/, "")}. Everything above is saved.</span>
      <ResendButton after={entry} />
    </div>
  );
}

const reasons: ReadonlyMap<string, string> = new Map([
  ["user_cancel", "by you"],
  ["cancelled", "by you"],
  ["interrupted", "before it finished"],
]);

/** The result of a task in the agent's own text. */
export function TaskResult({ entry: { ok, summary } }: EntryProps<"finalize">) {
  return (
    <article className={styles.finalize} data-ok={ok} aria-label={ok ? "Task done" : "Task not done"}>
      <header className={styles.head}>
        {ok ? <CircleCheck size={15} /> : <CircleX size={15} />}
        {ok ? "Task done" : "Task not done"}
      </header>
      <Markdown text={summary} />
    </article>
  );
}

/** Sends the last message again after a failed or interrupted run. Not shown once the conversation has continued. */
function ResendButton({ after }: { readonly after: Entry }) {
  const handle = useSessionContext();
  const message = useSessionPart(handle, ({ conversation }) => messageToResend(conversation, after));
  if (message === null) return null;
  return (
    <Button
      size="small"
      onClick={() => void resendMessage(handle, message).catch((error: Error) => showToast(error.message))}
    >
      Send again
    </Button>
  );
}

/** Entries that may follow the end of a run without continuing the conversation. */
const afterwards: ReadonlySet<Entry["kind"]> = new Set(["change_report", "checkpoint", "meta"]);

/** The message to send again after a failed or interrupted run: the last one, if no other entry followed that run. */
function messageToResend({ main: { entries }, liveRuns }: Conversation, end: Entry): UserMessage | null {
  if (liveRuns.size > 0) return null;
  let isAtEnd = false;
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries.get(at) as Entry;
    if (!isAtEnd && entry !== end && !afterwards.has(entry.kind)) return null;
    isAtEnd ||= entry === end;
    if (entry.kind === "message" && entry.role === "user" && !entry.hidden) return entry;
  }
  return null;
}

async function resendMessage(handle: SessionHandle, { body, images }: UserMessage): Promise<void> {
  const { sessionId } = handle;
  const projectRoot = (sessionRow(sessionId) ?? (await client.sessions.get({ sessionId }))).projectRoot;
  await client.chat.send({ projectRoot, sessionId, text: body.toString(), images });
}
