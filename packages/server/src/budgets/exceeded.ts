import { type Budget, limits } from "@polylog/core";

export interface Used {
  readonly costUsd: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A message for people if the budget is used up; otherwise null. */
export function exceeded(budget: Budget, used: Used, whose: string): string | null {
  return part(budget, used) < 1 ? null : `The budget for ${whose} is used up: ${amounts(budget, used)}.`;
}

/** A message for people if most of the budget is used; otherwise null. */
export function nearlyExceeded(budget: Budget, used: Used, whose: string): string | null {
  const used100 = part(budget, used);
  if (used100 < limits.budgetWarning || used100 >= 1) return null;
  return `${Math.floor(used100 * 100)} % of the budget for ${whose} is used: ${amounts(budget, used)}.`;
}

/** The used fraction of the limit that is closer to being reached, cost or tokens. */
function part({ costUsd, tokens }: Budget, used: Used): number {
  return Math.max(
    costUsd === undefined ? 0 : ratio(used.costUsd, costUsd),
    tokens === undefined ? 0 : ratio(used.inputTokens + used.outputTokens, tokens),
  );
}

function ratio(used: number, most: number): number {
  return most <= 0 ? Number.POSITIVE_INFINITY : used / most;
}

function amounts({ costUsd, tokens }: Budget, used: Used): string {
  const cost = costUsd === undefined ? [] : [`$${used.costUsd.toFixed(2)} of $${costUsd.toFixed(2)}`];
  const count = used.inputTokens + used.outputTokens;
  return [...cost, ...(tokens === undefined ? [] : [`${count} of ${tokens} tokens`])].join(", ");
}
