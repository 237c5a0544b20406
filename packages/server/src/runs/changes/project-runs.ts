import { type Entry, type EventBody, findRun } from "@polylog/core";
import type { CheckpointFailure, Checkpoints } from "../../checkpoint/checkpoints.ts";
import { limits } from "../../checkpoint/limits.ts";
import type { LiveSession } from "../../log/live-session.ts";
import { RunChanges } from "./run-changes.ts";

/** The live runs of each project with their changes. Creates the checkpoint and the report of every run. */
export class ProjectRuns {
  private readonly checkpoints: Checkpoints;
  private readonly live = new Map<string, Set<RunChanges>>();
  /** Projects that could not be saved, the reason, and until when no retry is made. */
  private readonly failures = new Map<
    string,
    { readonly failure: CheckpointFailure; readonly until: number }
  >();
  /** Failures that were reported to a session. */
  private readonly reportedFailures = new WeakMap<LiveSession, Set<string>>();

  constructor(checkpoints: Checkpoints) {
    this.checkpoints = checkpoints;
  }

  begin(session: LiveSession, agentId: string, runId: string, asksFirst: boolean): RunChanges {
    const { projectRoot } = session;
    const { checkpoints } = this;
    const runs = this.live.get(projectRoot) ?? new Set();
    const run = new RunChanges({
      ...{ checkpoints, session, agentId, runId, asksFirst },
      known: () => this.failureOf(projectRoot),
      onSaved: (saved) => {
        if (!saved.ok && lasting.has(saved.code))
          this.failures.set(projectRoot, { failure: saved, until: performance.now() + limits.retryMs });
      },
      isNews: ({ code }) => {
        const reported = this.reportedFailures.get(session) ?? new Set();
        this.reportedFailures.set(session, reported);
        return reported.size !== reported.add(code).size;
      },
      onEnd: () => {
        runs.delete(run);
        if (runs.size === 0 && this.live.get(projectRoot) === runs) this.live.delete(projectRoot);
      },
    });
    for (const other of runs) {
      other.beside.add(run);
      run.beside.add(other);
    }
    this.live.set(projectRoot, runs.add(run));
    return run;
  }

  /** A run that an earlier server process started, with the checkpoint that it made. */
  async continueRun(
    session: LiveSession,
    agentId: string,
    runId: string,
    asksFirst: boolean,
  ): Promise<RunChanges> {
    const known = this.find(session, runId);
    if (known !== undefined) return known;
    const run = this.begin(session, agentId, runId, asksFirst);
    const lines = await this.checkpoints.journal(session.projectRoot);
    const saved = lines.find((line) => line.kind === "saved" && line.runId === runId);
    run.continueFrom(saved?.kind === "saved" ? saved.hash : null);
    return run;
  }

  /** The report of a run that a shutdown or a crash left without one. */
  async reportOrphan(session: LiveSession, runId: string): Promise<readonly EventBody[]> {
    const { conversation } = session;
    const run = findRun(conversation, runId);
    if (run === undefined || run.parentRunId !== null) return [];
    const isReport = ({ kind, runId: of }: Entry) => kind === "change_report" && of === runId;
    if (conversation.main.entries.slice().some(isReport)) return [];
    return (await this.continueRun(session, run.agentId, runId, true)).end();
  }

  /** A live run in the project, or one found at startup. */
  find(session: LiveSession, runId: string): RunChanges | undefined {
    const runs = [...(this.live.get(session.projectRoot) ?? [])];
    return runs.find((run) => run.runId === runId && run.session.sessionId === session.sessionId);
  }

  private failureOf(projectRoot: string): CheckpointFailure | null {
    const known = this.failures.get(projectRoot);
    if (known !== undefined && known.until > performance.now()) return known.failure;
    this.failures.delete(projectRoot);
    return null;
  }
}

/** Failures for which an immediate retry would be pointless. */
const lasting: ReadonlySet<CheckpointFailure["code"]> = new Set([
  ...(["no_git", "too_many_files", "too_large", "timed_out"] as const),
]);
