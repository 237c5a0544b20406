import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Conversation, Entry, Lane, PolylogEvent } from "../../src/index.ts";
import { emptyConversation, fold, foldAll, toSnapshot } from "../../src/index.ts";
import { allEntries, changedEntries, expectSame, lanesOf } from "../history/compare.ts";
import { numRuns, profiles, timeout } from "../history/profiles.ts";

function everyStep(
  events: readonly PolylogEvent[],
  check: (before: Conversation, after: Conversation, event: PolylogEvent) => void,
): void {
  let before = emptyConversation;
  for (const event of events) {
    const after = fold(before, event);
    check(before, after, event);
    before = after;
  }
}

/** The number of leading complete entries, counted one by one. */
function complete({ entries }: Lane): number {
  const live = [...entries].findIndex((entry) => entry.live);
  return live === -1 ? entries.length : live;
}

/** Events that end everything open in a run and its subagents' runs. */
const endings = new Set(["run_ended", "subagent_result"]);
/** Events that end each streaming text of their agent. */
const divisions = new Set(["mode_change", "model_change"]);

/** The changed entries, without texts that only ended. */
function changedBesideEnds(before: Conversation, after: Conversation): Entry[] {
  const live = new Set(allEntries(before).flatMap((entry) => (entry.live ? [entry.key] : [])));
  return changedEntries(before, after).filter((entry) => entry.live || !live.has(entry.key));
}

describe.each(profiles)("$profile histories", { timeout }, ({ histories }) => {
  test("[P5] settled entries stay settled, and an entry that is not live never changes again", () => {
    fc.assert(
      fc.property(histories, (events) => {
        everyStep(events, (before, after) => {
          const lanes = lanesOf(after);
          expect(lanes.map((lane) => lane.settled)).toEqual(lanes.map(complete));
          lanesOf(before).forEach((lane, at) => {
            const now = lanes[at] as Lane;
            expect(now.settled).toBeGreaterThanOrEqual(lane.settled);
            const old = [...lane.entries];
            const changed = old.filter((entry, pos) => !entry.live && entry !== now.entries.get(pos));
            expect(changed).toEqual([]);
          });
        });
      }),
      { numRuns },
    );
  });

  test("[P8] one event changes at most three entries, besides those it ends; all others stay the same objects", () => {
    fc.assert(
      fc.property(histories, (events) => {
        everyStep(events, (before, after, event) => {
          if (endings.has(event.type)) return;
          const changed = divisions.has(event.type) ? changedBesideEnds : changedEntries;
          expect(changed(before, after).length).toBeLessThanOrEqual(3);
        });
      }),
      { numRuns },
    );
  });

  test("[P8] an older conversation stays unchanged and can be continued again", () => {
    fc.assert(
      fc.property(histories, fc.nat(), (events, place) => {
        const at = place % (events.length + 1);
        const older = foldAll(emptyConversation, events.slice(0, at));
        const written = JSON.stringify(toSnapshot(older));
        const newest = foldAll(older, events.slice(at));
        allEntries(newest).map((entry) => JSON.stringify(entry));
        expect(JSON.stringify(toSnapshot(older))).toBe(written);
        expectSame(events.slice(at).reduce(fold, older), newest);
      }),
      { numRuns },
    );
  });

  test("[P10] no two entries of a conversation have the same key, in any lane", () => {
    fc.assert(
      fc.property(histories, (events) => {
        const keys = allEntries(foldAll(emptyConversation, events)).map((entry) => entry.key);
        expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
      }),
      { numRuns },
    );
  });
});
