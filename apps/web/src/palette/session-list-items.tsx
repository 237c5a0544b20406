import type { SessionRow } from "@polylog/client";
import { useMemo } from "react";
import { useSessions } from "../data/sessions.ts";
import { matchesQuery } from "../data/sessions-by-project.ts";
import { useSessionSearch } from "../find/use-session-search.ts";
import { folderName } from "../format/format.ts";
import { go } from "../routing/router.ts";
import { StateDot } from "../ui/state-dot.tsx";
import { Item, Items, type Run } from "./item.tsx";
import { rank } from "./rank.ts";

const most = 50;

/** The latest sessions; with typed text also the older ones that match it, including those that are not loaded. */
export function SessionListItems({
  current,
  typed,
  onRun,
}: {
  readonly current: string | null;
  readonly typed: string;
  readonly onRun: Run;
}) {
  const { rows } = useSessions();
  const found = useSessionSearch(typed);
  const others = useMemo(() => sessionsFor(typed, rows, found, current), [typed, rows, found, current]);
  if (others.length === 0) return null;
  return (
    <Items heading="Sessions">
      {others.map(({ sessionId, title, projectRoot, status, agentId }) => (
        <Item
          key={sessionId}
          name={title ?? "New session"}
          value={`${title ?? "New session"} ${folderName(projectRoot)} ${agentId ?? ""} ${sessionId}`}
          icon={<StateDot status={status} />}
          detail={folderName(projectRoot)}
          onSelect={() => onRun(() => go({ page: "session", sessionId, target: null }))}
        >
          {title ?? "New session"}
        </Item>
      ))}
    </Items>
  );
}

function nameOf({ title }: SessionRow): string {
  return title ?? "New session";
}

function sessionsFor(
  typed: string,
  rows: readonly SessionRow[],
  found: readonly SessionRow[],
  current: string | null,
): readonly SessionRow[] {
  const others = rows.filter(({ sessionId }) => sessionId !== current);
  if (typed === "") return others.slice(0, most);
  const known = new Set(rows.map(({ sessionId }) => sessionId));
  const older = [
    ...others.slice(most).filter((row) => matchesQuery(row, typed)),
    ...found.filter(({ sessionId }) => !known.has(sessionId)),
  ];
  const scores = new Map(older.map((row) => [row, rank(nameOf(row), typed)]));
  older.sort((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0));
  return [...others.slice(0, most), ...older.slice(0, most)];
}
