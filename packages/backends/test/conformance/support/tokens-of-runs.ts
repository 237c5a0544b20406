import type { TestBench } from "./bench.ts";

/** Plays three runs, the last after a restart of the program, and returns the usage of each. */
export async function tokensOfRuns(bench: TestBench): Promise<unknown[]> {
  await bench.play("[[say One. ++ usage 100 10]]");
  await bench.play("[[say Two. ++ usage 200 20]]");
  await bench.stop();
  await bench.play("[[say Three. ++ usage 400 40]]");
  await bench.finish();
  const ends = bench.events().flatMap((event) => (event.type === "run_ended" ? [event.usage] : []));
  return ends.map((usage) => usage?.map(({ inputTokens, outputTokens }) => [inputTokens, outputTokens]));
}
