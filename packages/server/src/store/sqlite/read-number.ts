import type { DatabaseSync } from "node:sqlite";
import { StoreError } from "../store-error.ts";

/** The one number that a question gives. */
export function readNumber(db: DatabaseSync, sql: string): number {
  const [value] = Object.values(db.prepare(sql).get() ?? {});
  if (typeof value !== "number") throw new StoreError("broken", `The database gave no number for: ${sql}`);
  return value;
}
