import { type Migration, migrations } from "../../src/store/sqlite/schema.ts";

/** The real steps and two that a later version might add. */
export const laterSteps: readonly Migration[] = [
  ...migrations,
  (db) => {
    db.exec("ALTER TABLE sessions ADD COLUMN color TEXT NOT NULL DEFAULT 'none'");
    db.exec("UPDATE sessions SET color = 'blue'");
  },
  (db) => {
    db.exec(
      "CREATE TABLE labels (session INTEGER NOT NULL REFERENCES sessions (id), name TEXT NOT NULL) STRICT",
    );
    db.exec("INSERT INTO labels SELECT id, color FROM sessions");
  },
];
