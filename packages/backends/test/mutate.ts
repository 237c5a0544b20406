import { setImmediate as turn } from "node:timers/promises";

const inserts = [
  ...[
    "{",
    "}",
    "[",
    "]",
    '"',
    ":",
    ",",
    "null",
    "-1",
    "1e999",
    "\\u0000",
    "\\ud800",
    "\0",
    "\n",
    "\r",
    "\u2028",
  ],
  ...["__proto__", '"type":', "true", "{}", "[]", '""', "0.5", "9007199254740993"],
];

const isSoak = process.env.POLYLOG_SOAK === "1";
const partLines = 20_000;
const parts = isSoak ? 50 : 1;

export const mutationTimeout = isSoak ? 4 * 3_600_000 : 600_000;

/** Seeds for all lines, in batches, so that memory can be collected and other tasks can run between batches. */
export async function* seedsInParts(): AsyncGenerator<readonly number[]> {
  for (let part = 0; part < parts; part++) {
    await turn();
    yield Array.from({ length: partLines }, (_, index) => part * partLines + index);
  }
}

/** One of the samples with a few cuts, repetitions and random insertions. The same seed gives the same result. */
export function mutated(seed: number, samples: readonly string[]): string {
  let random = (seed * 2654435761) >>> 0;
  const below = (most: number): number => {
    random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
    return Math.floor((random / 2 ** 32) * most);
  };
  let text = samples[below(samples.length)] as string;
  for (let turn = below(4); turn > 0; turn--) {
    const at = below(text.length + 1);
    const removed = below(3) === 0 ? below(40) : below(3);
    const inserted =
      below(4) === 0 ? text.slice(below(text.length)) : (inserts[below(inserts.length)] as string);
    text = text.slice(0, at) + inserted + text.slice(at + removed);
  }
  return text;
}
