import type { Conversation, KnownEvent, PolylogEvent, Snapshot } from "../src/index.ts";
import { emptyConversation, foldAll, toSnapshot } from "../src/index.ts";

/** Writes events the way ingest stamps them: seq 1, 2, 3 …, one millisecond apart. */

type Stamped = "id" | "sessionId" | "seq" | "rev" | "ts" | "agentId" | "runId";
type Unstamped<E> = E extends KnownEvent ? Omit<E, Stamped> & Partial<Pick<E, Stamped & keyof E>> : never;

export type Body = Unstamped<KnownEvent>;

const sessionId = "session-1";
export const runId = "run-1";
export const agentId = "claude";

/** Stamps bodies as consecutive events of run-1, unless a body says otherwise. */
export function log(...bodies: readonly Body[]): PolylogEvent[] {
  return bodies.map((body, index) => stamp(body, index + 1));
}

/** Continues after existing events. */
export function after(events: readonly PolylogEvent[], ...bodies: readonly Body[]): PolylogEvent[] {
  const last = events.at(-1)?.seq ?? 0;
  return [...events, ...bodies.map((body, index) => stamp(body, last + index + 1))];
}

function stamp(body: Body, seq: number): PolylogEvent {
  return {
    id: `event-${seq}`,
    sessionId,
    seq,
    rev: 1,
    ts: 1000 + seq,
    agentId,
    runId,
    ...body,
  } as unknown as PolylogEvent;
}

export function conversationOf(...bodies: readonly Body[]): Conversation {
  return foldAll(emptyConversation, log(...bodies));
}

/** The entries of the session's own lane, as plain JSON. */
export function entriesOf(conversation: Conversation): readonly object[] {
  return plain(toSnapshot(conversation)).main.entries;
}

/** The entries of a subagent's lane. */
export function laneOf(conversation: Conversation, childRunId: string): readonly object[] {
  const lane = plain(toSnapshot(conversation)).lanes.find((candidate) => candidate.runId === childRunId);
  if (lane === undefined) throw new Error(`no lane for ${childRunId}`);
  return lane.entries;
}

function plain(snapshot: Snapshot): Snapshot {
  return JSON.parse(JSON.stringify(snapshot)) as Snapshot;
}
