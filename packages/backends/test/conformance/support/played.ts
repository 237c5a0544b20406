import type { EventBody } from "@polylog/core";
import type { Program } from "./program.ts";
import type { Scenario } from "./scenario.ts";
import { shapeOf } from "./shape.ts";
import { TestLog } from "./test-log.ts";
import { Values } from "./values.ts";

/** Tokens of one run, cached ones included. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** A played scenario: the data for all of its assertions. */
export interface Played {
  /** The session's events in order, as the agent and the server produced them. */
  readonly events: readonly EventBody[];
  /** Facts that no event shows, as the scenario observed them. */
  readonly facts: readonly string[];
  /** The usage that the model reported for each run. */
  readonly reported: ReadonlyMap<string, Tokens>;
}

/** The lines to compare with `scenario.expected`. Pure, so that it can be repeated with mutated events. */
export function linesOf(program: Program, scenario: Scenario, { events, facts, reported }: Played): string[] {
  const log = new TestLog();
  for (const event of events) log.append(event);
  const { conversation } = log;
  const failure = scenario.failure ?? program.failures?.[scenario.name] ?? null;
  const values = new Values(program, conversation, failure, reported);
  const told = scenario.tells?.({ conversation, events }) ?? [];
  const shape = shapeOf(program, conversation, values);
  return [...(scenario.callsInAnyOrder === true ? withSortedCalls(shape) : shape), ...told, ...facts];
}

function withSortedCalls(lines: readonly string[]): string[] {
  const isCall = (line: string) => line.startsWith("shell ");
  const sorted = lines.filter(isCall).sort();
  return lines.map((line) => (isCall(line) ? (sorted.shift() ?? line) : line));
}
