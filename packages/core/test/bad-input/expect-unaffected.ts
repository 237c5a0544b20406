import { expect } from "vitest";
import type { Conversation, FaultCode, PolylogEvent } from "../../src/index.ts";
import { emptyConversation, fold, foldAll, toSnapshot } from "../../src/index.ts";

/** A conversation's content, without its read position and faults. */
export function contentOf(conversation: Conversation): string {
  return JSON.stringify({ ...toSnapshot(conversation), seq: 0, faults: null });
}

/** Makes room for one more event before the one at `at`: later ones move up by one. */
export function withRoom(events: readonly PolylogEvent[], at: number): PolylogEvent[] {
  return events.map((event, index) => (index < at ? event : { ...event, seq: event.seq + 1 }));
}

/**
 * Folds a log with a bad event at `at`: it is reported under `code` (null: not reported) and changes nothing else, neither then
 * nor later.
 */
export function expectUnaffected(
  events: readonly PolylogEvent[],
  at: number,
  code: FaultCode | null,
  makeBad: (before: Conversation, seq: number) => PolylogEvent,
): void {
  const room = withRoom(events, at);
  const before = foldAll(emptyConversation, room.slice(0, at));
  const after = fold(before, makeBad(before, at + 1));
  expect(contentOf(after)).toBe(contentOf(before));
  expect(after.faults.count - before.faults.count).toBe(code === null ? 0 : 1);
  if (code !== null) expect(after.faults.recent.at(-1)).toMatchObject({ code, seq: at + 1 });
  const tail = room.slice(at);
  expect(contentOf(foldAll(after, tail))).toBe(contentOf(foldAll(before, tail)));
}
