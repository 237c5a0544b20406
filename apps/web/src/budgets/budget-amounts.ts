import { type Budget, type BudgetState, limits, parseAmount, usedShare } from "@polylog/core";
import { cost, count } from "../format/format.ts";

/** Amounts of a budget as people type and read them. */

/** Undefined if the text is empty, null if it is not an amount above 0. */
export function amountIn(typed: string): number | undefined | null {
  return typed.replace("$", "").trim() === "" ? undefined : parseAmount(typed);
}

export function toneOf(share: number): "quiet" | "waiting" | "failed" {
  if (share >= 1) return "failed";
  return share >= limits.budgetWarning ? "waiting" : "quiet";
}

export interface Part {
  readonly name: "Cost" | "Tokens";
  readonly share: number;
  readonly text: string;
}

/** One part for each kind that has its own limit. */
export function partsOf({
  costUsd,
  tokens,
  usedUsd,
  usedTokens,
  costComplete,
}: BudgetState): readonly Part[] {
  const used = cost(usedUsd, costComplete);
  const isUnknown = usedUsd === 0 && !costComplete;
  return [
    ...(costUsd === undefined
      ? []
      : [
          {
            name: "Cost",
            share: usedUsd / costUsd,
            text: isUnknown
              ? `Price unknown, limit ${cost(costUsd, true)}`
              : `${used} of ${cost(costUsd, true)}`,
          } as const,
        ]),
    ...(tokens === undefined
      ? []
      : [
          {
            name: "Tokens",
            share: usedTokens / tokens,
            text: `${count(usedTokens)} of ${count(tokens)} tokens`,
          } as const,
        ]),
  ];
}

/** The usage of a budget without a limit. */
export function usedText({ usedUsd, usedTokens, costComplete }: BudgetState): string {
  return `${cost(usedUsd, costComplete)}, ${count(usedTokens)} tokens`;
}

export function percent(share: number): string {
  return `${Math.floor(share * 100)} %`;
}

export function isUsedUp(budget: BudgetState): boolean {
  return (usedShare(budget) ?? 0) >= 1;
}

/** Doubles each limit that is used up until it is above the usage. The others do not change. */
export function raised({ costUsd, tokens, usedUsd, usedTokens }: BudgetState): Budget {
  return { costUsd: doubled(costUsd, usedUsd), tokens: doubled(tokens, usedTokens) };
}

function doubled(most: number | undefined, used: number): number | undefined {
  if (most === undefined || most <= 0 || !Number.isFinite(used)) return most;
  return used < most ? most : doubled(most * 2, used);
}
