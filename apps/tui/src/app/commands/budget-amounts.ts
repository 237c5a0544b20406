import { type Budget, type BudgetState, parseAmount } from "@polylog/core";
import { cost, count } from "../../render/format.ts";

/** Amounts of a budget, as people type them and read them. */

/** `5`, `$2.50`, `50k tokens`, `off`. Null where it is none of them. */
export function amountIn(typed: string): Budget | null {
  if (typed === "off") return {};
  const [, text = "", tokens] = /^(.*?)( tokens?)?$/i.exec(typed.trim()) ?? [];
  const amount = parseAmount(text);
  if (amount === null) return null;
  return tokens === undefined ? { costUsd: amount } : { tokens: Math.ceil(amount) };
}

/** What is used, of how much where something bounds it. */
export function amountsOf({ costUsd, tokens, usedUsd, usedTokens, costComplete }: BudgetState): string {
  const isUnknown = usedUsd === 0 && !costComplete;
  const used = isUnknown ? "price not known" : `${cost(usedUsd, costComplete)} used`;
  if (costUsd === undefined && tokens === undefined) return `no bound, ${used}`;
  const most = costUsd === undefined ? "" : cost(costUsd, true);
  const spent = isUnknown ? `${used}, of ${most}` : `${cost(usedUsd, costComplete)} of ${most} used`;
  return [
    ...(costUsd === undefined ? [] : [spent]),
    ...(tokens === undefined ? [] : [`${count(usedTokens)} of ${count(tokens)} tokens used`]),
  ].join(", ");
}
