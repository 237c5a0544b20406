import type { Ask } from "@polylog/client";
import { FolderClosed, InboxIcon } from "lucide-react";
import { PermissionAsk } from "../asks/permission/permission-ask.tsx";
import { PlanAsk } from "../asks/plan/plan-ask.tsx";
import { QuestionAsk } from "../asks/question/question-ask.tsx";
import { loadAsks, useAsks } from "../data/asks.ts";
import { ago } from "../format/format.ts";
import { useMinutes } from "../format/use-now.ts";
import { Page } from "../layout/page.tsx";
import { Link } from "../routing/link.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ExactText } from "../ui/exact-text.tsx";
import { Spinner } from "../ui/spinner.tsx";
import styles from "./inbox-page.module.css";
import { useKeyedAsk } from "./use-keyed-ask.ts";

/** All open asks, each with its answer buttons. */
export function InboxPage() {
  const { state, asks } = useAsks();
  const { list, keyed, point } = useKeyedAsk(asks.map(({ askId }) => askId));
  return (
    <Page title="Inbox">
      {state === "loading" && <Spinner label="Loading" />}
      {state === "failed" && (
        <EmptyState
          icon={<InboxIcon size={28} />}
          title="Could not load the inbox"
          action={<Button onClick={() => void loadAsks()}>Try again</Button>}
        />
      )}
      {state === "ready" && asks.length === 0 && (
        <EmptyState icon={<InboxIcon size={28} />} title="Nothing is waiting for you">
          Permissions, questions and plans from all sessions and subagents appear here.
        </EmptyState>
      )}
      <ol ref={list} className={styles.asks}>
        {asks.map((ask) => (
          <li
            key={ask.askId}
            data-ask-id={ask.askId}
            className={styles.ask}
            onPointerEnter={() => point(ask.askId)}
            onFocus={() => point(ask.askId)}
          >
            <AskOrigin ask={ask} />
            <AskView ask={ask} hasKeys={ask.askId === keyed} />
          </li>
        ))}
      </ol>
    </Page>
  );
}

/** The session of an ask, and the time it was created. */
function AskOrigin({ ask }: { readonly ask: Ask }) {
  const { sessionTitle, project } = ask.description;
  const now = useMinutes();
  return (
    <h2 className={styles.where}>
      <Link
        to={{ page: "session", sessionId: ask.sessionId, target: { kind: "ask", askId: ask.askId } }}
        className={styles.session}
      >
        <ExactText text={sessionTitle ?? "New session"} />
      </Link>
      {project !== null && (
        <span className={styles.project} title={project.root}>
          <FolderClosed size={13} />
          <ExactText text={project.name} />
        </span>
      )}
      <time className={styles.since}>{ago(ask.createdTs, now)}</time>
    </h2>
  );
}

function AskView({ ask, hasKeys }: { readonly ask: Ask; readonly hasKeys: boolean }) {
  const { event, description } = ask;
  if (event.type === "permission_request") return <PermissionAsk ask={description} hasKeys={hasKeys} />;
  if (event.type === "ask_user")
    return <QuestionAsk ask={description} questions={event.questions} hasKeys={hasKeys} />;
  if (event.type === "plan_update")
    return <PlanAsk ask={description} text={event.text ?? null} items={event.entries} hasKeys={hasKeys} />;
  return (
    <p className={styles.where}>
      Unknown ask: <code>{event.type}</code>. Update Polylog to answer it.
    </p>
  );
}
