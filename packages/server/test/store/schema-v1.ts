import { DatabaseSync } from "node:sqlite";

/**
 * A log as the first release wrote it, in plain SQL: every later version starts from it. Released, so it is
 * never changed.
 */
export const schemaV1 = `
  PRAGMA auto_vacuum = INCREMENTAL;
  PRAGMA journal_mode = WAL;
  PRAGMA application_id = 1347178311;
  PRAGMA user_version = 1;
  CREATE TABLE log (one INTEGER PRIMARY KEY CHECK (one = 1), given INTEGER NOT NULL, reclaim INTEGER NOT NULL) STRICT;
  CREATE TABLE sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL UNIQUE, rev INTEGER NOT NULL, head INTEGER NOT NULL,
    activity INTEGER NOT NULL UNIQUE, archived INTEGER NOT NULL, created_ts INTEGER NOT NULL,
    updated_ts INTEGER NOT NULL, queued INTEGER NOT NULL, pending_asks INTEGER NOT NULL, cost_usd REAL NOT NULL,
    cost_complete INTEGER NOT NULL, state TEXT NOT NULL, agent_id TEXT, model TEXT, title TEXT,
    title_folded TEXT NOT NULL, project_root TEXT NOT NULL, root_folded TEXT NOT NULL, forked_from TEXT
  ) STRICT;
  CREATE TABLE events (
    position INTEGER PRIMARY KEY, session INTEGER NOT NULL, seq INTEGER NOT NULL, rev INTEGER NOT NULL,
    checksum INTEGER NOT NULL, type TEXT NOT NULL, line TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX events_by_seq ON events (session, seq);
  CREATE TABLE forgotten (session INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE snapshots (
    session INTEGER PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE, rev INTEGER NOT NULL,
    seq INTEGER NOT NULL, checksum INTEGER NOT NULL, json TEXT NOT NULL
  ) STRICT;
  CREATE TABLE runs (
    id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    run_id TEXT NOT NULL, started INTEGER NOT NULL, started_ts INTEGER NOT NULL, ended_ts INTEGER, outcome TEXT,
    agent_id TEXT NOT NULL, announced INTEGER NOT NULL, parent_run_id TEXT, parent_call_id TEXT, below TEXT, error_code TEXT,
    error_message TEXT, usage TEXT NOT NULL, UNIQUE (session, run_id)
  ) STRICT;
  CREATE INDEX runs_by_id ON runs (run_id);
  CREATE INDEX runs_by_start ON runs (started);
  CREATE INDEX runs_by_parent ON runs (parent_run_id) WHERE parent_run_id IS NOT NULL;
  CREATE INDEX runs_live ON runs (started) WHERE outcome IS NULL;
  CREATE TABLE asks (
    position INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    ask_id TEXT NOT NULL, run_id TEXT NOT NULL, agent_id TEXT NOT NULL, kind TEXT NOT NULL, state TEXT NOT NULL,
    created_ts INTEGER NOT NULL, UNIQUE (session, ask_id)
  ) STRICT;
  CREATE INDEX asks_by_id ON asks (ask_id);
  CREATE INDEX asks_pending ON asks (state) WHERE state = 'pending';
  CREATE INDEX asks_pending_by_run ON asks (session, run_id) WHERE state = 'pending';
  CREATE TABLE receipts (
    client_message_id TEXT PRIMARY KEY, session_id TEXT NOT NULL, body_hash TEXT NOT NULL, response TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX receipts_by_session ON receipts (session_id);
  CREATE TABLE documents (
    kind TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;
  CREATE VIRTUAL TABLE search USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'ascii');
`;

const rows = `
  INSERT INTO log VALUES (1, 3, 0);
  INSERT INTO sessions VALUES
    (1, 'old', 1, 3, 4, 1, 1000, 1003, 0, 1, 0.5, 1, 'waiting_for_you', 'claude', 'm', 'Été', 'ete', '/Work',
     '/work', NULL);
  INSERT INTO events VALUES
    (2, 1, 1, 1, 1237836458, 'user_message',
     '{"id":"e1","sessionId":"old","seq":1,"rev":1,"ts":1001,"type":"user_message","text":"Hello there"}'),
    (3, 1, 2, 1, 3037121165, 'run_started',
     '{"id":"e2","sessionId":"old","seq":2,"rev":1,"ts":1002,"agentId":"claude","runId":"r1","type":"run_started"}'),
    (4, 1, 3, 1, 1584157292, 'permission_request',
     '{"id":"e3","sessionId":"old","seq":3,"rev":1,"ts":1003,"agentId":"claude","runId":"r1",'
     || '"type":"permission_request","requestId":"q1","toolName":"Bash","options":[]}');
  INSERT INTO snapshots VALUES (1, 1, 3, 2745614147, '{}');
  INSERT INTO runs VALUES (1, 1, 'r1', 3, 1002, NULL, NULL, 'claude', 1, NULL, NULL, NULL, NULL, NULL, '[]');
  INSERT INTO asks VALUES (4, 1, 'q1', 'r1', 'claude', 'permission', 'pending', 1003);
  INSERT INTO receipts VALUES ('m1', 'old', 'hash', '{"ok":true}');
  INSERT INTO documents VALUES ('settings', 'theme', '"dark"');
  INSERT INTO search (rowid, text) VALUES (2, 'hello there');
`;

export function writeV1(file: string): void {
  const db = new DatabaseSync(file);
  db.exec(schemaV1);
  db.exec(rows);
  db.close();
}
