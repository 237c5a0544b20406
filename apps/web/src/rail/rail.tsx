import {
  ChartColumn,
  ChevronRight,
  FolderClosed,
  Inbox,
  Search,
  Settings,
  SquarePen,
  Target,
} from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { Link } from "../app/link.tsx";
import type { Route } from "../app/route.ts";
import { ConnectionSign } from "../conversation/connection-sign.tsx";
import { useAsks } from "../data/asks.ts";
import { client, useConnection } from "../data/client.ts";
import { connectionOf } from "../data/connection.ts";
import { useReadMarks } from "../data/read-marks.ts";
import { loadSessions, useSessions } from "../data/sessions.ts";
import { folderName } from "../format/format.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { byProject, isMeant } from "./by-project.ts";
import styles from "./rail.module.css";
import { SessionLink } from "./session-link.tsx";

const places = [
  { page: "usage", name: "Usage", icon: ChartColumn, to: { page: "usage", sessionId: null } },
  { page: "missions", name: "Missions", icon: Target, to: { page: "missions" } },
] as const;

const Archived = lazy(async () => ({ default: (await import("./archived.tsx")).Archived }));
const TextHits = lazy(async () => ({ default: (await import("./text-hits.tsx")).TextHits }));

/** Everything there is, at the left. */
export function Rail({ route }: { readonly route: Route }) {
  const { asks } = useAsks();
  const link = useConnection(client);
  const [typed, setTyped] = useState("");
  return (
    <nav className={styles.rail} aria-label="Sessions">
      <header className={styles.head}>
        <span className={styles.brand}>Polylog</span>
        <Link to={{ page: "home" }} className={styles.new} aria-label="New session" title="New session">
          <SquarePen size={16} />
        </Link>
      </header>
      <div className={styles.top}>
        <Link
          to={{ page: "inbox" }}
          className={styles.item}
          aria-current={route.page === "inbox" ? "page" : undefined}
        >
          <Inbox size={15} />
          <span className={styles.grow}>Inbox</span>
          {asks.length > 0 && <Badge tone="waiting">{asks.length}</Badge>}
        </Link>
        <label className={styles.search}>
          <Search size={15} />
          <input
            type="search"
            placeholder="Find sessions and text"
            aria-label="Find sessions and text"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
      </div>
      <SessionList typed={typed} current={route.page === "session" ? route.sessionId : null} />
      <footer className={styles.foot}>
        <Link
          to={{ page: "settings", section: "appearance" }}
          className={styles.item}
          aria-current={route.page === "settings" ? "page" : undefined}
        >
          <Settings size={15} />
          <span className={styles.grow}>Settings</span>
        </Link>
        {places.map(({ page, name, icon: Icon, to }) => (
          <Link
            key={page}
            to={to}
            className={styles.place}
            aria-label={name}
            title={name}
            aria-current={route.page === page ? "page" : undefined}
          >
            <Icon size={15} />
          </Link>
        ))}
        <ConnectionSign connection={connectionOf(link.state, null)} reason={link.error?.message ?? null} />
      </footer>
    </nav>
  );
}

function SessionList({ typed, current }: { readonly typed: string; readonly current: string | null }) {
  const { state, rows } = useSessions();
  const [isArchiveOpen, setArchiveOpen] = useState(false);
  const isUnread = useReadMarks();
  const groups = useMemo(() => byProject(rows.filter((row) => isMeant(row, typed))), [rows, typed]);
  return (
    <div className={styles.list}>
      {state === "failed" && (
        <div className={styles.none}>
          The sessions could not be loaded.
          <Button size="small" onClick={() => void loadSessions()}>
            Try again
          </Button>
        </div>
      )}
      {state === "ready" && groups.length === 0 && (
        <p className={styles.none}>{typed === "" ? "No sessions yet." : "No session has that name."}</p>
      )}
      {groups.map(({ projectRoot, rows: of }) => (
        <section key={projectRoot} className={styles.project} aria-label={projectRoot}>
          <h2 className={styles.name} title={projectRoot}>
            <FolderClosed size={13} />
            {folderName(projectRoot)}
          </h2>
          <ul>
            {of.map((row) => (
              <li key={row.sessionId}>
                <SessionLink
                  row={row}
                  isCurrent={row.sessionId === current}
                  isUnread={row.sessionId !== current && isUnread(row)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {typed !== "" && (
        <Suspense>
          <TextHits typed={typed} />
        </Suspense>
      )}
      {state === "ready" && (
        <section className={styles.archived} aria-label="Archived sessions">
          <button
            type="button"
            className={styles.fold}
            aria-expanded={isArchiveOpen}
            onClick={() => setArchiveOpen(!isArchiveOpen)}
          >
            <ChevronRight size={12} className={styles.turn} data-open={isArchiveOpen} />
            Archived
          </button>
          <Suspense>{isArchiveOpen && <Archived typed={typed} current={current} />}</Suspense>
        </section>
      )}
    </div>
  );
}
