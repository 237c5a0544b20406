import { deepStrictEqual } from "node:assert/strict";
import type { Benchmark } from "../benchmark.ts";
import { BenchPage } from "../chromium.ts";
import { interleave, measured, ratio } from "../measure.ts";
import type { MarkdownContest } from "../pages/markdown.tsx";
import { longAnswer } from "../workload/long-answer.ts";

const SECTIONS = 20;
const PARTS = 10;
/** Characters that arrive in one frame: about sixteen tokens. */
const STEP = 64;
const ROUNDS = 3;

const names = ["polylog", "streamdown", "react-markdown"] as const;
type Name = (typeof names)[number];

declare const contest: MarkdownContest;

/** Goal 10: the cost of drawing an answer while it streams. */
export const markdown: Benchmark = {
  about: "an answer of 8,000 tokens, drawn while it grows, in Chromium",
  run: async () => {
    const bench = await BenchPage.open("markdown", { unlimited: true });
    try {
      return await compare(bench);
    } finally {
      await bench.close();
    }
  },
};

async function compare(bench: BenchPage) {
  // Each contestant draws once without measurement, which shows that all draw the same text.
  await write(bench, "react-markdown", 0);
  const expected = await shown(bench);
  for (const name of ["polylog", "streamdown"] as const) {
    await write(bench, name, 0);
    deepStrictEqual(await shown(bench), expected);
  }
  const tenths: Record<Name, { first: number[]; last: number[] }> = {
    polylog: { first: [], last: [] },
    streamdown: { first: [], last: [] },
    "react-markdown": { first: [], last: [] },
  };
  const probe = (name: Name) => async () => {
    const { first, last } = tenths[name];
    // A different text in each round, so that a cache of the previous one does not help.
    const { costs, tokens } = await write(bench, name, first.length + 1);
    first.push(costs[0] as number);
    last.push(costs.at(-1) as number);
    return (costs.reduce((sum, cost) => sum + cost, 0) * 1000) / tokens;
  };
  const samples = await interleave(ROUNDS, {
    polylog: probe("polylog"),
    streamdown: probe("streamdown"),
    "react-markdown": probe("react-markdown"),
  });
  const times = (name: Name) => measured(name, samples[name], "µs");
  const growth = (name: Name, goal: { readonly atMost: number } | null) => ({
    name: `${name}: the last tenth / the first tenth`,
    ratio: ratio(tenths[name].last, tenths[name].first),
    goal,
    measured: [measured("last", tenths[name].last, "ms"), measured("first", tenths[name].first, "ms")],
  });
  return [
    {
      name: "main thread per token: Polylog / streamdown",
      ratio: ratio(samples.polylog, samples.streamdown),
      goal: { atMost: 0.8 },
      measured: [times("polylog"), times("streamdown")],
    },
    {
      name: "main thread per token: Polylog / react-markdown",
      ratio: ratio(samples.polylog, samples["react-markdown"]),
      goal: null,
      measured: [times("polylog"), times("react-markdown")],
    },
    growth("polylog", { atMost: 1.2 }),
    growth("streamdown", null),
    growth("react-markdown", null),
  ];
}

/** Lets one contestant draw a growing answer. Returns the milliseconds of each tenth. */
async function write(bench: BenchPage, name: Name, seed: number) {
  const sections = longAnswer(SECTIONS, seed);
  const text = sections.join("");
  await bench.page.evaluate((each) => contest.begin(each), name);
  const costs: number[] = [];
  let from = 0;
  for (let part = 0; part < PARTS; part++) {
    const inPart = sections.slice((part * SECTIONS) / PARTS, ((part + 1) * SECTIONS) / PARTS);
    const to = from + inPart.join("").length;
    const args = [text, from, to, STEP] as const;
    costs.push(await bench.cost(() => bench.page.evaluate((given) => contest.grow(...given), args)));
    from = to;
  }
  return { costs, tokens: text.length / 4 };
}

function shown(bench: BenchPage) {
  return bench.page.evaluate(() => contest.shown());
}
