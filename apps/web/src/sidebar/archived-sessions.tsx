import type { SessionRow } from "@polylog/client";
import { ArchiveRestore } from "lucide-react";
import { useEffect, useState } from "react";
import { client } from "../data/client.ts";
import { useSessions } from "../data/sessions.ts";
import { matchesQuery } from "../data/sessions-by-project.ts";
import { unarchiveSession } from "../session-actions/session-actions.ts";
import { IconButton } from "../ui/button.tsx";
import { Spinner } from "../ui/spinner.tsx";
import styles from "./archived-sessions.module.css";
import { SessionLink } from "./session-link.tsx";

const most = 200;

/** The archived sessions, each with a button to unarchive it. */
export function ArchivedSessions({
  typed,
  current,
}: {
  readonly typed: string;
  readonly current: string | null;
}) {
  const listed = useArchivedSessions();
  if (listed === "loading") return <Spinner label="Loading" />;
  if (listed === "failed") return <p className={styles.none}>Could not load archived sessions</p>;
  const rows = listed.filter((row) => matchesQuery(row, typed));
  if (rows.length === 0) return <p className={styles.none}>No archived sessions</p>;
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.sessionId} className={styles.row}>
          <SessionLink row={row} isCurrent={row.sessionId === current} isUnread={false} />
          <IconButton label="Unarchive" onClick={() => void unarchiveSession(row.sessionId)}>
            <ArchiveRestore size={14} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function useArchivedSessions(): readonly SessionRow[] | "loading" | "failed" {
  const [listed, setListed] = useState<readonly SessionRow[] | "loading" | "failed">("loading");
  // An archived session leaves the list above, an unarchived one returns to it.
  const { rows: others } = useSessions();
  const count = others.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    let isWanted = true;
    client.sessions.list({ archived: true, limit: most }).then(
      ({ sessions }) => isWanted && setListed(sessions),
      () => isWanted && setListed("failed"),
    );
    return () => {
      isWanted = false;
    };
  }, [count]);
  return listed;
}
