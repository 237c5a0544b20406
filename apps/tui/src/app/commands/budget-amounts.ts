import { type Budget, type BudgetState, parseAmount } from "@polylog/core";
import { cost, count } from "../../render/format.ts";

/** Parses and formats the amounts of a budget. */

/** `5`, `$2.50`, `50k tokens`, `off`. Null if the text is not an amount. */
export function amountIn(typed: string): Budget | null {
  if (typed === "off") return {};
  const [, text = "", tokens] = /^(.*?)( tokens?)?$/i.exec(typed.trim()) ?? [];
  const amount = parseAmount(text);
  if (amount === null) return null;
  return tokens === undefined ? { costUsd: amount } : { tokens: Math.ceil(amount) };
}

/** The usage, with the limit if there is one. */
export function amountsOf({ costUsd, tokens, usedUsd, usedTokens, costComplete }: BudgetState): string {
  const isUnknown = usedUsd === 0 && !costComplete;
  const used = isUnknown ? "price unknown" : `${cost(usedUsd, costComplete)} used`;
  if (costUsd === undefined && tokens === undefined) return `no limit, ${used}`;
  const most = costUsd === undefined ? "" : cost(costUsd, true);
  const spent = isUnknown ? `${used}, limit ${most}` : `${cost(usedUsd, costComplete)} of ${most} used`;
  return [
    ...(costUsd === undefined ? [] : [spent]),
    ...(tokens === undefined ? [] : [`${count(usedTokens)} of ${count(tokens)} tokens used`]),
  ].join(", ");
}
