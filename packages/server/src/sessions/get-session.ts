import { PolylogError } from "../polylog-error.ts";
import type { EventStore, SessionRow } from "../store/store.ts";

/** Rejects with `session_not_found`. */
export async function getSession(store: Pick<EventStore, "session">, sessionId: string): Promise<SessionRow> {
  const row = await store.session(sessionId);
  if (row === null)
    throw new PolylogError("session_not_found", "This session does not exist. It may have been deleted.", {
      sessionId,
    });
  return row;
}
