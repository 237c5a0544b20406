import type { Log } from "../log/log.ts";
import { PolylogError } from "../polylog-error.ts";
import type { EventStore, RunRow } from "../store/store.ts";
import { runContext, sessionOfRun } from "./run-context.ts";

/** The session and agent of a run. */
export interface RunPlace {
  readonly sessionId: string;
  readonly agentId: string;
}

export interface RunsOptions {
  readonly store: EventStore;
  readonly log: Log;
  /** The receiver's run of an open exchange. The sender's log has it too, but it is stopped where it works. */
  readonly exchangeTarget: (runId: string) => RunPlace | null;
  readonly stop: (runId: string, place: RunPlace) => Promise<void>;
}

const MOST_ROWS = 1000;

/** The runs of all sessions. */
export class Runs {
  private readonly options: RunsOptions;

  constructor(options: RunsOptions) {
    this.options = options;
  }

  list(query: { projectRoot?: string | undefined; sessionId?: string | undefined }): Promise<RunRow[]> {
    return this.options.store.runs({ ...query, limit: MOST_ROWS });
  }

  async children(runId: string): Promise<RunRow[]> {
    await this.row(runId);
    return this.options.store.runs({ parentRunId: runId, limit: MOST_ROWS });
  }

  async context(runId: string, view: "summary" | "raw"): Promise<unknown> {
    const { sessionId } = await this.row(runId);
    return runContext(await sessionOfRun(this.options.log, sessionId, runId), runId, view);
  }

  async cancel(runId: string): Promise<void> {
    const { exchangeTarget, stop } = this.options;
    const target = exchangeTarget(runId);
    if (target !== null) return stop(runId, target);
    const row = await this.row(runId);
    if (row.outcome === null) await stop(runId, row);
  }

  private async row(runId: string): Promise<RunRow> {
    const row = await this.options.store.run(runId);
    if (row === null) throw new PolylogError("run_not_found", "This run does not exist.", { runId });
    return row;
  }
}
