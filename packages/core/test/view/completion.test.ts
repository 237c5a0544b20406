import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dedupeCheckpoints, isComplete, splitLane, splitSettled } from "../../src/view/completion.ts";
import { type Body, conversationOf } from "../log.ts";

const hello: Body = { type: "user_message", text: "hello" };
const piece: Body = { type: "text_delta", responseId: "r1", offset: 0, delta: "Hi" };
const whole: Body = { type: "text_done", responseId: "r1", text: "Hi" };
const remark: Body = { type: "notice", text: "by the way" };

describe("lanes", () => {
  test("[C11] an entry is complete once it is no longer live", () => {
    const complete = (...bodies: Body[]) =>
      conversationOf(...bodies)
        .main.entries.slice()
        .map(isComplete);
    expect(complete(hello, piece)).toEqual([true, false]);
    expect(complete(hello, piece, whole)).toEqual([true, true]);
  });

  test("[C11] a lane is split at its first live entry", () => {
    const { main } = conversationOf(hello, piece, remark);
    const entries = main.entries.slice();
    const split = splitLane(main);
    expect({ ...split, settled: split.settled(), live: split.live() }).toEqual({
      settledCount: 1,
      liveCount: 2,
      settled: entries.slice(0, 1),
      live: entries.slice(1),
    });
  });

  test("[C11] previously drawn entries can be skipped", () => {
    const { main } = conversationOf(hello, piece, whole, remark);
    const entries = main.entries.slice();
    expect(splitLane(main).settled(1)).toEqual(entries.slice(1));
    expect(splitLane(main).settled(3)).toEqual([]);
    expect(splitLane(main).live()).toEqual([]);
  });
});

describe("any items", () => {
  test("[C6] the settled part is the longest complete prefix, for any items", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean()), (flags) => {
        const { settled, live } = splitSettled(flags, (flag) => flag);
        expect([...settled, ...live]).toEqual(flags);
        expect(settled.every((flag) => flag)).toBe(true);
        expect(live[0] ?? false).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test("[C7] only the first of equal checkpoints stays, for any items", () => {
    expect(
      dedupeCheckpoints(["a", "-", "b ", "", "a ", "-", "", "b"], (item) => (item === "-" ? null : item)),
    ).toEqual(["a", "-", "b ", "", "-", ""]);
  });
});
