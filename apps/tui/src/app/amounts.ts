import type { Budget, BudgetState } from "@polylog/core";
import { cost, count } from "../render/format.ts";

/** Amounts of a budget, as people type them and read them. */

const units: Readonly<Record<string, number>> = { "": 1, k: 1e3, m: 1e6 };

/** `5`, `$2.50`, `50k tokens`, `off`. Null where it is none of them. */
export function amountIn(typed: string): Budget | null {
  if (typed === "off") return {};
  const [, digits, unit = "", tokens] = /^\$?(\d+(?:\.\d+)?)([km]?)( tokens?)?$/i.exec(typed.trim()) ?? [];
  const amount = Number(digits) * (units[unit.toLowerCase()] ?? 1);
  if (!(amount > 0)) return null;
  return tokens === undefined ? { costUsd: amount } : { tokens: Math.ceil(amount) };
}

/** What is used, of how much where something bounds it. */
export function amountsOf({ costUsd, tokens, usedUsd, usedTokens, costComplete }: BudgetState): string {
  const used = cost(usedUsd, costComplete);
  if (costUsd === undefined && tokens === undefined) return `no bound, ${used} used`;
  return [
    ...(costUsd === undefined ? [] : [`${used} of ${cost(costUsd, true)} used`]),
    ...(tokens === undefined ? [] : [`${count(usedTokens)} of ${count(tokens)} tokens used`]),
  ].join(", ");
}
