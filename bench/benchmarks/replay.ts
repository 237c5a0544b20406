import { deepStrictEqual } from "node:assert/strict";
import { type Conversation, compactLog, emptyConversation, foldAll, toSnapshot } from "@polylog/core";
import type { Benchmark } from "../benchmark.ts";
import { interleave, measured, ratio, timed, warmUp } from "../measure.ts";
import { foldLive } from "../peers/polylog.ts";
import { codingSession } from "../workload/coding-session.ts";
import { parseJson, readLine, received, toLines } from "../workload/lines.ts";

const PAGE = 256;

/**
 * Goal 3: opening a session costs little more than reading its log, and a compacted log is a fraction of the raw one.
 */
export const replay: Benchmark = {
  about: "opening a session of 10,000 events from its stored lines",
  run: async () => {
    const events = codingSession(10_000, 1);
    const [raw, compacted] = [toLines(events), toLines(compactLog(received(events)))];
    const other = codingSession(10_000, 2);
    const [otherRaw, otherCompacted] = [toLines(other), toLines(compactLog(received(other)))];
    await warmUp(
      () => open(otherRaw),
      () => open(otherCompacted),
      () => parseJson(otherRaw),
    );
    const samples = await interleave(31, {
      raw: timed(() => open(raw)),
      compacted: timed(() => open(compacted)),
      parse: timed(() => parseJson(raw)),
    });
    const live = toSnapshot(foldLive(received(events)));
    deepStrictEqual(toSnapshot(open(raw)), live);
    deepStrictEqual(toSnapshot(open(compacted)), live);
    const own = measured("replay", samples.raw, "ms");
    return [
      {
        name: "parse and fold / JSON.parse",
        ratio: ratio(samples.raw, samples.parse),
        goal: { atMost: 1.5 },
        measured: [own, measured("JSON.parse", samples.parse, "ms")],
      },
      {
        name: "raw log / compacted log",
        ratio: ratio(samples.raw, samples.compacted),
        goal: { atLeast: 4 },
        measured: [own, measured("replay of the compacted log", samples.compacted, "ms")],
      },
    ];
  },
};

/** Page by page, as a store returns them. */
function open(lines: readonly string[]): Conversation {
  let conversation = emptyConversation;
  for (let start = 0; start < lines.length; start += PAGE) {
    conversation = foldAll(conversation, lines.slice(start, start + PAGE).map(readLine));
  }
  return conversation;
}
