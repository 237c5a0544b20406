import { defined } from "../defined.ts";
import type { Frame } from "./frame.ts";

/** Frames that no event stands behind: the server tells a client to read anew. */

interface ControlHead {
  readonly id: string;
  /** Where the log is now. */
  readonly seq: number;
  readonly rev: number;
  readonly tsMs: number;
  readonly sessionId?: string | undefined;
  readonly projectRoot?: string | undefined;
}

export interface Resync extends ControlHead {
  readonly reason: string;
  /** How many events the client did not get, where that is known. */
  readonly laggedCount?: number | undefined;
}

/** The client cannot be brought up to date from where it is: it must begin anew. */
export function resyncFrame({ reason, laggedCount, ...head }: Resync): Frame {
  const data = { reason, ...defined({ lagged_count: laggedCount }) };
  return { ...control(head, "resync"), text: reason, data };
}

/** What there is beside the log, and changes without an event. */
export const changeable = [
  "session",
  "mission",
  "schedules",
  "settings",
  "override",
  "policy",
  "budget",
  "trust",
] as const;
export type Changeable = (typeof changeable)[number];

/** Something beside the log changed, of one session, of one project, or of all: what was fetched of it is old. */
export interface StateChange {
  readonly changed: Changeable;
  readonly sessionId?: string | undefined;
  readonly projectRoot?: string | undefined;
}

export function syncFrame({ changed, ...head }: ControlHead & StateChange): Frame {
  return { ...control(head, "sync"), data: { changed } };
}

/** Said beside the log: its data is no event. */
export function isControl({ kind, phase }: Frame): boolean {
  return kind === "run" && (phase === "resync" || phase === "sync");
}

export function isResync(frame: Frame): boolean {
  return frame.kind === "run" && frame.phase === "resync";
}

function control({ id, seq, rev, tsMs, sessionId, projectRoot }: ControlHead, phase: string) {
  return {
    id,
    seq,
    rev,
    ts_ms: tsMs,
    kind: "run",
    phase,
    ...defined({ session_id: sessionId, project_root: projectRoot }),
  };
}
