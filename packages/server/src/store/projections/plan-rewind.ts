import type { StatementSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { parseEvent } from "@polylog/core";
import { limits } from "../../limits.ts";
import {
  type AskTableRow,
  allRows,
  oneRow,
  type RunTableRow,
  readAskRecord,
  readRunRecord,
  type SessionTableRow,
} from "../sqlite/rows.ts";
import type { Statements } from "../sqlite/statements.ts";
import type { EventStore } from "../store.ts";
import {
  type AskRecord,
  type Projected,
  type Projection,
  projectEvent,
  type RunRecord,
} from "./runs-and-asks.ts";

/** The runs and asks of one session, in memory. */
class MemoryProjection implements Projection {
  readonly runs = new Map<string, RunRecord>();
  readonly asks = new Map<string, AskRecord>();

  run(runId: string): RunRecord | undefined {
    return this.runs.get(runId);
  }

  runsBelow(runId: string): readonly RunRecord[] {
    return [...this.runs.values()].filter(({ below }) => below === runId);
  }

  ask(askId: string): AskRecord | undefined {
    return this.asks.get(askId);
  }

  pendingAsks(runId: string): readonly AskRecord[] {
    return [...this.asks.values()].filter((ask) => ask.runId === runId && ask.state === "pending");
  }

  put({ runs, asks }: Projected): void {
    for (const run of runs) this.runs.set(run.runId, run);
    for (const ask of asks) this.asks.set(ask.askId, ask);
  }
}

/** How a rewind changes a session's runs and asks, and the head of the log when the plan was made. */
export interface RewindPlan {
  readonly head: number | null;
  /** Replace rows with the same id. */
  readonly put: Projected;
  readonly goneRuns: readonly string[];
  readonly goneAsks: readonly string[];
}

/**
 * Projects a session up to a seq, before the transaction that truncates it. This reads the whole log, a page at a time, and
 * other work gets turns in between. The transaction only checks that the head is unchanged and writes the differences.
 */
export async function planRewind(
  store: Pick<EventStore, "events">,
  statements: Statements,
  sessionId: string,
  seq: number,
): Promise<RewindPlan> {
  const session = oneRow<SessionTableRow>(statements.session, sessionId);
  if (session === undefined) return { head: null, put: { runs: [], asks: [] }, goneRuns: [], goneAsks: [] };
  const { runs, asks } = await projectUpTo(store, sessionId, seq);
  const goneRuns: string[] = [];
  for await (const row of pagesOf<RunTableRow>(statements.runsOf, session.id, 0, ({ id }) => id)) {
    const isSame = isDeepStrictEqual(runs.get(row.run_id), readRunRecord(sessionId, row));
    // Runs are listed in the order of their rows, so all rows after a rewritten one are rewritten too.
    if (isSame && goneRuns.length === 0) runs.delete(row.run_id);
    else goneRuns.push(row.run_id);
  }
  const goneAsks: string[] = [];
  for await (const row of pagesOf<AskTableRow>(statements.asksOf, session.id, "", ({ ask_id }) => ask_id)) {
    if (isDeepStrictEqual(asks.get(row.ask_id), readAskRecord(sessionId, row))) asks.delete(row.ask_id);
    else goneAsks.push(row.ask_id);
  }
  return {
    head: session.head,
    put: { runs: [...runs.values()], asks: [...asks.values()] },
    goneRuns,
    goneAsks,
  };
}

async function projectUpTo(
  store: Pick<EventStore, "events">,
  sessionId: string,
  seq: number,
): Promise<MemoryProjection> {
  const projection = new MemoryProjection();
  for (let after = 0; ; ) {
    // Reads only up to the target seq, because later rows may be damaged.
    const page = await store.events(sessionId, after, Math.min(limits.pageEvents, seq - after));
    for (const event of page) {
      if (event.seq > seq) return projection;
      const parsed = parseEvent(event.line);
      if (parsed.ok) projection.put(projectEvent(projection, parsed.event, event.position));
    }
    const last = page.at(-1);
    if (last === undefined) return projection;
    after = last.seq;
    await nextTurn();
  }
}

/** Rows of one session by their key, from which the statement continues. */
async function* pagesOf<T>(
  statement: StatementSync,
  session: number,
  first: string | number,
  keyOf: (row: T) => string | number,
): AsyncGenerator<T> {
  for (let after = first; ; ) {
    const page = allRows<T>(statement, session, after, limits.pageEvents);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = keyOf(last);
    await nextTurn();
  }
}
