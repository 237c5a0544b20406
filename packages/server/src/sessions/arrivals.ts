import { RESTORED } from "../store/backup/restore-database.ts";
import type { Commit, EventStore } from "../store/store.ts";

/** The kind of document with the time at which a session was imported. */
const IMPORTED = "imported_session";

type Documents = NonNullable<Commit["documents"]>;

/** The document to write with an imported session, whose events keep their own times; null removes it. */
export function importedAt(sessionId: string, ts: number | null): Documents {
  return [{ kind: IMPORTED, key: sessionId, value: ts }];
}

/** The time since which this server has had a session: its import or the last restore. 0 if it was created here. */
export async function arrivals(store: Pick<EventStore, "documents">): Promise<(sessionId: string) => number> {
  const restores = (await store.documents(RESTORED)).map(({ key }) => Date.parse(key));
  const restored = restores.reduce((last, ts) => Math.max(last, ts), 0);
  const imported = new Map((await store.documents(IMPORTED)).map(({ key, value }) => [key, Number(value)]));
  return (sessionId) => Math.max(restored, imported.get(sessionId) ?? 0);
}
