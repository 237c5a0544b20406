import type { Subscription } from "../hub/hub.ts";
import type { Services } from "../services.ts";
import { RESTORED, type Restored } from "../store/backup/restore-database.ts";
import type { EventStore } from "../store/store.ts";
import { NOW, parsePosition, parseSessionCursor } from "./cursor.ts";

/** Where a stream starts, and whether its client must discard its state first. */
export interface Start<S extends Subscription = Subscription> {
  readonly subscription: S;
  /** Why the client's cursor cannot be used; null if it can. */
  readonly resync: string | null;
}

type OfSession = Extract<Subscription, { kind: "session" }>;
type OfAll = Extract<Subscription, { kind: "all" }>;

/** Without a cursor, a session's stream starts at the beginning. */
export async function startOfSession(
  services: Pick<Services, "sessions">,
  sessionId: string,
  cursor: string | undefined,
): Promise<Start<OfSession>> {
  const parsed = cursor === undefined || cursor === NOW ? null : parseSessionCursor(cursor);
  const { rev, head } = await services.sessions.get(sessionId);
  const at = (after: number): OfSession => ({ kind: "session", sessionId, rev, after });
  if (parsed === null) return { subscription: at(cursor === NOW ? head : 0), resync: null };
  if (parsed.rev !== rev) return { subscription: at(0), resync: "The session was rewound or restored." };
  if (parsed.seq > head) return { subscription: at(0), resync: "The cursor is past the end of the log." };
  return { subscription: at(parsed.seq), resync: null };
}

/** Without a cursor, the stream of all sessions starts now. */
export async function startOfAll(
  store: Pick<EventStore, "head" | "documents">,
  position: number,
  cursor: string | undefined,
): Promise<Start<OfAll>> {
  if (cursor === undefined || cursor === NOW)
    return { subscription: { kind: "all", after: position }, resync: null };
  const after = parsePosition(cursor);
  // Another process may have written events, and sent them to its clients, that this one has not read yet.
  const end = after > position ? Math.max(position, await store.head()) : position;
  const restores = (await store.documents(RESTORED)).map(
    ({ value }) => value as Pick<Restored, "lostPositions">,
  );
  const isLost = restores.some(({ lostPositions: lost }) => after > lost.after && after <= lost.upTo);
  if (isLost)
    return { subscription: { kind: "all", after: end }, resync: "The log was restored from a backup." };
  if (after <= end) return { subscription: { kind: "all", after }, resync: null };
  return { subscription: { kind: "all", after: end }, resync: "The cursor is past the end of the log." };
}
