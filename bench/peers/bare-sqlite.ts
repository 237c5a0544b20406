import { DatabaseSync } from "node:sqlite";
import type { PolylogEvent } from "@polylog/core";

/** The same rows in the same columns with the same index, and nothing else: no head, no projections, no checks. */
export function appendToDriver(file: string, events: readonly PolylogEvent[], batch: number) {
  const db = new DatabaseSync(file);
  db.exec("PRAGMA journal_mode = WAL");
  db.exec("PRAGMA synchronous = FULL");
  db.exec(`
    CREATE TABLE events (
      position INTEGER PRIMARY KEY, session INTEGER NOT NULL, seq INTEGER NOT NULL, rev INTEGER NOT NULL,
      checksum INTEGER NOT NULL, type TEXT NOT NULL, line TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX events_by_seq ON events (session, seq);
  `);
  const begin = db.prepare("BEGIN IMMEDIATE");
  const commit = db.prepare("COMMIT");
  const insert = db.prepare("INSERT INTO events VALUES (?, 1, ?, 1, 0, ?, ?)");
  const lines = events.map((event) => JSON.stringify(event));
  const began = performance.now();
  for (let start = 0; start < events.length; start += batch) {
    begin.run();
    for (let index = start; index < Math.min(start + batch, events.length); index++) {
      const { seq, type } = events[index] as PolylogEvent;
      insert.run(seq, seq, type, lines[index] as string);
    }
    commit.run();
  }
  const ms = performance.now() - began;
  db.close();
  return { ms, file };
}

export function linesOfDriver({ file }: { readonly file: string }): string[] {
  const db = new DatabaseSync(file);
  const rows = db.prepare("SELECT line FROM events ORDER BY seq").all();
  db.close();
  return rows.map(({ line }) => line as string);
}
