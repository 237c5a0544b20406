import type { Scenario } from "../support/scenario.ts";

/** Failures between the program and its model. */
export const failures: readonly Scenario[] = [
  {
    name: "API error 401",
    run: async (bench) => {
      await bench.play("[[error 401]]");
      return undefined;
    },
    expected: ["user", "= failed"],
  },
  {
    name: "API error 429",
    run: async (bench) => {
      await bench.play("[[error 429]]");
      return undefined;
    },
    expected: ["user", "= failed"],
  },
  {
    name: "API error 500, then well",
    run: async (bench) => {
      await bench.play("[[error 500 1]] [[say Recovered.]]");
      return undefined;
    },
    expected: ["user", "agent: Recovered.", "= completed"],
  },
  {
    name: "the model's stream is cut",
    run: async (bench) => {
      await bench.play("[[words 40 20 ++ cut]]");
      return undefined;
    },
    expected: ["user", "agent: …", "= failed"],
  },
  {
    name: "model unreachable",
    start: { model: "absent" },
    run: async (bench) => {
      await bench.play("[[say Not reached.]]");
      return undefined;
    },
    expected: ["user", "= failed"],
  },
];
