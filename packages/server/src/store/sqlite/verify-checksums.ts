import type { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { TellProgress } from "../store.ts";
import { sessionSeed } from "./checksum.ts";
import { allRows, type EventRow, readEvents, type SessionTableRow } from "./rows.ts";
import { eventsSql } from "./statements.ts";

const page = 500;

/**
 * Reads every event as the store does, by its session's id and seq, and verifies its checksum. The rows of the tables are
 * counted as well, which detects rows that are missing in an index.
 */
export async function damagedSessions(db: DatabaseSync, tell: TellProgress = () => {}): Promise<string[]> {
  // One snapshot for all reads, because sessions grow in the meantime.
  db.exec("BEGIN");
  try {
    const sessions = allRows<SessionTableRow>(db.prepare("SELECT * FROM sessions NOT INDEXED ORDER BY id"));
    const stored = await countStored(db, new Map(sessions.map(({ id, head }) => [id, head])));
    const damaged: string[] = [];
    let of = 0;
    for (const count of stored?.values() ?? []) of += count;
    let checked = 0;
    const advance = (count: number) => {
      checked += count;
      tell({ checked, of: Math.max(checked, of) });
    };
    for (const { id, session_id: sessionId } of sessions) {
      const read = await countReadable(db, sessionId, advance);
      if (read === null || (stored !== null && read !== (stored.get(id) ?? 0))) damaged.push(sessionId);
    }
    return damaged.sort();
  } finally {
    db.exec("ROLLBACK");
  }
}

/** Null if an event is damaged. */
async function countReadable(
  db: DatabaseSync,
  sessionId: string,
  told: (count: number) => void,
): Promise<number | null> {
  const events = db.prepare(eventsSql);
  const seed = sessionSeed(sessionId);
  try {
    for (let after = 0, count = 0; ; ) {
      const rows = allRows<EventRow>(events, sessionId, after, page);
      readEvents(sessionId, seed, after, rows);
      const last = rows.at(-1);
      if (last === undefined) return count;
      after = last.seq;
      count += rows.length;
      told(rows.length);
      await nextTurn();
    }
  } catch {
    // Any error while reading an event means that the session is damaged.
    return null;
  }
}

/** The number of rows of each session up to its head, from the table; null if the table itself is unreadable. */
async function countStored(
  db: DatabaseSync,
  heads: ReadonlyMap<number, number>,
): Promise<Map<number, number> | null> {
  const walk = db.prepare(
    "SELECT position, session, seq FROM events NOT INDEXED WHERE position > ? ORDER BY position LIMIT ?",
  );
  const counts = new Map<number, number>();
  try {
    for (let after = 0; ; ) {
      const rows = allRows<{ position: number; session: number; seq: number }>(walk, after, page * 10);
      for (const { session, seq } of rows) {
        if (seq <= (heads.get(session) ?? 0)) counts.set(session, (counts.get(session) ?? 0) + 1);
      }
      const last = rows.at(-1);
      if (last === undefined) return counts;
      after = last.position;
      await nextTurn();
    }
  } catch {
    // The counts only add to the check by session, which still runs.
    return null;
  }
}
