import type { SessionRow } from "@polylog/client";
import { useEffect, useState } from "react";
import { client } from "../data/client.ts";

const waitMs = 200;
const most = 50;
const none: readonly SessionRow[] = [];

/** Sessions that the server finds by their name, also those that the list has not loaded. Asked once the typing pauses. */
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
        // The sessions that are already loaded are still filtered.
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
