import type { Conversation, EventBody, PolylogEvent } from "@polylog/core";
import { emptyConversation, fold, foldAll, LogCompactor, parseEvent } from "@polylog/core";

/** A log in memory that behaves like the server's: it compacts, can be rewound, and notifies its listeners. */

export interface StoredEvent {
  readonly event: PolylogEvent;
  readonly line: string;
  /** The line with its header. */
  readonly frame: string;
  readonly position: number;
}

export interface FakeSession {
  readonly sessionId: string;
  rev: number;
  seq: number;
  /** The events that remain after compaction. */
  events: StoredEvent[];
  /** The fold of all events ever written. */
  conversation: Conversation;
  compactor: LogCompactor;
}

type Listener = (stored: StoredEvent) => void;

export class FakeLog {
  readonly sessions = new Map<string, FakeSession>();
  readonly listeners = new Set<Listener>();
  /** Called when a session was rewound or deleted. */
  readonly rewindListeners = new Set<(sessionId: string) => void>();
  position = 0;
  private time = 1000;

  session(sessionId: string): FakeSession {
    const known = this.sessions.get(sessionId);
    if (known !== undefined) return known;
    const session: FakeSession = {
      sessionId,
      rev: 1,
      seq: 0,
      events: [],
      conversation: emptyConversation,
      compactor: new LogCompactor(),
    };
    this.sessions.set(sessionId, session);
    return session;
  }

  append(sessionId: string, ...bodies: readonly (EventBody | Record<string, unknown>)[]): void {
    for (const body of bodies) this.appendOne(this.session(sessionId), body);
  }

  rewind(sessionId: string, seq: number): void {
    const session = this.session(sessionId);
    session.rev += 1;
    session.seq = seq;
    session.events = session.events.filter(({ event }) => event.seq <= seq);
    session.conversation = foldAll(
      emptyConversation,
      session.events.map(({ event }) => event),
    );
    session.compactor = new LogCompactor();
    for (const listener of [...this.rewindListeners]) listener(sessionId);
  }

  delete(sessionId: string): void {
    this.sessions.delete(sessionId);
    for (const listener of [...this.rewindListeners]) listener(sessionId);
  }

  after(sessionId: string, seq: number): StoredEvent[] {
    return this.session(sessionId).events.filter(({ event }) => event.seq > seq);
  }

  afterPosition(position: number): StoredEvent[] {
    return [...this.sessions.values()]
      .flatMap(({ events }) => events)
      .filter((stored) => stored.position > position)
      .sort((a, b) => a.position - b.position);
  }

  private appendOne(session: FakeSession, body: object): void {
    session.seq += 1;
    this.position += 1;
    this.time += 1;
    const { sessionId, seq, rev } = session;
    const line = JSON.stringify({ id: `e${this.position}`, sessionId, seq, rev, ts: this.time, ...body });
    const parsed = parseEvent(line);
    if (!parsed.ok) throw new Error(`${parsed.error.path.join(".")}: ${parsed.error.reason} in ${line}`);
    const { event } = parsed;
    const dropped = new Set(session.compactor.next(session.conversation, event));
    session.conversation = fold(session.conversation, event);
    const stored: StoredEvent = { event, line, frame: frameOf(event, line), position: this.position };
    if (dropped.size > 0) session.events = session.events.filter((each) => !dropped.has(each.event.seq));
    session.events.push(stored);
    for (const listener of [...this.listeners]) listener(stored);
  }
}

/** The header's text contains what a careless parser would take for the frame's end. */
function frameOf({ id, seq, rev, ts, sessionId }: PolylogEvent, line: string): string {
  const header = { id, seq, rev, ts_ms: ts, kind: "message", text: ',"data":{', session_id: sessionId };
  return `${JSON.stringify(header).slice(0, -1)},"data":${line}}`;
}
