import { benchmarks } from "./benchmarks/index.ts";

/** Runs one benchmark in a separate process, so that none inherits another's heap and compiled code. */
const findings = await benchmarks.get(process.argv[2] ?? "")?.run();
process.send?.(findings);
