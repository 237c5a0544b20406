import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  localParts,
  nextStatus,
  type RotatingStatus,
  type ShownStatus,
  type StatusCategory,
  statusAt,
} from "../../src/status/index.ts";
import { statusCategories } from "../../src/status/message.ts";

const hour = 3_600_000;
// Five seconds before a Wednesday noon: the pools change while messages are on screen.
const beforeNoon = Date.UTC(2026, 2, 4, 11, 59, 55);
const anySeed = fc.integer();
const anyCategory = fc.constantFrom(...statusCategories);
const anyStart = fc.oneof(
  fc.constant(beforeNoon),
  fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }),
);
const anyOffset = fc.constantFrom(-480, 0, 60, 345);

function status(
  category: StatusCategory,
  startedAtMs: number,
  nowMs: number,
  seed: number,
  offset = 0,
): RotatingStatus {
  return statusAt({ category, startedAtMs, nowMs, local: localParts(nowMs, offset), seed });
}

describe("statusAt", () => {
  test("[S6] no slot repeats the previous slot's message", () => {
    fc.assert(
      fc.property(anyCategory, anyStart, anySeed, anyOffset, (category, start, seed, offset) => {
        let current = status(category, start, start, seed, offset);
        for (let count = 0; count < 12; count += 1) {
          const next = status(category, start, current.nextChangeMs, seed, offset);
          expect(next.slot).toBe(current.slot + 1);
          expect(next.id).not.toBe(current.id);
          current = next;
        }
      }),
      { numRuns: 500, seed: 6 },
    );
  });

  test("[S6] four thousand consecutive slots contain no repetition and keep the odds", () => {
    const statuses: RotatingStatus[] = [];
    let nowMs = beforeNoon;
    while (statuses.length < 4_000) {
      const current = status("glob", beforeNoon, nowMs, 11);
      statuses.push(current);
      nowMs = current.nextChangeMs;
    }
    expect(statuses.filter(({ id }, index) => id === statuses[index - 1]?.id)).toEqual([]);
    const share = (tier: string) => statuses.filter((other) => other.tier === tier).length / statuses.length;
    expect(Math.abs(share("common") - 0.6)).toBeLessThan(0.03);
    expect(Math.abs(share("legendary") - 0.03)).toBeLessThan(0.01);
  });

  test("[S7] only seed and clock decide; another seed gives other messages", () => {
    const story = (seed: number) =>
      Array.from({ length: 20 }, (_, index) =>
        status("thinking", beforeNoon, beforeNoon + index * 10_000, seed),
      );
    expect(story(1)).toEqual(story(1));
    expect(story(2).map(({ id }) => id)).not.toEqual(story(1).map(({ id }) => id));
    expect(story(2).map((s) => s.nextChangeMs)).not.toEqual(story(1).map((s) => s.nextChangeMs));
  });

  test("[S8] every slot lasts 8 to 12 s, keeps its message to the end and borders on the next one", () => {
    fc.assert(
      fc.property(
        anyCategory,
        anyStart,
        anySeed,
        fc.integer({ min: 0, max: 30 * hour }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (category, start, seed, elapsed, fraction) => {
          const from = status(category, start, start + elapsed, seed).nextChangeMs;
          const first = status(category, start, from, seed);
          const length = first.nextChangeMs - from;
          expect(length).toBeGreaterThanOrEqual(8_000);
          expect(length).toBeLessThanOrEqual(12_000);
          const inside = status(category, start, from + Math.floor(fraction * (length - 1)), seed);
          const last = status(category, start, first.nextChangeMs - 1, seed);
          for (const later of [inside, last]) {
            expect({ ...later, elapsedSeconds: null }).toEqual({ ...first, elapsedSeconds: null });
          }
        },
      ),
      { numRuns: 1_000, seed: 8 },
    );
  });

  test("[S8] a message on screen when the hour turns stays, and the next slot reads the new hour", () => {
    const afternoon: string[] = [];
    for (let seed = 0; seed < 500; seed += 1) {
      const beforeTheHour = status("bash", beforeNoon, beforeNoon, seed);
      const afterTheHour = status("bash", beforeNoon, beforeNoon + 8_000, seed);
      expect(afterTheHour).toEqual(beforeTheHour);
      expect(beforeTheHour.id).not.toMatch(/^afternoon/);
      afternoon.push(status("bash", beforeNoon, beforeTheHour.nextChangeMs, seed).id);
    }
    expect(afternoon.filter((id) => id.startsWith("morning"))).toEqual([]);
    expect(afternoon.filter((id) => id.startsWith("afternoon")).length).toBeGreaterThan(100);
  });

  test("[S8] slot lengths use the whole range", () => {
    const lengths = Array.from({ length: 2_000 }, (_, seed) => {
      const from = status("bash", 0, 0, seed).nextChangeMs;
      return status("bash", 0, from, seed).nextChangeMs - from;
    });
    expect(Math.min(...lengths)).toBeLessThan(8_200);
    expect(Math.max(...lengths)).toBeGreaterThan(11_800);
  });

  test("[S8] the first slot starts with the run and lasts 9 to 11 s", () => {
    for (let seed = 0; seed < 500; seed += 1) {
      const first = status("bash", 1_000, 1_000, seed);
      expect(first.slot).toBe(0);
      expect(first.nextChangeMs).toBeGreaterThanOrEqual(10_000);
      expect(first.nextChangeMs).toBeLessThanOrEqual(12_000);
    }
  });

  test("[S8] the elapsed time appears at 10 s", () => {
    fc.assert(
      fc.property(anyStart, anySeed, fc.integer({ min: 0, max: 100_000 }), (start, seed, elapsed) => {
        const seconds = Math.floor(elapsed / 1_000);
        expect(status("edit", start, start + elapsed, seed).elapsedSeconds).toBe(
          seconds < 10 ? null : seconds,
        );
      }),
      { numRuns: 500, seed: 88 },
    );
    expect(status("edit", 0, 9_999, 1).elapsedSeconds).toBeNull();
    expect(status("edit", 0, 10_000, 1).elapsedSeconds).toBe(10);
    expect(status("edit", 0, 5 * hour, 1).elapsedSeconds).toBe(18_000);
  });

  test("[S8] idle has no elapsed time", () => {
    expect(status("idle", 0, hour, 1).elapsedSeconds).toBeNull();
  });

  test("[S8] a clock that reads before the start counts as the start", () => {
    expect(status("read", 50_000, 20_000, 4)).toEqual(status("read", 50_000, 50_000, 4));
  });
});

describe("nextStatus", () => {
  const wanted = (category: StatusCategory, nowMs: number) => status(category, 0, nowMs, 5);
  const first = nextStatus(null, wanted("thinking", 0), 0);

  test("[S8] shows the first message at once", () => {
    expect(first).toEqual({ ...wanted("thinking", 0), shownAtMs: 0 });
  });

  test("[S8] keeps a message for 5 s when the category changes, while the elapsed time continues", () => {
    const held = nextStatus(first, { ...wanted("bash", 4_999), elapsedSeconds: 42 }, 4_999);
    expect(held).toEqual({ ...first, elapsedSeconds: 42, nextChangeMs: 5_000 });
    const replaced = nextStatus(held, wanted("bash", 5_000), 5_000);
    expect(replaced).toEqual({
      ...wanted("bash", 5_000),
      nextChangeMs: Math.max(wanted("bash", 5_000).nextChangeMs, 10_000),
      shownAtMs: 5_000,
    });
  });

  test("[S8] entering and leaving idle takes effect at once", () => {
    const idle = nextStatus(first, wanted("idle", 100), 100);
    expect(idle).toMatchObject({ category: "idle", shownAtMs: 100 });
    expect(nextStatus(idle, wanted("read", 101), 101)).toMatchObject({ category: "read", shownAtMs: 101 });
  });

  test("[S8] the message on screen stays if another category picks the same one", () => {
    const same = { ...wanted("bash", 2_000), id: first.id, text: first.text, tier: first.tier };
    expect(nextStatus(first, same, 2_000)).toEqual({ ...same, shownAtMs: 0 });
  });

  test("[S8] a clock that was set back does not hold a message", () => {
    const shown = nextStatus(null, wanted("thinking", 90_000), 90_000);
    expect(nextStatus(shown, wanted("bash", 1_000), 1_000)).toMatchObject({
      category: "bash",
      shownAtMs: 1_000,
    });
  });

  test("[S8] a working message is on screen for 5 s, however the categories change", () => {
    const steps = fc.array(fc.tuple(anyCategory, fc.integer({ min: 1, max: 4_000 })), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(steps, anySeed, (changes, seed) => {
        let nowMs = beforeNoon;
        let shown: ShownStatus | null = null;
        for (const [category, pause] of changes) {
          nowMs += pause;
          const next: ShownStatus = nextStatus(shown, status(category, beforeNoon, nowMs, seed), nowMs);
          if (shown !== null && next.id !== shown.id && ![shown.category, category].includes("idle")) {
            expect(nowMs - shown.shownAtMs).toBeGreaterThanOrEqual(5_000);
          }
          if (category === "idle") expect(next.category).toBe("idle");
          expect(next.nextChangeMs).toBeGreaterThan(nowMs);
          shown = next;
        }
      }),
      { numRuns: 1_000, seed: 5 },
    );
  });
});
