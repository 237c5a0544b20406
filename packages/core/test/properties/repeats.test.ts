import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Conversation, PolylogEvent } from "../../src/index.ts";
import { emptyConversation, fold, foldAll } from "../../src/index.ts";
import { allEntries } from "../history/compare.ts";
import { numRuns, profiles, timeout } from "../history/profiles.ts";
import { wellFormed } from "../history/well-formed.ts";
import { wild } from "../history/wild.ts";

/** All agent messages and tool output, in order. */
function texts(conversation: Conversation): string[] {
  return allEntries(conversation).flatMap((entry) => {
    if (entry.kind === "tool_call") return [`${entry.inputText}|${entry.output}`];
    return entry.kind === "message" || entry.kind === "thought" ? [`${entry.body}`] : [];
  });
}

function isDelta(event: PolylogEvent): boolean {
  return event.type.endsWith("_delta") && !isReset(event);
}

function isReset(event: PolylogEvent): boolean {
  return event.type === "tool_output_delta" && event.reset === true;
}

/** The log with one of its events sent again, as a new event, just before the one at `to`. */
function resent(events: readonly PolylogEvent[], from: number, to: number): PolylogEvent[] {
  const all = [...events.slice(0, to), events[from] as PolylogEvent, ...events.slice(to)];
  return all.map((event, index) => ({ ...event, seq: index + 1 }));
}

describe.each(profiles)("$profile histories", { timeout }, ({ histories }) => {
  test("[P4] a repeated event or range returns the same conversation object", () => {
    fc.assert(
      fc.property(histories, fc.nat(), fc.nat(), (events, first, length) => {
        let conversation = emptyConversation;
        events.forEach((event, index) => {
          conversation = fold(conversation, event);
          const start = first % (index + 1);
          expect(fold(conversation, events[start] as PolylogEvent)).toBe(conversation);
          expect(foldAll(conversation, events.slice(start, Math.min(start + length, index + 1)))).toBe(
            conversation,
          );
        });
        expect(foldAll(conversation, events)).toBe(conversation);
      }),
      { numRuns },
    );
  });
});

test("[P4] a delta that a backend sends again at any later time changes no text", { timeout }, () => {
  fc.assert(
    fc.property(wellFormed, fc.nat(), fc.nat(), (events, which, later) => {
      const deltas = events.flatMap((event, index) => (isDelta(event) ? [index] : []));
      fc.pre(deltas.length > 0);
      const from = deltas[which % deltas.length] as number;
      // Text from before a reset is invalid: it must not arrive again afterwards.
      const reset = events.findIndex((event, index) => index > from && isReset(event));
      const span = (reset === -1 ? events.length : reset) - from;
      const again = resent(events, from, from + 1 + (later % span));
      expect(texts(foldAll(emptyConversation, again))).toEqual(texts(foldAll(emptyConversation, events)));
    }),
    { numRuns },
  );
});

test("[P4] a delta that arrives twice in a row changes no text, whatever came before", { timeout }, () => {
  fc.assert(
    fc.property(wild, fc.nat(), (events, which) => {
      const deltas = events.flatMap((event, index) => (isDelta(event) ? [index] : []));
      fc.pre(deltas.length > 0);
      const from = deltas[which % deltas.length] as number;
      const again = resent(events, from, from + 1);
      expect(texts(foldAll(emptyConversation, again))).toEqual(texts(foldAll(emptyConversation, events)));
    }),
    { numRuns },
  );
});
