/** A row of the table: the comparison, the result and the goal. */
export interface Finding {
  readonly name: string;
  /** A ratio of two measurements of the same run. Absolute numbers say little about another machine. */
  readonly ratio: number;
  /** Set if it is not a ratio but a quantity that is comparable between machines. */
  readonly unit?: "ms" | "µs" | "kB" | "elements";
  /** Null if there is no goal and the number is only informative. */
  readonly goal: Goal | null;
  readonly measured: readonly Measured[];
}

export type Goal = { readonly atMost: number } | { readonly atLeast: number };

export interface Measured {
  readonly name: string;
  readonly median: number;
  readonly min: number;
  readonly unit: "ms" | "µs" | "ns/event" | "kB";
}

export interface Benchmark {
  readonly about: string;
  readonly run: () => Promise<readonly Finding[]>;
}

export function isReached({ ratio, goal }: Finding): boolean {
  if (goal === null) return true;
  return "atMost" in goal ? ratio <= goal.atMost : ratio >= goal.atLeast;
}
