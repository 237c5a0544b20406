import type { PolylogEvent } from "@polylog/core";
import type { ClientError } from "../client-error.ts";
import type { LinkState } from "../connection/link.ts";

/** Where a session's events come from. There are three: one stream for all sessions, one for each, one socket. */
export interface Feed {
  /**
   * True: it brings all that came after the session's cursor, as the log has it now. False: it only brings what
   * happens while it is open, without a gap; what came before is read from the log.
   */
  readonly resumes: boolean;
  /** From now on the session is told how the connection is. */
  attach(session: FeedSession): void;
  /** Brings the session's events from its cursor on; where it already does, it begins anew from there. */
  follow(session: FeedSession): void;
  detach(session: FeedSession): void;
  /** Tries to connect at once, also where that was denied. */
  retry(): void;
}

export interface FeedSession {
  readonly sessionId: string;
  /** Null before the first event. */
  readonly cursor: string | null;
  linkChanged(state: LinkState, error: ClientError | null): void;
  take(event: PolylogEvent): void;
  /** What was missed cannot be told. */
  lost(): void;
}
