import type { Delivery, Subscription } from "../../hub/hub.ts";
import { checkFrame } from "../check-sent.ts";
import { sessionCursor } from "../cursor.ts";

/**
 * The bytes of a delivery as a server-sent event, created once for all clients. The hub passes each delivery to all
 * listeners before the next one, so caching the last one is enough.
 */
export class SseBytes {
  private last: Delivery | null = null;
  private rev = -1;
  private bytes: Buffer = Buffer.alloc(0);

  /** `rev` is the log's current rev: an event kept by a rewind still has the rev it was written under. */
  of(delivery: Delivery, rev: number): Buffer {
    if (this.last !== delivery || this.rev !== rev) {
      const id = rev === NO_REV ? String(delivery.position) : sessionCursor({ rev, seq: delivery.seq });
      this.bytes = sseBytes(delivery.frame, { id });
      this.last = delivery;
      this.rev = rev;
    }
    return this.bytes;
  }
}

/** For a stream of all sessions, whose cursor is the position. */
export const NO_REV = -1;

export function revOf(subscription: Subscription): number {
  return subscription.kind === "session" ? subscription.rev : NO_REV;
}

export function sseBytes(json: string, { id, event }: { id?: string; event?: string }): Buffer {
  checkFrame(json);
  const head = `${event === undefined ? "" : `event: ${event}\n`}${id === undefined ? "" : `id: ${id}\n`}`;
  return Buffer.from(`${head}data: ${json}\n\n`);
}
