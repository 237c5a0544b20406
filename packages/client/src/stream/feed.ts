import type { PolylogEvent } from "@polylog/core";
import type { ClientError } from "../client-error.ts";
import type { LinkState } from "../connection/link.ts";

/** A source of a session's events. There are three: one stream for all sessions, one stream for each, and one socket. */
export interface Feed {
  /**
   * True: it delivers all events after the session's cursor, as the log has them now. False: it delivers only the events while
   * it is open, without a gap; earlier ones are read from the log.
   */
  readonly resumes: boolean;
  /** From now on the session is notified of the connection's state. */
  attach(session: FeedSession): void;
  /** Delivers the session's events from its cursor on; if it already does, it starts again from there. */
  follow(session: FeedSession): void;
  detach(session: FeedSession): void;
  /** Reconnects at once, even after a denial. */
  retry(): void;
}

export interface FeedSession {
  readonly sessionId: string;
  /** Null before the first event. */
  readonly cursor: string | null;
  linkChanged(state: LinkState, error: ClientError | null): void;
  take(event: PolylogEvent): void;
  /** The missed events are unknown. */
  lost(): void;
}
