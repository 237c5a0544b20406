import { defined } from "../defined.ts";
import type { Frame } from "./frame.ts";

/** Frames without an event: the server tells a client to load data again. */

interface ControlHead {
  readonly id: string;
  /** The current head of the log. */
  readonly seq: number;
  readonly rev: number;
  readonly tsMs: number;
  readonly sessionId?: string | undefined;
  readonly projectRoot?: string | undefined;
}

export interface Resync extends ControlHead {
  readonly reason: string;
  /** How many events the client missed, if known. */
  readonly laggedCount?: number | undefined;
}

/** The client's cursor cannot be continued: it must reload the session. */
export function resyncFrame({ reason, laggedCount, ...head }: Resync): Frame {
  const data = { reason, ...defined({ lagged_count: laggedCount }) };
  return { ...control(head, "resync"), text: reason, data };
}

/** Data outside the log that changes without an event. */
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

/** Data outside the log changed, for one session, one project, or all: data fetched earlier is outdated. */
export interface StateChange {
  readonly changed: Changeable;
  readonly sessionId?: string | undefined;
  readonly projectRoot?: string | undefined;
}

export function syncFrame({ changed, ...head }: ControlHead & StateChange): Frame {
  return { ...control(head, "sync"), data: { changed } };
}

/** Outside the log: its data is not an event. */
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
