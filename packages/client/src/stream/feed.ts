import type { PolylogEvent } from "@polylog/core";
import type { ClientError } from "../client-error.ts";
import type { LinkState } from "../connection/link.ts";

/**
 * A source of sessions' events: one stream for all sessions, one stream for each, or one socket. While it is open, it delivers all
 * events without a gap. Earlier ones are read from the log.
 */
export interface Feed {
  /** Delivers the session's events and the connection's state from now on. */
  attach(session: FeedSession): void;
  detach(session: FeedSession): void;
  /** Reconnects at once, even after a denial. */
  retry(): void;
}

export interface FeedSession {
  readonly sessionId: string;
  linkChanged(state: LinkState, error: ClientError | null): void;
  take(event: PolylogEvent): void;
  /** The missed events are unknown. */
  lost(): void;
}
