import type { SessionRow } from "@polylog/client";
import { ChevronRight, FolderClosed } from "lucide-react";
import { type RefObject, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { Virtualizer } from "virtua";
import { useReadMarks } from "../data/read-marks.ts";
import { loadOlder, loadSessions, useSessions } from "../data/sessions.ts";
import { byProject, matchesQuery } from "../data/sessions-by-project.ts";
import { useSessionSearch } from "../find/use-session-search.ts";
import { folderName } from "../format/format.ts";
import { lazyPart } from "../offline/load-part.ts";
import { Button } from "../ui/button.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { SessionLink } from "./session-link.tsx";
import styles from "./sidebar.module.css";

const ArchivedSessions = lazyPart(async () => (await import("./archived-sessions.tsx")).ArchivedSessions);
const TextHits = lazyPart(async () => (await import("./text-hits.tsx")).TextHits);

interface SessionListProps {
  readonly typed: string;
  readonly current: string | null;
}

/** All sessions by project. The document contains only visible rows; older sessions load while scrolling. */
export function SessionList({ typed, current }: SessionListProps) {
  const { state, rows, next } = useSessions();
  const found = useSessionSearch(typed);
  const [isArchiveOpen, setArchiveOpen] = useState(false);
  const isUnread = useReadMarks();
  const scroller = useRef<HTMLDivElement>(null);
  const items = useMemo(() => itemsOf(rows, found, typed), [rows, found, typed]);
  return (
    <div className={styles.list} ref={scroller}>
      {state === "failed" && (
        <div className={styles.none}>
          Could not load the sessions
          <Button size="small" onClick={() => void loadSessions()}>
            Try again
          </Button>
        </div>
      )}
      {state === "ready" && items.length === 0 && (
        <p className={styles.none}>{typed === "" ? "No sessions yet" : "No matches"}</p>
      )}
      <Virtualizer as="ul" item="li" scrollRef={scroller} bufferSize={400}>
        {items.map((item, index) =>
          typeof item === "string" ? (
            <h2 key={item} className={styles.name} title={item} data-later={index > 0}>
              <FolderClosed size={13} />
              {folderName(item)}
            </h2>
          ) : (
            <SessionLink
              key={item.sessionId}
              row={item}
              isCurrent={item.sessionId === current}
              isUnread={item.sessionId !== current && isUnread(item)}
            />
          ),
        )}
      </Virtualizer>
      {typed === "" && next !== null && <LoadOlder key={next} within={scroller} />}
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
          <Suspense>{isArchiveOpen && <ArchivedSessions typed={typed} current={current} />}</Suspense>
        </section>
      )}
    </div>
  );
}

/** Each project's folder, followed by its sessions. */
function itemsOf(
  rows: readonly SessionRow[],
  found: readonly SessionRow[],
  typed: string,
): readonly (string | SessionRow)[] {
  const here = rows.filter((row) => matchesQuery(row, typed));
  const known = new Set(rows.map(({ sessionId }) => sessionId));
  const elsewhere = found.filter(({ sessionId }) => !known.has(sessionId));
  return byProject([...here, ...elsewhere]).flatMap(({ projectRoot, rows: of }) => [projectRoot, ...of]);
}

/** The end of the loaded list. Older sessions load before the reader reaches it. */
function LoadOlder({ within }: { readonly within: RefObject<HTMLElement | null> }) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (end.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void loadOlder();
      },
      { root: within.current, rootMargin: "600px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [within]);
  return (
    <div ref={end} className={styles.none}>
      <Spinner label="Loading older sessions" />
    </div>
  );
}
