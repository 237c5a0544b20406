import type { DatabaseSync, SQLOutputValue, StatementSync } from "node:sqlite";
import type { SessionStatus } from "@polylog/core";
import type { AskRecord, RunRecord } from "../projections/runs-and-asks.ts";
import type { AskRow, AskState, RunRow, SessionRow, StoredEvent } from "../store.ts";
import { StoreError } from "../store-error.ts";
import { lineChecksum } from "./checksum.ts";

/** Rows as typed by the schema. Polylog's own statements wrote them, so they are not validated. */

type Row = Record<string, SQLOutputValue>;

/**
 * Executes a statement without a result. Does not use `run`, which also reads the connection's last row id: the search
 * index can leave ids there that do not fit in a number.
 */
export function change(statement: StatementSync, ...values: (string | number | null)[]): void {
  statement.get(...values);
}

/** Whether it changed any row. Cheaper than a RETURNING clause, which stores its rows in a temporary table first. */
export function isChanged(statement: StatementSync, ...values: (string | number | null)[]): boolean {
  return statement.run(...values).changes !== 0n;
}

export function oneRow<T>(statement: StatementSync, ...values: (string | number | null)[]): T | undefined {
  return statement.get(...values) as T | undefined;
}

export function allRows<T>(statement: StatementSync, ...values: (string | number | null)[]): T[] {
  return statement.all(...values) as unknown as T[];
}

/** The single number returned by a query. */
export function readNumber(db: DatabaseSync, sql: string): number {
  const [value] = Object.values(db.prepare(sql).get() ?? {});
  if (typeof value !== "number")
    throw new StoreError("broken", `The database returned no number for: ${sql}`);
  return value;
}

export interface EventRow extends Row {
  readonly position: number;
  readonly seq: number;
  readonly rev: number;
  readonly checksum: number;
  readonly line: string;
}

export function isSound(seed: number, { seq, rev, line, checksum }: EventRow): boolean {
  // A damaged row may contain any value, whatever its column's type is.
  return typeof line === "string" && lineChecksum(seed, seq, rev, line) === checksum;
}

/** Reads an event and verifies its checksum. A damaged event throws. */
export function readEvent(sessionId: string, seed: number, row: EventRow): StoredEvent {
  const { seq, rev, position, line } = row;
  if (!isSound(seed, row)) throw damaged(sessionId, seq);
  return { sessionId, seq, rev, position, line };
}

/** Reads a page of one session. A damaged index may return an event twice and skip another, so seqs must increase. */
export function readEvents(
  sessionId: string,
  seed: number,
  after: number,
  rows: readonly EventRow[],
): StoredEvent[] {
  let last = after;
  return rows.map((row) => {
    if (row.seq <= last) throw damaged(sessionId, row.seq);
    last = row.seq;
    return readEvent(sessionId, seed, row);
  });
}

function damaged(sessionId: string, seq: number): StoreError {
  return new StoreError("broken", `Event ${seq} of session ${sessionId} is damaged on disk.`, { sessionId });
}

export interface SessionTableRow extends Row {
  readonly id: number;
  readonly session_id: string;
  readonly rev: number;
  readonly head: number;
  readonly activity: number;
  readonly archived: number;
  readonly created_ts: number;
  readonly updated_ts: number;
  readonly queued: number;
  readonly pending_asks: number;
  readonly cost_usd: number;
  readonly cost_complete: number;
  readonly state: SessionStatus;
  readonly agent_id: string | null;
  readonly model: string | null;
  readonly title: string | null;
  readonly project_root: string;
  readonly forked_from: string | null;
}

export function readSession(row: SessionTableRow): SessionRow {
  return {
    sessionId: row.session_id,
    projectRoot: row.project_root,
    createdTs: row.created_ts,
    forkedFrom: row.forked_from,
    archived: row.archived === 1,
    rev: row.rev,
    head: row.head,
    activity: row.activity,
    title: row.title,
    status: row.state,
    agentId: row.agent_id,
    model: row.model,
    queued: row.queued,
    pendingAsks: row.pending_asks,
    costUsd: row.cost_usd,
    costComplete: row.cost_complete === 1,
    updatedTs: row.updated_ts,
  };
}

export interface RunTableRow extends Row {
  readonly id: number;
  readonly run_id: string;
  readonly started: number;
  readonly started_ts: number;
  readonly ended_ts: number | null;
  readonly outcome: RunRow["outcome"];
  readonly agent_id: string;
  readonly parent_run_id: string | null;
  readonly announced: number;
  readonly parent_call_id: string | null;
  readonly below: string | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly usage: string;
}

export function readRun(sessionId: string, row: RunTableRow): RunRow {
  const { error_code: code, error_message: message } = row;
  return {
    runId: row.run_id,
    sessionId,
    agentId: row.agent_id,
    parentRunId: row.parent_run_id,
    startedTs: row.started_ts,
    endedTs: row.ended_ts,
    outcome: row.outcome,
    error: code === null || message === null ? null : { code, message },
    usage: row.usage === "[]" ? [] : (JSON.parse(row.usage) as RunRow["usage"]),
  };
}

export function readRunRecord(sessionId: string, row: RunTableRow): RunRecord {
  const { started, parent_call_id: parentCallId, below } = row;
  return { ...readRun(sessionId, row), started, announced: row.announced === 1, parentCallId, below };
}

export interface AskTableRow extends Row {
  readonly position: number;
  readonly ask_id: string;
  readonly run_id: string;
  readonly agent_id: string;
  readonly kind: AskRow["kind"];
  readonly state: AskState;
  readonly created_ts: number;
}

export function readAskRecord(sessionId: string, row: AskTableRow): AskRecord {
  return {
    askId: row.ask_id,
    sessionId,
    runId: row.run_id,
    agentId: row.agent_id,
    kind: row.kind,
    state: row.state,
    createdTs: row.created_ts,
    position: row.position,
  };
}
