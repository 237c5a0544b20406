import type { UsageRow } from "../store.ts";

/** The offset between any two time zones is a multiple of a quarter of an hour. */
const slotMs = 15 * 60 * 1000;

/**
 * ?1 and ?2 are the start and end, ?3 the project or null. Forks contain the runs of their history under the same ids, so
 * only the run that was written first counts.
 */
export const usageSql = `
  SELECT started_ts / ${slotMs} * ${slotMs} AS slot_ts, project_root, runs.agent_id AS agent_id,
    parent_run_id IS NOT NULL AS subagent, used.value ->> 'model' AS model, count(*) AS runs,
    total(used.value ->> 'inputTokens') AS input_tokens,
    total(used.value ->> 'outputTokens') AS output_tokens,
    total(used.value ->> 'cacheReadTokens') AS cache_read_tokens,
    total(used.value ->> 'cacheWriteTokens') AS cache_write_tokens,
    total(used.value ->> 'reasoningTokens') AS reasoning_tokens,
    total(used.value ->> 'costNanos') AS cost_nanos,
    total(used.value ->> 'unpriced') AS unpriced
  FROM runs JOIN sessions ON sessions.id = session LEFT JOIN json_each(usage) AS used
  WHERE started_ts >= ?1 AND started_ts < ?2 AND (?3 IS NULL OR project_root = ?3)
    AND NOT EXISTS (
      SELECT 1 FROM runs AS other JOIN sessions AS holder ON holder.id = other.session
      WHERE other.run_id = runs.run_id AND other.started < runs.started
    )
  GROUP BY 1, 2, 3, 4, 5
  ORDER BY 1, 2, 3, 4, 5`;

export interface UsageTableRow {
  readonly slot_ts: number;
  readonly project_root: string;
  readonly agent_id: string;
  readonly subagent: number;
  readonly model: string | null;
  readonly runs: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_tokens: number;
  readonly cache_write_tokens: number;
  readonly reasoning_tokens: number;
  readonly cost_nanos: number;
  readonly unpriced: number;
}

export function readUsage(row: UsageTableRow): UsageRow {
  return {
    slotTs: row.slot_ts,
    projectRoot: row.project_root,
    agentId: row.agent_id,
    subagent: row.subagent === 1,
    model: row.model,
    runs: row.runs,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cacheReadTokens: row.cache_read_tokens,
    cacheWriteTokens: row.cache_write_tokens,
    reasoningTokens: row.reasoning_tokens,
    costNanos: row.cost_nanos,
    unpriced: row.unpriced,
  };
}
