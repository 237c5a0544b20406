import type { Benchmark } from "../benchmark.ts";
import { foldBenchmark } from "./fold.ts";
import { foldGrowth } from "./fold-growth.ts";
import { logSize } from "./log-size.ts";
import { replay } from "./replay.ts";

/** Every benchmark, by the name that it is asked for. */
export const benchmarks: ReadonlyMap<string, Benchmark> = new Map([
  ["fold", foldBenchmark],
  ["fold-growth", foldGrowth],
  ["replay", replay],
  ["log-size", logSize],
]);
