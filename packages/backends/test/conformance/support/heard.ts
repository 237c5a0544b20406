import type { Bench } from "./scenario.ts";

/** The model was once told all of this together. Programs ask it of their own accord too, for a title say, at any time. */
export function heard(bench: Pick<Bench, "requests">, ...words: readonly string[]): boolean {
  return bench.requests().some(({ body }) => {
    const text = JSON.stringify(body);
    return words.every((word) => text.includes(word));
  });
}
