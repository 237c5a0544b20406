import type { SessionRow } from "@polylog/client";
import { useEffect, useState } from "react";
import { client } from "../data/client.ts";

const waitMs = 200;
const most = 50;
const none: readonly SessionRow[] = [];

/** Sessions that the server finds by title, including those that are not loaded. Queried when typing pauses. */
export function useSessionSearch(typed: string): readonly SessionRow[] {
  const wanted = typed.trim();
  const [found, setFound] = useState<{ readonly of: string; readonly rows: readonly SessionRow[] } | null>(
    null,
  );
  useEffect(() => {
    if (wanted === "") return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      client.sessions.list({ q: wanted, archived: false, limit: most }).then(
        ({ sessions: rows }) => isCurrent && setFound({ of: wanted, rows }),
        // Loaded sessions are filtered anyway.
        () => undefined,
      );
    }, waitMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [wanted]);
  return found?.of === wanted ? found.rows : none;
}
