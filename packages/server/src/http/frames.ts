import { resyncFrame, type StateChange, syncFrame } from "@polylog/core";
import type { Subscription } from "../hub/hub.ts";

/** Frames that are not events of the log. */

/** Missed events cannot be sent, so the client must discard its state; the following frames start at the beginning. */
export function resyncJson(subscription: Subscription, reason: string, now: number): string {
  const head = { id: `resync-${now}`, tsMs: now, reason };
  const frame =
    subscription.kind === "session"
      ? resyncFrame({ ...head, seq: 0, rev: subscription.rev, sessionId: subscription.sessionId })
      : resyncFrame({ ...head, seq: 0, rev: 0 });
  return JSON.stringify(frame);
}

/** Something outside the log changed, so the client must fetch it again. */
export function syncJson(change: StateChange, now: number): string {
  return JSON.stringify(syncFrame({ id: `sync-${now}`, seq: 0, rev: 0, tsMs: now, ...change }));
}

/** Visible to clients, unlike a comment or a ping. A longer silence means that the connection is dead. */
export function heartbeatJson(now: number): string {
  const head = { id: `heartbeat-${now}`, seq: 0, rev: 0, ts_ms: now, kind: "run", phase: "heartbeat" };
  return JSON.stringify({ ...head, data: { ts: now } });
}
