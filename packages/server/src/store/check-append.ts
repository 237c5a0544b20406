import type { Append } from "./store.ts";
import { StoreError } from "./store-error.ts";

/** Checks that every store performs before it writes a commit. */

/** Events must directly follow the head that the writer saw. */
export function checkStamps({
  sessionId,
  rev,
  head,
  events,
}: Pick<Append, "sessionId" | "rev" | "head" | "events">): void {
  let seq = head;
  for (const { event } of events) {
    seq++;
    if (event.seq !== seq || event.rev !== rev || event.sessionId !== sessionId) {
      throw new StoreError(
        "conflict",
        `Event ${event.sessionId} ${event.rev}:${event.seq} does not follow ${sessionId} ${rev}:${seq - 1}.`,
        { sessionId },
      );
    }
  }
}

/** The seqs to drop. The last event is always kept, because the log's head is a cursor and must refer to an event. */
export function dropsOf({ head, events, drops }: Append): ReadonlySet<number> {
  const last = head + events.length;
  return new Set(drops.filter((seq) => seq < last));
}

/** Joins consecutive seqs into ranges. */
export function toRanges(seqs: Iterable<number>): { from: number; to: number }[] {
  const result: { from: number; to: number }[] = [];
  for (const seq of [...seqs].sort((a, b) => a - b)) {
    const current = result.at(-1);
    if (current !== undefined && seq === current.to + 1) current.to = seq;
    else result.push({ from: seq, to: seq });
  }
  return result;
}

export function sessionConflict(sessionId: string, head: number, rev: number): StoreError {
  return new StoreError("conflict", `Session ${sessionId} is no longer at ${rev}:${head}.`, { sessionId });
}
