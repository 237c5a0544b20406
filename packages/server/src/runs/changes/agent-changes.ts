import { setTimeout } from "node:timers/promises";
import { type EventBody, findRun } from "@polylog/core";
import { limits } from "../../limits.ts";
import type { LiveSession } from "../../log/live-session.ts";
import type { Entry } from "../../log/log.ts";
import { reportOwed, reportSettled } from "./owed-reports.ts";
import type { ProjectRuns } from "./project-runs.ts";
import { RunChanges } from "./run-changes.ts";

export interface AgentChangesOptions {
  readonly runs: ProjectRuns;
  readonly session: LiveSession;
  readonly agentId: string;
  readonly asksFirst: boolean;
}

/** Checkpoints and change reports of one agent's runs, including runs that its program started on its own. */
export class AgentChanges {
  private readonly options: AgentChangesOptions;
  private readonly runs = new Map<string, RunChanges>();

  constructor(options: AgentChangesOptions) {
    this.options = options;
  }

  /** Resolves when the agent may receive its prompt. */
  async begin(runId: string): Promise<void> {
    const { runs, session, agentId, asksFirst } = this.options;
    const run = runs.begin(session, agentId, runId, asksFirst);
    this.runs.set(runId, run);
    await run.begin();
  }

  /** The same for a run that an earlier server process started. */
  async continueRun(runId: string): Promise<void> {
    const { runs, session, agentId, asksFirst } = this.options;
    this.runs.set(runId, await runs.continueRun(session, agentId, runId, asksFirst));
  }

  /** Events to write before an event of the program; null if the event itself is dropped. */
  eventsBefore(body: EventBody): Promise<readonly EventBody[] | null> | readonly EventBody[] {
    if (RunChanges.concerns(body)) return this.runOf(body.runId)?.eventsBefore(body) ?? [];
    if (body.type === "run_started" && body.parentRunId === undefined && !this.runs.has(body.runId))
      void this.begin(body.runId);
    return body.type === "run_ended" ? this.report(body.runId) : [];
  }

  /**
   * The change report of a run that ends. A report that takes too long is written after the end; `late` then resolves with
   * it.
   */
  async end(runId: string, isCancelled: boolean): Promise<Reported> {
    const made = this.report(runId);
    const ms = isCancelled ? limits.cancelReportMs : limits.reportMs;
    const bodies = await Promise.race([made, setTimeout(ms, null, { ref: false })]);
    if (bodies !== null) return { bodies, documents: [], late: null };
    const { sessionId } = this.options.session;
    const late = made.then((told) => ({ bodies: told, documents: reportSettled({ sessionId, runId }) }));
    return { bodies: [], documents: reportOwed({ sessionId, runId }), late };
  }

  /** A failed report is empty. */
  private async report(runId: string): Promise<readonly EventBody[]> {
    const { runs, session } = this.options;
    const run = this.runs.get(runId) ?? runs.find(session, runId);
    this.runs.delete(runId);
    return run?.end().catch(() => []) ?? [];
  }

  /** A subagent's calls count for the top-level run. */
  private runOf(runId: string): RunChanges | undefined {
    const { conversation } = this.options.session;
    for (let run = findRun(conversation, runId); run !== undefined; ) {
      const known = this.runs.get(run.runId);
      if (known !== undefined) return known;
      run = run.parentRunId === null ? undefined : findRun(conversation, run.parentRunId);
    }
    // The start of the run is not committed yet.
    return this.runs.get(runId) ?? [...this.runs.values()].at(-1);
  }
}

/** The events to write with the end of the run, and those to write later. */
export interface Reported extends ReportEntry {
  readonly late: Promise<ReportEntry> | null;
}

interface ReportEntry {
  readonly bodies: readonly EventBody[];
  readonly documents: NonNullable<Entry["documents"]>;
}
