import type { SessionRow } from "@polylog/client";
import { orderOf } from "./session-rows.ts";

interface ProjectSessions {
  readonly projectRoot: string;
  readonly rows: readonly SessionRow[];
}

/** Sessions grouped by project, the most recently active project first. */
export function byProject(rows: readonly SessionRow[]): readonly ProjectSessions[] {
  const groups = new Map<string, SessionRow[]>();
  for (const row of rows.toSorted((a, b) => orderOf(b) - orderOf(a))) {
    const group = groups.get(row.projectRoot);
    if (group === undefined) groups.set(row.projectRoot, [row]);
    else group.push(row);
  }
  return [...groups].map(([projectRoot, of]) => ({ projectRoot, rows: of }));
}

/** Whether a session matches the typed text. */
export function matchesQuery({ title, projectRoot, agentId }: SessionRow, typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  return (
    wanted === "" ||
    [title, projectRoot, agentId].some((text) => text?.toLowerCase().includes(wanted) === true)
  );
}
