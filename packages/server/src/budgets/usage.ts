import { PolylogError } from "../errors.ts";
import type { DayUsage, UsageOfDays } from "../service.ts";
import type { EventStore, UsageRow } from "../store/store.ts";

/** What was used, by the days of a time zone. */
export async function dayUsage(
  store: Pick<EventStore, "usage">,
  { timeZone, ...query }: UsageOfDays,
): Promise<readonly DayUsage[]> {
  const dayOf = daysIn(timeZone);
  const sums = new Map<string, DayUsage>();
  for (const { slotTs, ...row } of await store.usage(query)) {
    const day = dayOf(slotTs);
    const key = JSON.stringify([day, row.projectRoot, row.agentId, row.subagent, row.model]);
    const sum = sums.get(key);
    sums.set(key, sum === undefined ? { day, ...row } : added(sum, row));
  }
  return [...sums.values()];
}

function daysIn(timeZone: string): (ts: number) => string {
  try {
    const format = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
    return (ts) => format.format(ts);
  } catch (error) {
    throw new PolylogError("bad_request", `query.time_zone: there is no zone "${timeZone}"`, {}, error);
  }
}

function added(sum: DayUsage, row: Omit<UsageRow, "slotTs">): DayUsage {
  return {
    ...sum,
    runs: sum.runs + row.runs,
    inputTokens: sum.inputTokens + row.inputTokens,
    outputTokens: sum.outputTokens + row.outputTokens,
    cacheReadTokens: sum.cacheReadTokens + row.cacheReadTokens,
    cacheWriteTokens: sum.cacheWriteTokens + row.cacheWriteTokens,
    reasoningTokens: sum.reasoningTokens + row.reasoningTokens,
    costNanos: sum.costNanos + row.costNanos,
    unpriced: sum.unpriced + row.unpriced,
  };
}
