import type { NativeRow } from "@polylog/core";
import { messageOf } from "@polylog/core";
import { ChevronRight } from "lucide-react";
import { useEffect, useState } from "react";
import { client } from "../data/client.ts";
import { putRow } from "../data/sessions.ts";
import { ago } from "../format/format.ts";
import { useMinutes } from "../format/use-now.ts";
import { go } from "../routing/router.ts";
import { AgentGlyph } from "../ui/agent-glyph.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Spinner } from "../ui/spinner.tsx";
import styles from "./native-sessions.module.css";

interface NativeSessionsProps {
  readonly projectRoot: string;
  readonly onClose: () => void;
}

/**
 * Sessions that were started in the agents' own programs and can be continued here. They are listed only on request.
 */
export function NativeSessions({ projectRoot, onClose }: NativeSessionsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.native}>
      <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ChevronRight size={13} className={styles.turn} data-open={isOpen} />
        Continue a session from Claude Code, Codex or Pi
      </button>
      {isOpen && <NativeSessionList key={projectRoot} projectRoot={projectRoot} onClose={onClose} />}
    </section>
  );
}

function NativeSessionList({ projectRoot, onClose }: NativeSessionsProps) {
  const [sessions, setSessions] = useState<readonly NativeRow[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [taking, setTaking] = useState<string | null>(null);
  const now = useMinutes();
  useEffect(() => {
    let isCurrent = true;
    client.sessions.nativeSessions({ projectRoot }).then(
      ({ sessions: found }) => isCurrent && setSessions(found),
      (error: Error) => isCurrent && setFailure(error.message),
    );
    return () => {
      isCurrent = false;
    };
  }, [projectRoot]);
  const take = async (session: NativeRow) => {
    setTaking(session.nativeId);
    setFailure(null);
    try {
      const row = await client.sessions.adopt({
        projectRoot,
        agentId: session.agentId,
        nativeId: session.nativeId,
      });
      putRow(row);
      onClose();
      go({ page: "session", sessionId: row.sessionId, target: null });
    } catch (error) {
      setFailure(messageOf(error));
      setTaking(null);
    }
  };
  return (
    <>
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      {sessions === null && failure === null && <Spinner label="Looking for sessions" />}
      {sessions?.length === 0 && <p className={styles.none}>No sessions of these programs in this folder</p>}
      <ul className={styles.list}>
        {(sessions ?? []).map((session) => (
          <li key={`${session.agentId} ${session.nativeId}`} className={styles.row}>
            <AgentGlyph agentId={session.agentId} size={16} />
            <span className={styles.title} title={session.title}>
              {session.title || session.nativeId}
            </span>
            {session.sessionId !== null && <Badge>Imported</Badge>}
            <time className={styles.time}>{ago(session.updatedTs, now)}</time>
            <Button
              size="small"
              disabled={taking !== null}
              aria-label={`${session.sessionId === null ? "Continue" : "Open"} ${session.title || session.nativeId}`}
              onClick={() => void take(session)}
            >
              {taking === session.nativeId ? "Importing…" : session.sessionId === null ? "Continue" : "Open"}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
