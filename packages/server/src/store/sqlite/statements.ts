import type { DatabaseSync, StatementSync } from "node:sqlite";
import { searchableTypes } from "../search/search-text.ts";

/** The statements of hot paths, compiled once. Queries with many shapes are compiled on demand. */
export type Statements = ReturnType<typeof prepareStatements>;

const indexed = `type IN (${searchableTypes.map((type) => `'${type}'`).join(", ")})`;

/** Multi-row inserts cost a quarter less than single ones; more rows than this gain little. */
const eventsPerInsert = 10;
export const eventColumns = 7;
export const someEventsColumns = eventsPerInsert * eventColumns;

function insertEvents(rows: number): string {
  const values = Array.from({ length: rows }, () => "(?, ?, ?, ?, ?, ?, ?)").join(", ");
  return `INSERT INTO events (position, session, seq, rev, checksum, type, line) VALUES ${values}`;
}

const foundColumns = "session_id, title, project_root, seq, events.rev AS rev, position, checksum, line";

const insertRun = `
  INSERT INTO runs (
    session, run_id, started, started_ts, ended_ts, outcome, agent_id, announced, parent_run_id, parent_call_id, below,
    error_code, error_message, usage
  ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Events after a session's head were rewound but not removed yet; those without a session are deleted or staged. */
export const visibleEvents = "events JOIN sessions ON sessions.id = session AND seq <= head";

export const eventsSql = `
  SELECT position, seq, events.rev AS rev, checksum, line FROM ${visibleEvents}
  WHERE session_id = ? AND seq > ? ORDER BY seq LIMIT ?`;

/** For statements whose number of changed rows is read: `run` also returns the last row id, which may need a bigint. */
function counting(statement: StatementSync): StatementSync {
  statement.setReadBigInts(true);
  return statement;
}

export function prepareStatements(db: DatabaseSync) {
  const prepare = (sql: string): StatementSync => db.prepare(sql);
  return {
    begin: prepare("BEGIN IMMEDIATE"),
    commit: prepare("COMMIT"),
    rollback: prepare("ROLLBACK"),
    /** Changes when another connection has written. */
    dataVersion: prepare("PRAGMA data_version"),

    lastGiven: prepare(`
      SELECT max(
        (SELECT given FROM log),
        (SELECT coalesce(max(position), 0) FROM events WHERE position < ?),
        (SELECT coalesce(max(activity), 0) FROM sessions)
      ) AS position`),
    keepGiven: prepare("UPDATE log SET given = ?, reclaim = max(reclaim, ?)"),
    reclaimDue: prepare("SELECT reclaim FROM log"),
    reclaimDone: prepare(`
      UPDATE log SET reclaim = 0
      WHERE NOT EXISTS (SELECT 1 FROM forgotten) AND NOT EXISTS (SELECT 1 FROM cut)`),
    head: prepare(`SELECT position FROM ${visibleEvents} WHERE position < ? ORDER BY position DESC LIMIT 1`),

    counts: prepare(`
      SELECT
        (SELECT count(*) FROM runs JOIN sessions ON sessions.id = session WHERE outcome IS NULL) AS liveRuns,
        total(queued) AS queued, total(pending_asks) AS pendingAsks
      FROM sessions`),

    insertSession: prepare(`
      INSERT INTO sessions (
        id, session_id, rev, head, activity, archived, created_ts, updated_ts, queued, pending_asks, cost_usd,
        cost_complete, state, agent_id, model, title, title_folded, project_root, root_folded, forked_from
      ) VALUES (?, ?, 1, 0, ?, 0, ?, ?, 0, 0, 0, 1, 'idle', ?, NULL, NULL, '', ?, ?, ?)`),
    updateSession: prepare(`
      UPDATE sessions SET
        head = ?, activity = ?, updated_ts = ?, queued = ?, pending_asks = ?, cost_usd = ?,
        cost_complete = ?, state = ?, agent_id = ?, model = ?, title = ?, title_folded = ?
      WHERE session_id = ? AND head = ? AND rev = ?
      RETURNING id`),
    /** For the session with the newest activity, which stays first without a new activity value. */
    updateLatest: prepare(`
      UPDATE sessions SET
        head = ?, updated_ts = ?, queued = ?, pending_asks = ?, cost_usd = ?,
        cost_complete = ?, state = ?, agent_id = ?, model = ?, title = ?, title_folded = ?
      WHERE session_id = ? AND head = ? AND rev = ?
      RETURNING id`),
    /** The same if only the head and time of the session change. */
    moveLatest: counting(
      prepare("UPDATE sessions SET head = ?, updated_ts = ? WHERE id = ? AND head = ? AND rev = ?"),
    ),
    summarizeSession: prepare(`
      UPDATE sessions SET
        updated_ts = ?, queued = ?, pending_asks = ?, cost_usd = ?, cost_complete = ?, state = ?,
        agent_id = ?, model = ?, title = ?, title_folded = ?
      WHERE session_id = ? AND head = ? AND rev = ?
      RETURNING id`),
    rewindSession: prepare(
      "UPDATE sessions SET head = ?, rev = ? WHERE session_id = ? AND head >= ? AND rev < ? RETURNING id",
    ),
    archiveSession: prepare("UPDATE sessions SET archived = ? WHERE session_id = ? RETURNING id"),
    deleteSession: prepare("DELETE FROM sessions WHERE session_id = ? RETURNING id"),
    forgetEvents: prepare("INSERT INTO forgotten (session) VALUES (?)"),
    /** A session with rows to remove: all of them if it has no head, otherwise the events after it. */
    leftover: prepare(`
      SELECT session, head FROM (
        SELECT session, NULL AS head FROM forgotten
        UNION ALL SELECT session, head FROM cut JOIN sessions ON sessions.id = session
      ) WHERE session NOT IN (SELECT value FROM json_each(?)) LIMIT 1`),
    /** The last seq of a slice of events after a seq. */
    firstEvents: prepare(
      "SELECT max(seq) AS seq FROM (SELECT seq FROM events WHERE session = ? AND seq > ? ORDER BY seq LIMIT ?)",
    ),
    eventsForgotten: prepare("DELETE FROM forgotten WHERE session = ?"),
    cutSession: prepare("INSERT OR IGNORE INTO cut (session) VALUES (?)"),
    cutSessions: prepare("SELECT session FROM cut"),
    cutDone: prepare("DELETE FROM cut WHERE session = ?"),
    session: prepare("SELECT * FROM sessions WHERE session_id = ?"),

    insertEvent: prepare(insertEvents(1)),
    insertSomeEvents: prepare(insertEvents(eventsPerInsert)),
    deleteEvents: prepare("DELETE FROM events WHERE session = ? AND seq BETWEEN ? AND ?"),
    events: prepare(eventsSql),
    eventsFrom: prepare(`
      SELECT session_id, position, seq, events.rev AS rev, checksum, line
      FROM ${visibleEvents}
      WHERE position > ? AND position < ? AND session_id NOT IN (SELECT value FROM json_each(?))
      ORDER BY position LIMIT ?`),
    eventAt: prepare(`
      SELECT session_id, position, seq, events.rev AS rev, checksum, line
      FROM ${visibleEvents}
      WHERE position = ? AND session_id NOT IN (SELECT value FROM json_each(?))`),
    /** From the index alone, so that it includes events on damaged pages. */
    positionsAfter: prepare(
      "SELECT position FROM events INDEXED BY events_by_seq WHERE position > ? AND position < ? ORDER BY position LIMIT ?",
    ),

    indexText: prepare("INSERT INTO search (rowid, text) VALUES (?, ?)"),
    indexed: prepare("SELECT indexed FROM log"),
    setIndexed: prepare("UPDATE log SET indexed = ?"),
    unindexed: prepare(
      `SELECT position, line FROM events WHERE position > ? AND position <= ? AND ${indexed} ORDER BY position`,
    ),
    unindexedAt: prepare(`SELECT position, line FROM events WHERE position = ? AND ${indexed}`),
    unindexEvents: prepare(`
      DELETE FROM search WHERE rowid IN
        (SELECT position FROM events WHERE session = ? AND seq BETWEEN ? AND ? AND ${indexed})`),
    /** Rewrites a number of index pages; a negative number starts a complete merge. */
    mergeIndex: prepare("INSERT INTO search (search, rank) VALUES ('merge', ?)"),
    totalChanges: prepare("SELECT total_changes() AS count"),
    search: prepare(`
      SELECT ${foundColumns}
      FROM search JOIN events ON position = search.rowid JOIN sessions ON sessions.id = session AND seq <= head
      WHERE search MATCH ? ORDER BY search.rowid DESC`),
    searchPositions: prepare("SELECT rowid AS position FROM search WHERE search MATCH ? ORDER BY rowid DESC"),
    foundAt: prepare(`
      SELECT ${foundColumns}
      FROM ${visibleEvents} WHERE position = ? AND ${indexed}`),
    /** All unindexed texts. */
    searchNewest: prepare(`
      SELECT ${foundColumns}
      FROM ${visibleEvents}
      WHERE position > (SELECT indexed FROM log) AND position < ? AND ${indexed} ORDER BY position DESC`),

    run: prepare("SELECT * FROM runs WHERE session = ? AND run_id = ?"),
    runsBelow: prepare(
      "SELECT * FROM runs WHERE session = ? AND parent_run_id = ? AND below = parent_run_id",
    ),
    putRun: prepare(`
      ${insertRun}
      ON CONFLICT DO UPDATE SET
        announced = excluded.announced, parent_call_id = excluded.parent_call_id,
        ended_ts = excluded.ended_ts, outcome = excluded.outcome, error_code = excluded.error_code,
        error_message = excluded.error_message, usage = excluded.usage`),
    /** The same for a live run: it leaves out the columns of the live runs' index, so that the index is not rewritten. */
    putLiveRun: prepare(`
      ${insertRun}
      ON CONFLICT DO UPDATE SET
        announced = excluded.announced, parent_call_id = excluded.parent_call_id, usage = excluded.usage`),
    runsOf: prepare("SELECT * FROM runs WHERE session = ? AND id > ? ORDER BY id LIMIT ?"),
    deleteRun: prepare("DELETE FROM runs WHERE session = ? AND run_id = ?"),
    deleteSomeRuns: counting(
      prepare("DELETE FROM runs WHERE id IN (SELECT id FROM runs WHERE session = ? LIMIT ?)"),
    ),

    ask: prepare("SELECT * FROM asks WHERE session = ? AND ask_id = ?"),
    pendingAsks: prepare("SELECT * FROM asks WHERE session = ? AND run_id = ? AND state = 'pending'"),
    putAsk: prepare(`
      INSERT INTO asks (position, session, ask_id, run_id, agent_id, kind, state, created_ts)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET state = excluded.state`),
    asksOf: prepare("SELECT * FROM asks WHERE session = ? AND ask_id > ? ORDER BY ask_id LIMIT ?"),
    deleteAsk: prepare("DELETE FROM asks WHERE session = ? AND ask_id = ?"),
    deleteSomeAsks: counting(
      prepare("DELETE FROM asks WHERE position IN (SELECT position FROM asks WHERE session = ? LIMIT ?)"),
    ),

    insertReceipt: prepare(
      "INSERT INTO receipts (client_message_id, session_id, body_hash, response) VALUES (?, ?, ?, ?)",
    ),
    deleteReceipts: prepare("DELETE FROM receipts WHERE session_id = ?"),
    receipt: prepare("SELECT * FROM receipts WHERE client_message_id = ?"),

    putDocument: prepare(`
      INSERT INTO documents (kind, key, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value`),
    deleteDocument: prepare("DELETE FROM documents WHERE kind = ? AND key = ?"),
    document: prepare("SELECT value FROM documents WHERE kind = ? AND key = ?"),
    documents: prepare("SELECT key, value FROM documents WHERE kind = ? ORDER BY key"),
    documentKinds: prepare("SELECT DISTINCT kind FROM documents ORDER BY kind"),
  };
}
