import { setTimeout } from "node:timers/promises";
import { limits } from "../limits.ts";
import { type OwedReport, reportOwed, reportSettled } from "./changes/owed-reports.ts";
import type { SessionAgentOptions } from "./session-agent.ts";
import type { SessionAgents } from "./session-agents.ts";
import { endingEvents } from "./settle.ts";

interface Reason {
  readonly code: string;
  readonly message: string;
}

const cancelled: Reason = { code: "cancelled", message: "Cancelled." };

export interface SessionRunsOptions
  extends Pick<SessionAgentOptions, "session" | "log" | "mailbox" | "undelivered" | "projectRuns"> {
  readonly agents: SessionAgents;
  /** Pauses the queue behind a run that a person stops. */
  readonly holdQueue: (runId: string, agentId: string) => Promise<void>;
}

/** Stops the runs of a session on request, and ends those without a program. */
export class SessionRuns {
  private readonly options: SessionRunsOptions;
  private reporting: Promise<void> = Promise.resolve();

  constructor(options: SessionRunsOptions) {
    this.options = options;
  }

  /** A person stops a run: its queue is paused, even if the server is killed before the run has ended. */
  async stop(runId: string, agentId: string): Promise<void> {
    const { agents, holdQueue } = this.options;
    if ((await agents.of(agentId)).run.runId !== runId) return this.cancel(runId, agentId);
    const holding = holdQueue(runId, agentId);
    await this.cancel(runId, agentId);
    await holding;
  }

  /** Stops a run. `why` is recorded if no person requested it. */
  async cancel(runId: string, agentId: string, why?: Reason): Promise<void> {
    const agent = await this.options.agents.of(agentId);
    if (agent.run.runId === runId) return agent.run.cancel(runId, why);
    const end = () => this.endOrphan(runId, why ?? cancelled, "cancelled");
    if (!agent.stopSubagent(runId, why, end)) await end();
  }

  /** Ends a run whose program no longer exists. */
  endOrphan(
    runId: string,
    error: Reason,
    outcome: "cancelled" | "interrupted",
    refusable = false,
  ): Promise<void> {
    const { session, log, mailbox, undelivered } = this.options;
    return mailbox.run(async () => {
      const bodies = endingEvents(session.conversation, runId, { outcome, error });
      if (bodies.length === 0) return;
      const documents = [...undelivered.removed(runId), ...reportOwed(this.place(runId))];
      await log.append(session, { bodies, documents, refusable });
      this.report(runId);
    });
  }

  /** Writes the change report of a run that ended without one. */
  report(runId: string): void {
    this.reporting = this.reporting.then(() => this.writeReport(runId)).catch(() => undefined);
  }

  /** Resolves when the reports are written, or after a timeout. */
  async reported(): Promise<void> {
    await Promise.race([this.reporting, setTimeout(limits.cancelReportMs, undefined, { ref: false })]);
  }

  private async writeReport(runId: string): Promise<void> {
    const { session, log, projectRuns } = this.options;
    const bodies = await projectRuns.reportOrphan(session, runId);
    await log.append(session, { bodies, documents: reportSettled(this.place(runId)), refusable: true });
  }

  private place(runId: string): OwedReport {
    return { sessionId: this.options.session.sessionId, runId };
  }
}
