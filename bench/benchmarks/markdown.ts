import { deepStrictEqual } from "node:assert/strict";
import type { Benchmark } from "../benchmark.ts";
import { BenchPage } from "../chromium.ts";
import { interleave, measured, ratio } from "../measure.ts";
import type { MarkdownContest } from "../pages/markdown.tsx";
import { longAnswer } from "../workload/long-answer.ts";

const TOKENS = 8_000;
/** Characters that come in one frame: about sixteen tokens. */
const STEP = 64;
const PARTS = 10;
const ROUNDS = 3;

const names = ["polylog", "streamdown", "react-markdown"] as const;
type Name = (typeof names)[number];

declare const contest: MarkdownContest;

/** Goal 10: what a page pays to draw an answer while it is written. */
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
  const text = longAnswer(TOKENS, 7);
  const tokens = text.length / 4;
  const parts: { first: number; last: number }[] = [];
  const write = async (name: Name): Promise<number[]> => {
    await bench.page.evaluate((each) => contest.begin(each), name);
    const costs: number[] = [];
    for (let part = 0; part < PARTS; part++) {
      const [from, to] = [part, part + 1].map((at) => Math.round((text.length * at) / PARTS)) as [
        number,
        number,
      ];
      const args = [text, from, to, STEP] as const;
      costs.push(await bench.cost(() => bench.page.evaluate((given) => contest.grow(...given), args)));
    }
    return costs;
  };
  const shown = () => bench.page.evaluate(() => contest.shown());
  // Each draws once unmeasured, which shows that all draw the same.
  await write("react-markdown");
  const expected = await shown();
  for (const name of ["polylog", "streamdown"] as const) {
    await write(name);
    deepStrictEqual(await shown(), expected);
  }
  const probe = (name: Name) => async () => {
    const costs = await write(name);
    if (name === "polylog") parts.push({ first: costs[0] as number, last: costs.at(-1) as number });
    return (costs.reduce((sum, cost) => sum + cost, 0) * 1000) / tokens;
  };
  const samples = await interleave(ROUNDS, {
    polylog: probe("polylog"),
    streamdown: probe("streamdown"),
    "react-markdown": probe("react-markdown"),
  });
  const times = (name: Name) => measured(name, samples[name], "µs");
  const firsts = parts.map(({ first }) => first);
  const lasts = parts.map(({ last }) => last);
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
    {
      name: "the last tenth / the first tenth",
      ratio: ratio(lasts, firsts),
      goal: { atMost: 1.2 },
      measured: [measured("last", lasts, "ms"), measured("first", firsts, "ms")],
    },
  ];
}
