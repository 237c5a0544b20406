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
  const data = { reason, ...(laggedCount === undefined ? {} : { lagged_count: laggedCount }) };
  return { ...control(head, "resync"), text: reason, data };
}

/** Something outside the log changed: what was fetched should be fetched again. */
export function syncFrame(head: ControlHead): Frame {
  return { ...control(head, "sync"), data: {} };
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
    ...(sessionId === undefined ? {} : { session_id: sessionId }),
    ...(projectRoot === undefined ? {} : { project_root: projectRoot }),
  };
}
