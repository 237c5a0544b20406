import fc from "fast-check";
import { expect, test } from "vitest";
import type { Conversation, PolylogEvent } from "../../src/index.ts";
import { emptyConversation, foldAll, toSnapshot } from "../../src/index.ts";
import { allEntries } from "../history/compare.ts";
import { numRuns, timeout } from "../history/profiles.ts";
import { stamp, type Unstamped } from "../history/stamp.ts";
import { wellFormed } from "../history/well-formed.ts";

const run = { runId: "run-1", agentId: "claude" };
const block = { ...run, responseId: "response-1" };
const delta = (offset: number, text: string): Unstamped => ({
  type: "text_delta",
  ...block,
  offset,
  delta: text,
});
const done = (text: string): Unstamped => ({ type: "text_done", ...block, text });

function bodies(...events: readonly Unstamped[]): unknown[] {
  const { main } = toSnapshot(foldAll(emptyConversation, stamp(events)));
  return main.entries.map((entry) => (entry as { body?: unknown }).body);
}

test("[B1] a delta past the end leaves a gap that is recorded, and the complete text fills it", () => {
  const gapped = { text: "Hello!", base: 0, end: 12, gaps: [{ at: 5, missing: 6 }], cut: false };
  expect(bodies(delta(0, "Hello"), delta(11, "!"))).toEqual([gapped]);
  expect(bodies(delta(0, "Hello"), delta(11, "!"), delta(5, " world"))).toEqual([gapped]);
  expect(bodies(delta(0, "Hello"), delta(11, "!"), done("Hello world!"))).toEqual(["Hello world!"]);
});

test("[B1] a delta that begins inside the received text adds only the new part", () => {
  expect(bodies(delta(0, "Hello"), delta(3, "lo world"))).toEqual(["Hello world"]);
  expect(bodies(delta(0, "Hello"), delta(0, "XXXXX"))).toEqual(["Hello"]);
});

test("[B1] a first delta that does not begin at 0 is shown with the gap before it", () => {
  expect(bodies(delta(7, "world"))).toEqual([
    { text: "world", base: 0, end: 12, gaps: [{ at: 0, missing: 7 }], cut: false },
  ]);
});

test("[B1] an empty delta far ahead adds nothing, and the next delta is not taken for a repeat", () => {
  expect(bodies(delta(0, "a"), delta(9, ""), delta(1, "bcd"))).toEqual(["abcd"]);
});

test("[B1] an offset as large as a number can be does no harm: the complete text still counts", () => {
  const far = Number.MAX_SAFE_INTEGER;
  expect(bodies(delta(0, "Hello"), delta(far, "a"), delta(far, "ab"), done("Hello ab"))).toEqual([
    "Hello ab",
  ]);
});

/** The entries of all runs except one, and of the session. */
function others(conversation: Conversation, runId: string | undefined): unknown {
  const entries = allEntries(conversation).filter((entry) => entry.runId !== runId);
  return JSON.parse(JSON.stringify(entries));
}

test("[B1] a wrong offset in one run changes no entry of another run", { timeout }, () => {
  fc.assert(
    fc.property(wellFormed, fc.nat(), fc.nat(20), (events, which, offset) => {
      const deltas = events.filter((event) => "offset" in event && event.parentCallId === undefined);
      const wrong = deltas[which % deltas.length];
      fc.pre(wrong !== undefined);
      const changed = events.map((event) =>
        event === wrong ? ({ ...wrong, offset } as PolylogEvent) : event,
      );
      const expected = others(foldAll(emptyConversation, events), wrong.runId);
      expect(others(foldAll(emptyConversation, changed), wrong.runId)).toEqual(expected);
    }),
    { numRuns },
  );
});
