import type { Delivery, Subscription } from "../../hub/hub.ts";
import { checkFrame } from "../check-sent.ts";
import { sessionCursor } from "../cursor.ts";

/**
 * A delivery as server-sent bytes, made once however many clients get it. The hub hands one delivery to all of its
 * listeners before the next, so remembering the last one is enough.
 */
export class SseBytes {
  private last: Delivery | null = null;
  private rev = -1;
  private bytes: Buffer = Buffer.alloc(0);

  /** `rev` is that of the log: an event that a rewind kept still has the one it was written under. */
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

/** Of a stream of all sessions, whose cursor is the position. */
export const NO_REV = -1;

export function revOf(subscription: Subscription): number {
  return subscription.kind === "session" ? subscription.rev : NO_REV;
}

export function sseBytes(json: string, { id, event }: { id?: string; event?: string }): Buffer {
  checkFrame(json);
  const head = `${event === undefined ? "" : `event: ${event}\n`}${id === undefined ? "" : `id: ${id}\n`}`;
  return Buffer.from(`${head}data: ${json}\n\n`);
}
