import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** The times of drawing. */
let drawn: number[];
let press: (key?: string) => void;
let page: { hidden: boolean; addEventListener: (name: string, listener: () => void) => void };
let turn: () => void;
let inNextFrame: (run: () => void) => void;

beforeEach(async () => {
  vi.useFakeTimers({ now: 0 });
  vi.resetModules();
  drawn = [];
  page = {
    hidden: false,
    addEventListener: (_name, listener) => {
      turn = listener;
    },
  };
  vi.stubGlobal("document", page);
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => setTimeout(run, 16 - (performance.now() % 16)));
  vi.stubGlobal("cancelAnimationFrame", clearTimeout);
  vi.stubGlobal("window", {
    addEventListener: (_name: string, listener: (event: object) => void) => {
      press = (key = "a") => listener({ key, target: { nodeName: "TEXTAREA" } });
    },
  });
  ({ inNextFrame } = await import("../../src/data/next-frame.ts"));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** One server event in each of 60 frames per second. */
function stream(ms: number): void {
  for (let at = 0; at < ms; at += 16) {
    inNextFrame(() => drawn.push(Math.round(performance.now())));
    vi.advanceTimersByTime(16);
  }
}

test("streamed text is drawn in every frame while nobody is typing", () => {
  stream(160);
  expect(new Set(drawn).size).toBeGreaterThanOrEqual(9);
  expect(drawn).toHaveLength(10);
});

test("while a person types, streamed text is drawn right after a key's frame, at most every 240 ms", () => {
  stream(1600);
  drawn = [];
  const began = performance.now();
  for (let key = 0; key < 12; key++) {
    press();
    stream(96);
  }
  const times = [...new Set(drawn)].map((at) => at - began);
  // Each is within two frames after a key; the next key is 96 ms after it.
  expect(times.map((at) => at % 96 <= 33)).toEqual(times.map(() => true));
  expect(times.slice(1).map((at, index) => at - (times[index] ?? 0) >= 240)).toEqual(
    times.slice(1).map(() => true),
  );
  expect(times.length).toBeGreaterThanOrEqual(3);
});

test("streamed text is drawn in a pause of typing, and nothing is lost or drawn twice", () => {
  press();
  inNextFrame(() => drawn.push(1));
  press();
  inNextFrame(() => drawn.push(2));
  vi.advanceTimersByTime(300);
  expect(drawn).toEqual([1, 2]);
  vi.advanceTimersByTime(2000);
  expect(drawn).toEqual([1, 2]);
});

test("a page that is hidden before a scheduled frame still draws it", () => {
  vi.stubGlobal("requestAnimationFrame", () => 0);
  inNextFrame(() => drawn.push(1));
  page.hidden = true;
  turn();
  vi.advanceTimersByTime(200);
  expect(drawn).toEqual([1]);
});

test("the result of a key that sends or moves is drawn in the next frame", () => {
  stream(160);
  drawn = [];
  press();
  inNextFrame(() => drawn.push(1));
  press("Enter");
  vi.advanceTimersByTime(16);
  inNextFrame(() => drawn.push(2));
  vi.advanceTimersByTime(16);
  expect(drawn).toEqual([1, 2]);
});
