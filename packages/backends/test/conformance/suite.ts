import { describe, expect, onTestFinished, test } from "vitest";
import { scenarios } from "./scenarios/index.ts";
import { TestBench } from "./support/bench.ts";
import { mutations } from "./support/mutations.ts";
import { linesOf, type Played } from "./support/played.ts";
import type { Program } from "./support/program.ts";
import type { Scenario } from "./support/scenario.ts";

/**
 * Plays every scenario, or the named ones, on a program. Scenarios that it does not support are listed with reasons
 * in its file and in the matrix.
 */
export function describeProgram(program: Program, names?: readonly string[]): void {
  const isWanted = (name: string) =>
    !Object.hasOwn(program.unsupported, name) && (names?.includes(name) ?? true);
  describe(`${program.name} ${program.version}`.trimEnd(), () => {
    const all = new Map<Scenario, Played>();
    for (const scenario of scenarios.filter(({ name }) => isWanted(name))) {
      test(`[CF1] [CF2] [CF3] ${scenario.name}`, async () => {
        all.set(scenario, await playScenario(program, scenario));
      });
    }
    test.for(mutations)("[CF6] $name: every scenario that it changes fails", ({ reaches, mutate }) => {
      const reached: string[] = [];
      const missed: string[] = [];
      for (const [scenario, played] of all) {
        const events = mutate(played.events);
        if (events === null) continue;
        reached.push(scenario.name);
        const lines = linesOf(program, scenario, { ...played, events });
        if (isSame(lines, expectedOf(program, scenario, lines))) missed.push(scenario.name);
      }
      const isReached = [...all.keys()].every(({ name }) => name !== reaches) || reached.includes(reaches);
      expect({ missed, isReached }).toEqual({ missed: [], isReached: true });
    });
  });
}

/** Plays one scenario and compares it with the result that every program must give. */
export async function playScenario(program: Program, scenario: Scenario): Promise<Played> {
  const bench = await TestBench.open(program, scenario.start);
  onTestFinished(() => bench.remove());
  const facts = (await scenario.run(bench)) ?? [];
  const faults = await bench.finish(scenario);
  const played = bench.played(facts);
  const conversation = linesOf(program, scenario, played);
  expect({ conversation, faults }).toEqual({
    conversation: expectedOf(program, scenario, conversation),
    faults: [],
  });
  return played;
}

/** The result that every program must give, or the one that this program may give instead. */
function expectedOf(program: Program, scenario: Scenario, lines: readonly string[]): readonly string[] {
  const others = program.alternatives?.[scenario.name] ?? [];
  return others.find((other) => isSame(lines, other)) ?? scenario.expected;
}

function isSame(lines: readonly string[], expected: readonly string[]): boolean {
  return lines.length === expected.length && lines.every((line, index) => line === expected[index]);
}
