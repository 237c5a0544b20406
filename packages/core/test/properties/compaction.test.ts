import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PolylogEvent } from "../../src/index.ts";
import { compactLog, emptyConversation, fold, foldAll, LogCompactor } from "../../src/index.ts";
import { expectSame } from "../history/compare.ts";
import { numRuns, profiles, timeout } from "../history/profiles.ts";

describe.each(profiles)("$profile histories", { timeout }, ({ histories }) => {
  test("[P3] a compacted log folds to the same conversation, and compacting it again changes nothing", () => {
    fc.assert(
      fc.property(histories, (events) => {
        const compacted = compactLog(events);
        expectSame(foldAll(emptyConversation, compacted), foldAll(emptyConversation, events));
        expect(compacted.at(-1)).toBe(events.at(-1));
        expect(compactLog(compacted).map(({ seq }) => seq)).toEqual(compacted.map(({ seq }) => seq));
      }),
      { numRuns },
    );
  });

  test("[P3] a log that is compacted while it is written folds to the same conversation at every event and from there on", () => {
    fc.assert(
      fc.property(histories, (events) => {
        const full = foldAll(emptyConversation, events);
        const compactor = new LogCompactor();
        const dropped = new Set<number>();
        let conversation = emptyConversation;
        events.forEach((event, index) => {
          const needless = compactor.next(conversation, event);
          for (const seq of needless) dropped.add(seq);
          conversation = fold(conversation, event);
          if (needless.length === 0) return;
          const prefix = events.slice(0, index + 1);
          const kept = prefix.filter(({ seq }) => !dropped.has(seq));
          expect(compactLog(prefix)).toEqual(kept);
          const tail = events.slice(index + 1);
          expectSame(foldAll(emptyConversation, kept), conversation);
          expectSame(foldAll(foldAll(emptyConversation, kept), tail), full);
        });
      }),
      { numRuns },
    );
  });

  test("[P3] a log whose compaction was aborted and restarted folds to the same conversation", () => {
    fc.assert(
      fc.property(histories, fc.nat(), (events, cut) => {
        const at = cut % (events.length + 1);
        const resumed: PolylogEvent[] = compactLog([...compactLog(events.slice(0, at)), ...events.slice(at)]);
        expectSame(foldAll(emptyConversation, resumed), foldAll(emptyConversation, events));
      }),
      { numRuns },
    );
  });
});
