import { deepStrictEqual } from "node:assert/strict";
import type { Benchmark } from "../benchmark.ts";
import { interleave, measured, median, processorTime, ratio } from "../measure.ts";
import { builtInAgent, type Listener } from "../peers/built-in-agent.ts";
import { openaiClient } from "../peers/openai-client.ts";
import { Program } from "../program.ts";

const ROUNDS = 41;
const LONG_ROUNDS = 15;
const HELLO = "Hi [[say Hello there.]]";
/** About a thousand pieces, sent as fast as possible. */
const LONG = "Hi [[words 4000 0]]";

type Ask = (text: string, onText: Listener) => Promise<void>;

/** The overhead of the built-in agent over OpenAI's own client with the same model. */
export const agentOverhead: Benchmark = {
  about: "the built-in agent compared to a bare client",
  run: async () => {
    const model = await Program.start("scripted-model.ts");
    const url = await model.ask<string>("url");
    const agent = await builtInAgent(url);
    try {
      const raw = openaiClient(url);
      // A model that pauses between words sends deltas to both clients. Both must receive the same text.
      const [ours, theirs] = [await heard(agent.ask), await heard(raw)];
      deepStrictEqual(ours.join(""), theirs.join(""));
      for (let round = 0; round < 20; round++) for (const ask of [agent.ask, raw]) await firstText(ask)();
      const first = await interleave(ROUNDS, { own: firstText(agent.ask), raw: firstText(raw) });
      const long = await interleave(LONG_ROUNDS, {
        own: perPiece(agent.ask, ours.length),
        raw: perPiece(raw, theirs.length),
      });
      return [
        {
          name: "added time to the first text",
          ratio: median(first.own.map((sample, round) => sample - (first.raw[round] as number))),
          unit: "ms",
          goal: { atMost: 15 },
          measured: [measured("built-in agent", first.own, "ms"), measured("openai", first.raw, "ms")],
        },
        {
          name: "processor time of a delta: built-in agent / openai",
          ratio: ratio(long.own, long.raw),
          goal: { atMost: 2 },
          measured: [measured("built-in agent", long.own, "µs"), measured("openai", long.raw, "µs")],
        },
      ];
    } finally {
      await agent.close();
      await model.stop();
    }
  },
};

async function heard(ask: Ask): Promise<string[]> {
  const pieces: string[] = [];
  await ask(LONG, (text) => pieces.push(text));
  return pieces;
}

/** Milliseconds until the first text arrives. */
function firstText(ask: Ask): () => Promise<number> {
  return async () => {
    const start = performance.now();
    let first: number | null = null;
    await ask(HELLO, () => {
      first ??= performance.now() - start;
    });
    if (first === null) throw new Error("No text arrived.");
    return first;
  };
}

/** Microseconds of processor time for each piece of a long text. */
function perPiece(ask: Ask, pieces: number): () => Promise<number> {
  return async () => {
    const start = processorTime();
    await ask(LONG, () => undefined);
    return ((processorTime() - start) * 1000) / pieces;
  };
}
