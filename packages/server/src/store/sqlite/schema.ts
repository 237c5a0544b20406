import type { DatabaseSync } from "node:sqlite";

/** One step from a version of the schema to the next. A released step never changes; changes are new steps. */
export type Migration = (db: DatabaseSync) => void;

/** "PLOG": distinguishes a log from any other database. */
export const APPLICATION_ID = 0x504c4f47;

/*
 * Sessions have a short number inside the database, because every event and every index entry repeats it.
 *
 * `events.type` determines which lines are in the search index, by position. The index stores no text: snippets are created
 * from the line. `indexText` splits texts into words, so the index's own tokenizer only splits at spaces.
 */
const first = `
  PRAGMA application_id = ${APPLICATION_ID};

  CREATE TABLE log (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    -- Positions up to this one have been assigned, even if their events are gone.
    given INTEGER NOT NULL,
    -- Something was deleted whose space has not been freed yet.
    reclaim INTEGER NOT NULL
  ) STRICT;
  INSERT INTO log VALUES (1, 0, 0);

  CREATE TABLE sessions (
    -- Never reused: events of a deleted session may still exist.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id TEXT NOT NULL UNIQUE,
    rev INTEGER NOT NULL,
    head INTEGER NOT NULL,
    -- Increases with every write to the session; its values are positions.
    activity INTEGER NOT NULL UNIQUE,
    archived INTEGER NOT NULL,
    created_ts INTEGER NOT NULL,
    updated_ts INTEGER NOT NULL,
    queued INTEGER NOT NULL,
    pending_asks INTEGER NOT NULL,
    cost_usd REAL NOT NULL,
    cost_complete INTEGER NOT NULL,
    state TEXT NOT NULL,
    agent_id TEXT,
    model TEXT,
    title TEXT,
    title_folded TEXT NOT NULL,
    project_root TEXT NOT NULL,
    root_folded TEXT NOT NULL,
    forked_from TEXT
  ) STRICT;

  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    session INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    rev INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    type TEXT NOT NULL,
    line TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX events_by_seq ON events (session, seq);

  -- Deleted sessions whose events are still to be removed. Without a row in sessions they are invisible.
  CREATE TABLE forgotten (session INTEGER PRIMARY KEY) STRICT;

  CREATE TABLE snapshots (
    session INTEGER PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    rev INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    json TEXT NOT NULL
  ) STRICT;

  CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    run_id TEXT NOT NULL,
    started INTEGER NOT NULL,
    started_ts INTEGER NOT NULL,
    ended_ts INTEGER,
    outcome TEXT,
    agent_id TEXT NOT NULL,
    announced INTEGER NOT NULL,
    parent_run_id TEXT,
    parent_call_id TEXT,
    below TEXT,
    error_code TEXT,
    error_message TEXT,
    usage TEXT NOT NULL,
    UNIQUE (session, run_id)
  ) STRICT;
  CREATE INDEX runs_by_id ON runs (run_id);
  CREATE INDEX runs_by_start ON runs (started);
  CREATE INDEX runs_by_parent ON runs (parent_run_id) WHERE parent_run_id IS NOT NULL;
  CREATE INDEX runs_live ON runs (started) WHERE outcome IS NULL;

  CREATE TABLE asks (
    -- The event that asked; its line is read from there.
    position INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    ask_id TEXT NOT NULL,
    run_id TEXT NOT NULL,
    agent_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    created_ts INTEGER NOT NULL,
    UNIQUE (session, ask_id)
  ) STRICT;
  CREATE INDEX asks_by_id ON asks (ask_id);
  CREATE INDEX asks_pending ON asks (state) WHERE state = 'pending';
  CREATE INDEX asks_pending_by_run ON asks (session, run_id) WHERE state = 'pending';

  CREATE TABLE receipts (
    client_message_id TEXT PRIMARY KEY,
    session_id TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    response TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX receipts_by_session ON receipts (session_id);

  CREATE TABLE documents (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;

  CREATE VIRTUAL TABLE search USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'ascii');
`;

const second = `
  -- Intended for cached conversations, but never used.
  DROP TABLE snapshots;

  -- Texts up to this position are in the search index; later ones are scanned. Before, each was indexed at once.
  ALTER TABLE log ADD COLUMN indexed INTEGER NOT NULL DEFAULT 0;
  UPDATE log SET indexed = (SELECT coalesce(max(position), 0) FROM events);
`;

const third = `
  -- Rewound sessions that may still have events after their head. Those are invisible and are removed in slices.
  CREATE TABLE cut (session INTEGER PRIMARY KEY) STRICT;
`;

export const migrations: readonly Migration[] = [first, second, third].map((step) => (db) => db.exec(step));
