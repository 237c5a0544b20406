import type { Conversation, PolylogEvent, Snapshot } from "@polylog/core";
import { emptyConversation, foldAll, fromSnapshot } from "@polylog/core";
import { type ClientError, networkError } from "../client-error.ts";
import type { Http } from "../http.ts";
import { limits } from "../limits.ts";
import { readEventValue } from "../stream/frame.ts";

/** A log's head: its epoch and the seq of its last event. */
export interface LogHead {
  readonly rev: number;
  readonly seq: number;
}

/** A conversation that the server folded, and the epoch of its log. */
export interface Loaded {
  readonly conversation: Conversation;
  readonly rev: number;
}

/** The requests about one session's log. */
export class SessionLog {
  private readonly http: Http;
  private readonly sessionId: string;

  constructor(http: Http, sessionId: string) {
    this.http = http;
    this.sessionId = sessionId;
  }

  async head(signal: AbortSignal): Promise<LogHead> {
    const { rev, seq } = await this.http.call("sessions.get", { sessionId: this.sessionId }, { signal });
    return { rev, seq };
  }

  /** A page of the events after a seq, without those that log compaction dropped. */
  async page(rev: number, after: number, signal: AbortSignal): Promise<Page> {
    // With its epoch, a seq that a rewind has invalidated is rejected: `cursor_expired`.
    const asked = { sessionId: this.sessionId, after: `${rev}:${after}`, limit: limits.pageEvents };
    const answer = await this.http.call("events.page", asked, { signal });
    return { events: answer.events.map(readEventValue), isLast: answer.next === null };
  }

  /** The whole conversation: the server's, or folded here if its snapshot has another version. */
  async load(signal: AbortSignal): Promise<Loaded> {
    const { sessionId } = this;
    const { snapshot, rev } = await this.http.call("events.snapshot", { sessionId }, { signal });
    // A conversation has the epoch of its last event; right after a rewind its log has a newer one.
    const conversation = restore(snapshot as Snapshot);
    if (conversation !== null) return { conversation, rev };
    return this.foldPages(rev, signal).catch((error: ClientError) => {
      // It is read again from the beginning; that may fail again until the rewind is done.
      throw error.code === "cursor_expired"
        ? networkError("The session was rewound while it was loading.", error)
        : error;
    });
  }

  private async foldPages(rev: number, signal: AbortSignal): Promise<Loaded> {
    let conversation = emptyConversation;
    for (;;) {
      const { events, isLast } = await this.page(rev, conversation.seq, signal);
      conversation = foldAll(conversation, events);
      if (isLast) return { conversation, rev };
    }
  }
}

interface Page {
  readonly events: readonly PolylogEvent[];
  readonly isLast: boolean;
}

/** An unreadable snapshot is not an error: the log has the same content. */
function restore(snapshot: Snapshot): Conversation | null {
  try {
    return fromSnapshot(snapshot);
  } catch {
    return null;
  }
}
