import { PolylogError } from "../polylog-error.ts";
import type { EventStore, UsageRow } from "../store/store.ts";

export interface UsageOfDays {
  readonly from: number;
  readonly to: number;
  readonly projectRoot?: string | undefined;
  /** The IANA name of the time zone in which days are counted. */
  readonly timeZone: string;
}

export interface DayUsage extends Omit<UsageRow, "slotTs"> {
  /** A date such as 2026-12-24; the day on which the runs started. */
  readonly day: string;
}

/** Usage by day, project, agent and model, with subagents listed separately. */
export class Usage {
  private readonly store: Pick<EventStore, "usage">;

  constructor(store: Pick<EventStore, "usage">) {
    this.store = store;
  }

  async byDay({ timeZone, ...query }: UsageOfDays): Promise<readonly DayUsage[]> {
    const dayOf = daysIn(timeZone);
    const sums = new Map<string, DayUsage>();
    for (const { slotTs, ...row } of await this.store.usage(query)) {
      const day = dayOf(slotTs);
      const key = JSON.stringify([day, row.projectRoot, row.agentId, row.subagent, row.model]);
      const sum = sums.get(key);
      sums.set(key, sum === undefined ? { day, ...row } : added(sum, row));
    }
    return [...sums.values()];
  }
}

function daysIn(timeZone: string): (ts: number) => string {
  try {
    const format = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
    return (ts) => format.format(ts);
  } catch (error) {
    throw new PolylogError(
      "bad_request",
      `query.time_zone: unknown time zone "${timeZone}". Use an IANA name such as Europe/Berlin.`,
      {},
      error,
    );
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
