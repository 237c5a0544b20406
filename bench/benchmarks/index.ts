import type { Benchmark } from "../benchmark.ts";
import { agentOverhead } from "./agent-overhead.ts";
import { append } from "./append.ts";
import { backendOverhead } from "./backend-overhead.ts";
import { coldStart } from "./cold-start.ts";
import { fanOut } from "./fan-out.ts";
import { foldBenchmark } from "./fold.ts";
import { foldGrowth } from "./fold-growth.ts";
import { latency } from "./latency.ts";
import { logSize } from "./log-size.ts";
import { longList } from "./long-list.ts";
import { longStream } from "./long-stream.ts";
import { longWork } from "./long-work.ts";
import { markdown } from "./markdown.ts";
import { pageOpen } from "./page-open.ts";
import { replay } from "./replay.ts";
import { resume } from "./resume.ts";
import { terminal } from "./terminal.ts";
import { typing } from "./typing.ts";

/** All benchmarks, by name. */
export const benchmarks: ReadonlyMap<string, Benchmark> = new Map([
  ["fold", foldBenchmark],
  ["fold-growth", foldGrowth],
  ["replay", replay],
  ["log-size", logSize],
  ["append", append],
  ["fan-out", fanOut],
  ["latency", latency],
  ["resume", resume],
  ["long-work", longWork],
  ["cold-start", coldStart],
  ["agent-overhead", agentOverhead],
  ["backend-overhead", backendOverhead],
  ["long-stream", longStream],
  ["markdown", markdown],
  ["long-list", longList],
  ["page-open", pageOpen],
  ["typing", typing],
  ["terminal", terminal],
]);
