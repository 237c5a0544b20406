import type { EventBody } from "@polylog/core";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limits } from "../../src/limits.ts";
import { coalescer } from "../../src/log/coalesce-deltas.ts";

const delta = (offset: number, text: string, responseId = "r1"): EventBody => ({
  type: "text_delta",
  agentId: "a",
  runId: "run",
  responseId,
  offset,
  delta: text,
});
const notice: EventBody = { type: "notice", text: "note" };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function recorder() {
  const emitted: EventBody[] = [];
  return { emitted, deltas: coalescer((bodies) => emitted.push(...bodies)) };
}

test("the first delta of a block is sent immediately, the next ones are joined", () => {
  const { emitted, deltas } = recorder();
  deltas.push(delta(0, "Hel"));
  deltas.push(delta(3, "lo "));
  deltas.push(delta(6, "you"));
  expect(emitted).toEqual([delta(0, "Hel")]);
  vi.advanceTimersByTime(limits.coalesceMs);
  expect(emitted).toEqual([delta(0, "Hel"), delta(3, "lo you")]);
});

test("many characters do not wait for the time limit", () => {
  const { emitted, deltas } = recorder();
  deltas.push(delta(0, "a"));
  deltas.push(delta(1, "b".repeat(limits.coalesceChars)));
  expect(emitted).toHaveLength(2);
});

test("any other event first sends the deltas that wait", () => {
  const { emitted, deltas } = recorder();
  deltas.push(delta(0, "a"));
  deltas.push(delta(1, "b"));
  deltas.push(notice);
  expect(emitted).toEqual([delta(0, "a"), delta(1, "b"), notice]);
});

test("no timer is set for a delta that was sent immediately", () => {
  const { deltas } = recorder();
  deltas.push(delta(0, "a"));
  expect(vi.getTimerCount()).toBe(0);
  deltas.push(delta(1, "b"));
  expect(vi.getTimerCount()).toBe(1);
});

test("a delta after a pause is sent immediately again", () => {
  const { emitted, deltas } = recorder();
  deltas.push(delta(0, "a"));
  vi.advanceTimersByTime(10 * limits.coalesceMs);
  deltas.push(delta(1, "b"));
  expect(emitted).toEqual([delta(0, "a"), delta(1, "b")]);
});

test("at most one event is sent per interval", () => {
  const { emitted, deltas } = recorder();
  for (let index = 0; index < 1000; index++) {
    deltas.push(delta(index, "x"));
    vi.advanceTimersByTime(1);
  }
  expect(emitted.length).toBeLessThanOrEqual(1000 / limits.coalesceMs + 2);
});

test("for any input and timing, no text is lost and the order stays", () => {
  const step = fc.oneof(
    fc.record({ block: fc.constantFrom("r1", "r2"), text: fc.string({ minLength: 1, maxLength: 5 }) }),
    fc.constant("notice" as const),
    fc.constant("wait" as const),
  );
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const { emitted, deltas } = recorder();
      const offsets: Record<string, number> = { r1: 0, r2: 0 };
      const told: string[] = [];
      for (const each of steps) {
        if (each === "wait") {
          vi.advanceTimersByTime(50);
        } else if (each === "notice") {
          told.push("notice");
          deltas.push(notice);
        } else {
          const offset = offsets[each.block] ?? 0;
          offsets[each.block] = offset + each.text.length;
          told.push(...each.text.split("").map((letter, at) => `${each.block}@${offset + at}${letter}`));
          deltas.push(delta(offset, each.text, each.block));
        }
      }
      deltas.flush();
      const letters = emitted.flatMap((body) =>
        body.type === "text_delta"
          ? body.delta.split("").map((letter, at) => `${body.responseId}@${body.offset + at}${letter}`)
          : ["notice"],
      );
      expect(letters).toEqual(told);
    }),
    { numRuns: 300 },
  );
});
