import fc from "fast-check";
import { describe, test } from "vitest";
import type { Conversation, PolylogEvent, Snapshot } from "../../src/index.ts";
import { emptyConversation, fold, foldAll, fromSnapshot, toSnapshot } from "../../src/index.ts";
import { expectSame, expectWritten, written } from "../history/compare.ts";
import { numRuns, profiles, timeout } from "../history/profiles.ts";

function foldOneByOne(from: Conversation, events: readonly PolylogEvent[]): Conversation {
  return events.reduce(fold, from);
}

describe.each(profiles)("$profile histories", { timeout }, ({ histories }) => {
  test("[P1] any split into batches folds to the same conversation as one event at a time", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(histories, sizes, (events, batchSizes) => {
        let batched = emptyConversation;
        for (let start = 0, batch = 0; start < events.length; batch++) {
          const end = start + (batchSizes[batch % batchSizes.length] as number);
          batched = foldAll(batched, events.slice(start, end));
          start = end;
        }
        expectSame(batched, foldOneByOne(emptyConversation, events));
      }),
      { numRuns },
    );
  });

  test("[P2] a snapshot at every event, stored and restored, continues to the same end", () => {
    fc.assert(
      fc.property(histories, (history) => {
        // The cost grows with the square of the length, and more events of the same kind show nothing new.
        const events = history.slice(0, 40);
        const full = written(foldAll(emptyConversation, events));
        let conversation = emptyConversation;
        for (let k = 0; k <= events.length; k++) {
          const stored = JSON.parse(JSON.stringify(toSnapshot(conversation))) as Snapshot;
          const read = fromSnapshot(stored) as Conversation;
          expectWritten(foldAll(read, events.slice(k)), full);
          const next = events[k];
          if (next !== undefined) conversation = fold(conversation, next);
        }
      }),
      { numRuns },
    );
  });
});
