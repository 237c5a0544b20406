import type { Bench } from "./scenario.ts";

/**
 * Whether one request to the model contained all of these words. Programs also send requests of their choice at any
 * time, for example for a title.
 */
export function heard(bench: Pick<Bench, "requests">, ...words: readonly string[]): boolean {
  return bench.requests().some(({ body }) => {
    const text = JSON.stringify(body);
    return words.every((word) => text.includes(word));
  });
}
