import type { AgentSettings, Backend, EventBody } from "@polylog/core";
import type { Blobs } from "../log/blobs.ts";
import type { LiveSession } from "../log/live-session.ts";
import type { Log } from "../log/log.ts";
import type { OpenTools } from "../own-tools/own-tools.ts";
import type { Lent } from "../service/host.ts";
import type { Mailbox } from "./mailbox.ts";
import type { Seat } from "./seat.ts";

/** What an agent in a session needs of the rest of the server. */
export interface SeatOptions {
  readonly session: LiveSession;
  readonly agentId: string;
  readonly backend: Backend;
  /** As they are when the program starts. */
  readonly settings: () => Promise<AgentSettings>;
  readonly host: Lent;
  /** What Polylog itself gives the program to call, for as long as it runs. */
  readonly tools: (seat: Seat) => OpenTools;
  readonly resume: string | undefined;
  readonly log: Log;
  readonly blobs: Blobs;
  readonly mailbox: Mailbox;
  /** A run of this seat is over; the next message may go. */
  readonly onIdle: (seat: Seat) => void;
  /** What its agent says cannot be written, and it is given up: the next message takes another. */
  readonly onGone: (seat: Seat) => void;
  /** An ask was written: someone may have a rule for it. */
  readonly onAsk: (seat: Seat, body: EventBody) => void;
  readonly onNativeSession: (seat: Seat, nativeSessionId: string) => void;
  /** How long its program may rest; null for ever. */
  readonly idleMs: () => number | null;
}
