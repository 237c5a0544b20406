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
  /** False if some prices are unknown: the cost is then a minimum. */
  readonly costComplete: boolean;
}

export interface ModelTotal extends Omit<ModelUsage, "costNanos" | "unpriced"> {
  readonly costUsd: number;
  readonly costComplete: boolean;
}

/** A run together with all its subagents' runs. */
export function rollUpUsage(conversation: Conversation, runId: string): UsageTotal {
  let sums: readonly ModelUsage[] = [];
  for (const { run } of runsBelow(conversation, runId)) sums = addUsage(sums, run.usage);
  return usageTotal(sums);
}

export function sessionUsage(conversation: Conversation): UsageTotal {
  return usageTotal(conversation.usage);
}

/** Only the cost, which is needed for every event. */
export function sessionCost({ usage }: Conversation): Pick<UsageTotal, "costUsd" | "costComplete"> {
  return costOf(usage);
}

function costOf(sums: readonly ModelUsage[]): Pick<UsageTotal, "costUsd" | "costComplete"> {
  // Summed in whole billionths: dollars would not add up exactly.
  let nanos = 0;
  let costComplete = true;
  for (const { costNanos, unpriced } of sums) {
    nanos += costNanos;
    costComplete &&= unpriced === 0;
  }
  return { costUsd: nanos / 1e9, costComplete };
}

export function usageTotal(sums: readonly ModelUsage[]): UsageTotal {
  const total = (field: "inputTokens" | "outputTokens") => sums.reduce((sum, model) => sum + model[field], 0);
  return {
    models: sums.map(({ costNanos, unpriced, ...model }) => ({
      ...model,
      costUsd: costNanos / 1e9,
      costComplete: unpriced === 0,
    })),
    inputTokens: total("inputTokens"),
    outputTokens: total("outputTokens"),
    ...costOf(sums),
  };
}
