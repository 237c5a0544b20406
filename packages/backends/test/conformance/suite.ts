import { describe, expect, onTestFinished, test } from "vitest";
import { TestBench } from "./bench.ts";
import type { Program } from "./program.ts";
import { scenarios } from "./scenarios/index.ts";
import { shapeOf } from "./shape.ts";

/** Real programs come up slowly, the more so beside each other. */
const timeout = 120_000;

/** Plays every scenario on a program, or those named. What it cannot play is in its table, with the reason, and in the matrix. */
export function describeProgram(program: Program, names?: readonly string[]): void {
  const isWanted = (name: string) =>
    !Object.hasOwn(program.unsupported, name) && (names?.includes(name) ?? true);
  describe(`${program.name} ${program.version}`, () => {
    for (const scenario of scenarios.filter(({ name }) => isWanted(name))) {
      test(`[CF1] [CF2] [CF3] ${scenario.name}`, { timeout }, async () => {
        const bench = await TestBench.open(program, scenario.start);
        onTestFinished(() => bench.remove());
        const facts = (await scenario.run(bench)) ?? [];
        const faults = await bench.finish(scenario);
        const conversation = [...shapeOf(program, bench.conversation()), ...facts];
        expect({ conversation, faults }).toEqual({ conversation: scenario.expected, faults: [] });
      });
    }
  });
}
