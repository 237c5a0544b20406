import { resyncFrame, type StateChange, syncFrame } from "@polylog/core";
import type { Subscription } from "../hub/hub.ts";

/** Frames that are no events of the log. */

/** What was missed cannot be told: forget what you hold, what follows starts at the beginning. */
export function resyncJson(subscription: Subscription, reason: string, now: number): string {
  const head = { id: `resync-${now}`, tsMs: now, reason };
  const frame =
    subscription.kind === "session"
      ? resyncFrame({ ...head, seq: 0, rev: subscription.rev, sessionId: subscription.sessionId })
      : resyncFrame({ ...head, seq: 0, rev: 0 });
  return JSON.stringify(frame);
}

/** Something beside the log changed: fetch it again. */
export function syncJson(change: StateChange, now: number): string {
  return JSON.stringify(syncFrame({ id: `sync-${now}`, seq: 0, rev: 0, tsMs: now, ...change }));
}

/** Seen by the client, unlike a comment or a ping: silence for longer than this means that the line is dead. */
export function heartbeatJson(now: number): string {
  const head = { id: `heartbeat-${now}`, seq: 0, rev: 0, ts_ms: now, kind: "run", phase: "heartbeat" };
  return JSON.stringify({ ...head, data: { ts: now } });
}
