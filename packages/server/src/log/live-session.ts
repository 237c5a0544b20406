import { setImmediate as nextTurn } from "node:timers/promises";
import type { Conversation, PolylogEvent } from "@polylog/core";
import { emptyConversation, foldAll, LogCompactor, parseEvent } from "@polylog/core";
import { limits } from "../limits.ts";
import type { EventStore, NewSession, SessionRow } from "../store/store.ts";

type Beginning = Pick<SessionRow, "sessionId" | "projectRoot" | "rev" | "head" | "agentId" | "title">;

/** A session in memory: its row, and its committed conversation. */
export class LiveSession {
  readonly sessionId: string;
  readonly projectRoot: string;
  logCompactor = new LogCompactor();
  rev: number;
  /** The seq of the last committed event. */
  head: number;
  conversation: Conversation;
  agentId: string | null;
  title: string | null;
  /** The session was deleted or rewound, so holders of this object must load it again. */
  dead = false;

  constructor(row: Beginning, conversation: Conversation) {
    this.sessionId = row.sessionId;
    this.projectRoot = row.projectRoot;
    this.rev = row.rev;
    this.head = row.head;
    this.agentId = row.agentId;
    this.title = row.title;
    this.conversation = conversation;
  }

  static begin(created: NewSession): LiveSession {
    return new LiveSession({ ...created, rev: 1, head: 0, title: null }, emptyConversation);
  }

  /** The session has no live run and no open ask, so it can be evicted from memory. */
  get isInactive(): boolean {
    const { liveRuns, pendingAsks } = this.conversation;
    return liveRuns.size === 0 && pendingAsks.size === 0;
  }

  /** Called after a failed commit: the log compactor restarts, and then drops fewer events, never too many. */
  resetLogCompactor(): void {
    this.logCompactor = new LogCompactor();
  }
}

/** Folds a session from its compacted log up to the given head, page by page; other work gets turns in between. */
export async function loadSession(store: EventStore, row: SessionRow): Promise<LiveSession> {
  let conversation = emptyConversation;
  for (let after = 0; ; ) {
    const page = await store.events(row.sessionId, after, Math.min(limits.pageEvents, row.head - after));
    const lines = page.filter(({ seq }) => seq <= row.head);
    conversation = foldAll(
      conversation,
      lines.map(({ line }) => readLine(line)),
    );
    const last = lines.at(-1);
    if (last === undefined) return new LiveSession(row, conversation);
    after = last.seq;
    await nextTurn();
  }
}

/** A line of Polylog's own log. An unreadable line is a bug or damage, so it is never skipped. */
export function readLine(line: string): PolylogEvent {
  const parsed = parseEvent(line);
  if (!parsed.ok) throw new Error(`Invalid event in the log: ${parsed.error.reason}`);
  return parsed.event;
}
