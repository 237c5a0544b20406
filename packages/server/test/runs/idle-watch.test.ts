import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limits } from "../../src/limits.ts";
import { IdleWatch } from "../../src/runs/program/idle-watch.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watch(idleMs: number | null) {
  const seen = { idleMs, isProgramIdle: true, stopped: 0 };
  const watched = new IdleWatch({
    idleMs: () => seen.idleMs,
    isProgramIdle: () => seen.isProgramIdle,
    stop: () => {
      seen.stopped += 1;
    },
  });
  return { seen, watched };
}

test("[A11] a program is idle from its last use on, and is stopped once", () => {
  const { seen, watched } = watch(1000);
  watched.used();
  vi.advanceTimersByTime(900);
  watched.used();
  vi.advanceTimersByTime(900);
  expect(seen.stopped).toBe(0);
  vi.advanceTimersByTime(10_000);
  expect(seen.stopped).toBe(1);
  watched.used();
  vi.advanceTimersByTime(1000);
  expect(seen.stopped).toBe(2);
});

test("[A11] a busy program is checked again, and one that was released is not", () => {
  const { seen, watched } = watch(1000);
  seen.isProgramIdle = false;
  watched.used();
  vi.advanceTimersByTime(60_000);
  expect(seen.stopped).toBe(0);
  seen.isProgramIdle = true;
  vi.advanceTimersByTime(1000);
  expect(seen.stopped).toBe(1);
  watched.used();
  watched.end();
  vi.advanceTimersByTime(60_000);
  expect(seen.stopped).toBe(1);
});

test("[A11] a changed time limit takes effect soon", () => {
  const { seen, watched } = watch(null);
  watched.used();
  vi.advanceTimersByTime(24 * 60 * 60 * 1000);
  expect(seen.stopped).toBe(0);
  seen.idleMs = 1000;
  vi.advanceTimersByTime(limits.idleLookMs);
  expect(seen.stopped).toBe(1);
});
