import type { Conversation } from "../conversation/conversation.ts";
import { addUsage, type ModelUsage } from "../events/usage.ts";
import { runsBelow } from "./run-tree.ts";

/** Usage for display. */
export interface UsageTotal {
  /** Each model separately, in the order of their names. */
  readonly models: readonly ModelTotal[];
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
  /** False if some prices are unknown, or if an agent reported no usage: the cost is then a minimum. */
  readonly costComplete: boolean;
}

type Cost = Pick<UsageTotal, "costUsd" | "costComplete">;

export interface ModelTotal extends Omit<ModelUsage, "costNanos" | "unpriced"> {
  readonly costUsd: number;
  readonly costComplete: boolean;
}

/** A run together with all its subagents' runs. */
export function rollUpUsage(conversation: Conversation, runId: string): UsageTotal {
  let sums: readonly ModelUsage[] = [];
  const agents = new Set<string>();
  const reporting = new Set<string>();
  for (const { run } of runsBelow(conversation, runId)) {
    sums = addUsage(sums, run.usage);
    agents.add(run.agentId);
    if (run.usage.length > 0) reporting.add(run.agentId);
  }
  return usageTotal(sums, agents.size === reporting.size);
}

export function sessionUsage(conversation: Conversation): UsageTotal {
  return usageTotal(conversation.usage, haveAllReported(conversation));
}

/** Only the cost, which is needed for every event. */
export function sessionCost(conversation: Conversation): Cost {
  return costOf(conversation.usage, haveAllReported(conversation));
}

function haveAllReported({ reporting }: Conversation): boolean {
  for (const runs of reporting.values()) if (runs === 0) return false;
  return true;
}

/**
 * Whether the rows have the whole cost: every price is known, and every agent has reported usage. If an agent reports usage,
 * its runs and subagents without a report used nothing more; if it never does, its cost is unknown.
 */
export function isCostComplete(
  rows: Iterable<{
    readonly agentId: string;
    /** Null if nothing was reported. */
    readonly model: string | null;
    readonly costComplete: boolean;
  }>,
): boolean {
  const all = [...rows];
  const reporting = new Set(all.flatMap(({ agentId, model }) => (model === null ? [] : [agentId])));
  return all.every((row) => (row.model === null ? reporting.has(row.agentId) : row.costComplete));
}

function costOf(sums: readonly ModelUsage[], isReported: boolean): Cost {
  // Summed in whole billionths: dollars would not add up exactly.
  let nanos = 0;
  let costComplete = isReported;
  for (const { costNanos, unpriced } of sums) {
    nanos += costNanos;
    costComplete &&= unpriced === 0;
  }
  return { costUsd: nanos / 1e9, costComplete };
}

/** `isReported` is false if an agent that ran has reported nothing: its cost is unknown, not zero. */
export function usageTotal(sums: readonly ModelUsage[], isReported = sums.length > 0): UsageTotal {
  const total = (field: "inputTokens" | "outputTokens") => sums.reduce((sum, model) => sum + model[field], 0);
  return {
    models: sums.map(({ costNanos, unpriced, ...model }) => ({
      ...model,
      costUsd: costNanos / 1e9,
      costComplete: unpriced === 0,
    })),
    inputTokens: total("inputTokens"),
    outputTokens: total("outputTokens"),
    ...costOf(sums, isReported),
  };
}
