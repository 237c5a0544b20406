import { deepStrictEqual } from "node:assert/strict";
import type { Benchmark } from "../benchmark.ts";
import { BenchPage } from "../chromium.ts";
import { interleave, measured, median, quantile, ratio } from "../measure.ts";
import type { LongListContest } from "../pages/long-list.tsx";

const ENTRIES = 10_000;
const TOKENS = 200;
const FRAMES = 60;
const STEP_PX = 1_500;
const ROUNDS = 5;

const names = ["polylog", "virtua"] as const;
type Name = (typeof names)[number];

declare const contest: LongListContest;

/** Goal 11: a long session compared to the same rows in the bare list. */
export const longList: Benchmark = {
  about: "a session of 10,000 entries: opened, streamed into and scrolled, in Chromium",
  run: async () => {
    const bench = await BenchPage.open("long-list", { unlimited: false });
    try {
      return await compare(bench);
    } finally {
      await bench.close();
    }
  },
};

async function compare(bench: BenchPage) {
  const { page } = bench;
  await page.evaluate((entries) => contest.prepare(entries), ENTRIES);
  const open = async (name: Name) => {
    await page.evaluate(() => contest.close());
    return bench.cost(() => page.evaluate((each) => contest.open(each), name));
  };
  const stream = (name: Name) => async () => {
    await open(name);
    return (await bench.cost(() => page.evaluate((count) => contest.stream(count), TOKENS))) / TOKENS;
  };
  const shown: unknown[] = [];
  for (const name of names) {
    await stream(name)();
    shown.push(await page.evaluate(() => contest.shown()));
  }
  deepStrictEqual(shown[0], shown[1]);
  const opened = await interleave(ROUNDS, {
    polylog: () => open("polylog"),
    virtua: () => open("virtua"),
  });
  const streamed = await interleave(ROUNDS, { polylog: stream("polylog"), virtua: stream("virtua") });
  const most: number[] = [];
  const scroll = (name: Name) => async () => {
    await open(name);
    await page.evaluate(() => contest.leaveEnd());
    const times: number[] = [];
    for (let frame = 0; frame < FRAMES; frame++) {
      const draw = async () => {
        const elements = await page.evaluate((pixels) => contest.scrollUp(pixels), STEP_PX);
        if (name === "polylog") most.push(elements);
      };
      times.push(await bench.cost(draw));
    }
    return quantile(times, 0.95);
  };
  const scrolled = await interleave(ROUNDS, { polylog: scroll("polylog"), virtua: scroll("virtua") });
  const both = (samples: Readonly<Record<Name, readonly number[]>>) =>
    names.map((name) => measured(name, samples[name], "ms"));
  return [
    {
      name: "main thread until the end of the session is drawn: Polylog / bare virtua",
      ratio: ratio(opened.polylog, opened.virtua),
      goal: { atMost: 1.3 },
      measured: both(opened),
    },
    {
      name: "main thread per token: Polylog / bare virtua",
      ratio: ratio(streamed.polylog, streamed.virtua),
      goal: { atMost: 1.3 },
      measured: both(streamed),
    },
    {
      name: "main thread for a frame of fast scrolling, 95th percentile",
      ratio: median(scrolled.polylog),
      unit: "ms" as const,
      goal: { atMost: 50 },
      measured: both(scrolled),
    },
    {
      name: "elements in the document while scrolling",
      ratio: Math.max(...most),
      unit: "elements" as const,
      goal: { atMost: 500 },
      measured: [],
    },
  ];
}
