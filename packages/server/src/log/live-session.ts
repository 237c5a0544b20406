import type { Conversation, PolylogEvent, Snapshot } from "@polylog/core";
import { emptyConversation, foldAll, fromSnapshot, LogCompactor, parseEvent } from "@polylog/core";
import { limits } from "../limits.ts";
import type { EventStore, NewSession, SessionRow } from "../store/store.ts";

type Beginning = Pick<SessionRow, "sessionId" | "projectRoot" | "rev" | "head" | "agentId" | "title">;

/** A session in memory: its row, and its conversation as far as it is committed. */
export class LiveSession {
  readonly sessionId: string;
  readonly projectRoot: string;
  compactor = new LogCompactor();
  rev: number;
  /** The seq of the last committed event. */
  head: number;
  conversation: Conversation;
  agentId: string | null;
  title: string | null;
  snapshotSeq: number;
  /** It was deleted or cut back: whoever still holds it must look again. */
  dead = false;

  constructor(row: Beginning, conversation: Conversation, snapshotSeq: number) {
    this.sessionId = row.sessionId;
    this.projectRoot = row.projectRoot;
    this.rev = row.rev;
    this.head = row.head;
    this.agentId = row.agentId;
    this.title = row.title;
    this.conversation = conversation;
    this.snapshotSeq = snapshotSeq;
  }

  static begin(created: NewSession): LiveSession {
    return new LiveSession({ ...created, rev: 1, head: 0, title: null }, emptyConversation, 0);
  }

  /** After a commit that failed: what the compactor noted of it is void. It drops less, never too much. */
  resetCompactor(): void {
    this.compactor = new LogCompactor();
  }
}

/** Folds a session from its latest snapshot and what came after it, a page at a time. */
export async function loadSession(store: EventStore, row: SessionRow): Promise<LiveSession> {
  const stored = await store.snapshot(row.sessionId);
  const restored =
    stored !== null && stored.rev === row.rev ? fromSnapshot(JSON.parse(stored.json) as Snapshot) : null;
  let conversation = restored ?? emptyConversation;
  const snapshotSeq = conversation.seq;
  for (let after = conversation.seq; ; ) {
    const page = await store.events(row.sessionId, after, limits.pageEvents);
    if (page.length === 0) break;
    conversation = foldAll(
      conversation,
      page.map((stored) => readLine(stored.line)),
    );
    after = page.at(-1)?.seq ?? after;
  }
  return new LiveSession(row, conversation, snapshotSeq);
}

/** A line of our own log. One that cannot be read is a bug or damage, never something to skip. */
function readLine(line: string): PolylogEvent {
  const parsed = parseEvent(line);
  if (!parsed.ok) throw new Error(`The log holds a line that is no event: ${parsed.error.reason}`);
  return parsed.event;
}
