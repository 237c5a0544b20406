import type { RunRecord } from "./project.ts";
import type { UsageRow } from "./store.ts";
import { slotMs } from "./usage-rows.ts";

export type UsedRun = RunRecord & { readonly projectRoot: string };

/** What `usageSql` does, for rows that are held in memory. */
export function sumUsage(runs: readonly UsedRun[]): UsageRow[] {
  const sums = new Map<string, UsageRow>();
  for (const row of runs.flatMap(rowsOf)) {
    const key = JSON.stringify([row.slotTs, row.projectRoot, row.agentId, row.subagent, row.model]);
    const sum = sums.get(key);
    sums.set(key, sum === undefined ? row : added(sum, row));
  }
  return [...sums.values()].sort(inOrder);
}

const nothing = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  costNanos: 0,
  unpriced: 0,
};

function rowsOf({ startedTs, projectRoot, agentId, parentRunId, usage }: UsedRun): UsageRow[] {
  const of = {
    slotTs: Math.floor(startedTs / slotMs) * slotMs,
    projectRoot,
    agentId,
    subagent: parentRunId !== null,
    runs: 1,
  };
  return usage.length === 0
    ? [{ ...of, model: null, ...nothing }]
    : usage.map((used) => ({ ...of, ...used }));
}

function added(a: UsageRow, b: UsageRow): UsageRow {
  return {
    ...a,
    runs: a.runs + b.runs,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
    costNanos: a.costNanos + b.costNanos,
    unpriced: a.unpriced + b.unpriced,
  };
}

function inOrder(a: UsageRow, b: UsageRow): number {
  const of = (row: UsageRow) => [row.slotTs, row.projectRoot, row.agentId, row.subagent, row.model ?? ""];
  const [left, right] = [of(a), of(b)];
  const at = left.findIndex((value, index) => value !== right[index]);
  if (at === -1) return 0;
  return (left[at] as string) < (right[at] as string) ? -1 : 1;
}
