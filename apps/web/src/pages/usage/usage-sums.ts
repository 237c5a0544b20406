import type { DayUsage, RunRow } from "@polylog/client";
import { isCostComplete } from "@polylog/core";
import { cost } from "../../format/format.ts";

/** Summed usage. */
export interface Sum {
  readonly runs: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  readonly costUsd: number;
  /** The price of a part is known. */
  readonly isCostKnown: boolean;
  readonly isCostComplete: boolean;
}

export const nothing: Sum = {
  runs: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  costUsd: 0,
  isCostKnown: false,
  isCostComplete: true,
};

export function sumOf(rows: readonly DayUsage[]): Sum {
  const total = rows.reduce(
    (sum, row) => ({
      runs: sum.runs + row.runs,
      inputTokens: sum.inputTokens + row.inputTokens,
      outputTokens: sum.outputTokens + row.outputTokens,
      cachedTokens: sum.cachedTokens + row.cacheReadTokens + row.cacheWriteTokens,
      costUsd: sum.costUsd + (row.costUsd ?? 0),
      isCostKnown: sum.isCostKnown || row.costUsd !== null,
      isCostComplete: true,
    }),
    nothing,
  );
  return { ...total, isCostComplete: isCostComplete(rows) };
}

/** Runs together, such as a run with its subagents. */
export function sumOfRuns(runs: readonly RunRow[]): Sum {
  const rows = runs.flatMap(({ agentId, usage }) => {
    const reported = usage.length === 0 ? [{ model: null, costComplete: false }] : usage;
    return reported.map(({ model, costComplete }) => ({ agentId, model, costComplete }));
  });
  const total = runs.reduce((sum, run) => add(sum, sumOfRun(run)), nothing);
  return { ...total, isCostComplete: isCostComplete(rows) };
}

export function sumOfRun({ usage, costUsd, costComplete }: RunRow): Sum {
  const total = (of: (each: RunRow["usage"][number]) => number) =>
    usage.reduce((sum, each) => sum + of(each), 0);
  return {
    runs: 1,
    inputTokens: total(({ inputTokens }) => inputTokens),
    outputTokens: total(({ outputTokens }) => outputTokens),
    cachedTokens: total((each) => each.cacheReadTokens + each.cacheWriteTokens),
    costUsd,
    isCostKnown: costComplete || costUsd > 0,
    isCostComplete: costComplete,
  };
}

/** The usage of each model in a session, including subagents, the most expensive first. */
export function sharesOfRuns(runs: readonly RunRow[]): readonly Share[] {
  const all = runs.flatMap(({ usage, parentRunId }) =>
    usage.map((each) => ({ each, isSubagent: parentRunId !== null })),
  );
  const sum = (of: readonly (typeof all)[number][]) =>
    of.reduce((total, { each }) => add(total, sumOfModel(each)), nothing);
  return [...Map.groupBy(all, ({ each }) => each.model)]
    .map(([name, of]) => ({
      name,
      sum: sum(of),
      subagents: sum(of.filter(({ isSubagent }) => isSubagent)),
    }))
    .sort(
      (a, b) =>
        b.sum.costUsd - a.sum.costUsd || tokensOf(b.sum) - tokensOf(a.sum) || (a.name < b.name ? -1 : 1),
    );
}

function sumOfModel(each: RunRow["usage"][number]): Sum {
  return {
    runs: 1,
    inputTokens: each.inputTokens,
    outputTokens: each.outputTokens,
    cachedTokens: each.cacheReadTokens + each.cacheWriteTokens,
    costUsd: each.costUsd,
    isCostKnown: each.costComplete || each.costUsd > 0,
    isCostComplete: each.costComplete,
  };
}

export function add(a: Sum, b: Sum): Sum {
  return {
    runs: a.runs + b.runs,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    costUsd: a.costUsd + b.costUsd,
    isCostKnown: a.isCostKnown || b.isCostKnown,
    isCostComplete: a.isCostComplete && b.isCostComplete,
  };
}

/** All tokens, including cached ones, because they fill the context, too. */
export function tokensOf({ inputTokens, outputTokens, cachedTokens }: Sum): number {
  return inputTokens + outputTokens + cachedTokens;
}

/** An unknown cost is shown as unknown, never as 0. */
export function costText({ runs, costUsd, isCostKnown, isCostComplete }: Sum): string {
  if (runs === 0) return "$0";
  return isCostKnown ? cost(costUsd, isCostComplete) : "unknown";
}

export interface Share {
  readonly name: string;
  readonly sum: Sum;
  readonly subagents: Sum;
}

/** Rows grouped by a common property, the largest group first. */
export function sharesBy(
  rows: readonly DayUsage[],
  nameOf: (row: DayUsage) => string,
  amountOf: (sum: Sum) => number,
): readonly Share[] {
  const groups = Map.groupBy(rows, nameOf);
  return [...groups]
    .map(([name, of]) => ({
      name,
      sum: sumOf(of),
      subagents: sumOf(of.filter(({ subagent }) => subagent)),
    }))
    .sort(
      (a, b) =>
        amountOf(b.sum) - amountOf(a.sum) || tokensOf(b.sum) - tokensOf(a.sum) || (a.name < b.name ? -1 : 1),
    );
}

/** The days from one to another, inclusive, in the server's format. */
export function daysBetween(from: Date, to: Date): readonly string[] {
  const days: string[] = [];
  const at = new Date(from.getFullYear(), from.getMonth(), from.getDate(), 12);
  for (; days.length < 400 && at <= new Date(to.getTime() + 12 * 3600_000); at.setDate(at.getDate() + 1)) {
    days.push(dayName(at));
    if (days.at(-1) === dayName(to)) break;
  }
  return days;
}

function dayName(date: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
