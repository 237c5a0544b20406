import type { SessionRow } from "@polylog/client";
import { memo } from "react";
import { ago, cost, wholeTime } from "../format/format.ts";
import { stateNames } from "../format/session-status.ts";
import { useMinutes } from "../format/use-now.ts";
import { Link } from "../routing/link.tsx";
import { AgentGlyph } from "../ui/agent-glyph.tsx";
import { StateDot } from "../ui/state-dot.tsx";
import styles from "./session-link.module.css";

interface SessionLinkProps {
  readonly row: SessionRow;
  readonly isCurrent: boolean;
  readonly isUnread: boolean;
}

/** A session in the list: its state, title, agent and last activity. */
export const SessionLink = memo(function SessionLink({ row, isCurrent, isUnread }: SessionLinkProps) {
  const { sessionId, title, status, agentId, updatedTs, costUsd, costComplete } = row;
  const about = `${stateNames[status]}${agentId === null ? "" : ` · ${agentId}`} · ${cost(costUsd, costComplete)}`;
  return (
    <Link
      to={{ page: "session", sessionId, target: null }}
      className={styles.session}
      data-unread={isUnread}
      aria-current={isCurrent ? "page" : undefined}
      title={`${title ?? "New session"}\n${about}\n${wholeTime(updatedTs)}`}
    >
      <span className={styles.state}>
        <StateDot status={status} />
      </span>
      <span className={styles.title} dir="auto">
        {title ?? "New session"}
      </span>
      {isUnread && <span className={styles.unread} role="img" aria-label="Unread" />}
      {agentId !== null && <AgentGlyph agentId={agentId} size={14} />}
      <Ago ts={updatedTs} />
    </Link>
  );
});

function Ago({ ts }: { readonly ts: number }) {
  return (
    <time className={styles.time} dateTime={new Date(ts).toISOString()}>
      {ago(ts, useMinutes())}
    </time>
  );
}
