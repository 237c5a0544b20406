import type { SessionRow } from "@polylog/client";
import { isNumber, isRecordOf, persistentStore } from "../store/persistent-store.ts";
import { useStore } from "../store/store.ts";

/** The last seq of each session that was read in this browser. */
const marks = persistentStore<Readonly<Record<string, number>>>("read", {}, isRecordOf(isNumber));
/** Events before this browser's first visit count as read. */
const since = persistentStore<number>("read-since", Date.now(), isNumber);
since.set(since.get());

export function markRead(sessionId: string, seq: number): void {
  const known = marks.get();
  if ((known[sessionId] ?? 0) < seq) marks.set({ ...known, [sessionId]: seq });
}

export function useReadMarks(): (row: SessionRow) => boolean {
  const known = useStore(marks);
  return ({ sessionId, seq, updatedTs }) => {
    const read = known[sessionId];
    return read === undefined ? updatedTs > since.get() : seq > read;
  };
}
