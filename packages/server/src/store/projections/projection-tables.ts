import {
  type AskTableRow,
  allRows,
  change,
  oneRow,
  type RunTableRow,
  readAskRecord,
  readRunRecord,
} from "../sqlite/rows.ts";
import type { Statements } from "../sqlite/statements.ts";
import type { AskRecord, Projected, Projection, RunRecord } from "./runs-and-asks.ts";

const maxSessions = 1000;
const maxRuns = 1000;

/**
 * The tables of runs and asks for one session at a time. Runs are cached between commits, because every event needs its
 * run; any other change of the tables must first clear the cache.
 */
export class ProjectionTables {
  private readonly statements: Statements;
  private readonly remembered = new Map<number, Map<string, RunRecord>>();
  /** Changed runs of one session, written later because many events change the same run. */
  private readonly changed = new Map<string, RunRecord>();

  constructor(statements: Statements) {
    this.statements = statements;
  }

  forget(): void {
    this.remembered.clear();
    this.changed.clear();
  }

  of(session: number, sessionId: string): Projection {
    const { statements } = this;
    const runs = this.runsOf(session);
    return {
      run: (runId) => {
        const known = runs.get(runId);
        if (known !== undefined) return known;
        const row = oneRow<RunTableRow>(statements.run, session, runId);
        if (row === undefined) return undefined;
        const run = readRunRecord(sessionId, row);
        runs.set(runId, run);
        return run;
      },
      runsBelow: (runId) => {
        this.write(session);
        const rows = allRows<RunTableRow>(statements.runsBelow, session, runId);
        return rows.map((row) => readRunRecord(sessionId, row));
      },
      ask: (askId) => {
        const row = oneRow<AskTableRow>(statements.ask, session, askId);
        return row === undefined ? undefined : readAskRecord(sessionId, row);
      },
      pendingAsks: (runId) =>
        allRows<AskTableRow>(statements.pendingAsks, session, runId).map((row) =>
          readAskRecord(sessionId, row),
        ),
    };
  }

  /** The rows are written to the tables by `write`, or before those of another session. */
  put(session: number, { runs, asks }: Projected): void {
    const remembered = this.runsOf(session);
    for (const run of runs) {
      this.changed.set(run.runId, run);
      remembered.set(run.runId, run);
    }
    for (const ask of asks) this.putAsk(session, ask);
  }

  write(session: number): void {
    for (const run of this.changed.values()) this.putRun(session, run);
    this.changed.clear();
  }

  private runsOf(session: number): Map<string, RunRecord> {
    let runs = this.remembered.get(session);
    if (runs === undefined || runs.size > maxRuns) {
      if (this.remembered.size > maxSessions) this.remembered.clear();
      runs = new Map();
      this.remembered.set(session, runs);
    }
    return runs;
  }

  private putRun(session: number, run: RunRecord): void {
    const { putLiveRun, putRun } = this.statements;
    change(
      run.outcome === null ? putLiveRun : putRun,
      session,
      run.runId,
      run.started,
      run.startedTs,
      run.endedTs,
      run.outcome,
      run.agentId,
      Number(run.announced),
      run.parentRunId,
      run.parentCallId,
      run.below,
      run.error?.code ?? null,
      run.error?.message ?? null,
      JSON.stringify(run.usage),
    );
  }

  private putAsk(session: number, ask: AskRecord): void {
    const { position, askId, runId, agentId, kind, state, createdTs } = ask;
    change(this.statements.putAsk, position, session, askId, runId, agentId, kind, state, createdTs);
  }
}
