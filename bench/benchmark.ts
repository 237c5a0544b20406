/** A row of the table: what was compared, what came out, what was wanted. */
export interface Finding {
  readonly name: string;
  /** A quotient of two measurements of one run; the numbers themselves mean little on another machine. */
  readonly ratio: number;
  /** Where it is no quotient but a quantity that every machine has alike. */
  readonly unit?: "ms" | "µs" | "kB" | "elements";
  /** Null where there is nothing to reach and the number only informs. */
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
