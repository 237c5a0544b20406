import { setTimeout as startTimer } from "node:timers";
import { defined, type EventBody } from "@polylog/core";
import { limits } from "../limits.ts";
import type { AgentChanges } from "./changes/agent-changes.ts";
import { idle, nextRunState, type RunEffect, type RunInput, type RunState } from "./run-state.ts";
import type { SessionAgentOptions } from "./session-agent.ts";
import { type Ending, endingEvents } from "./settle.ts";

export type RunEnded = Extract<EventBody, { type: "run_ended" }>;

export interface RunLifecycleOptions
  extends Pick<SessionAgentOptions, "session" | "log" | "mailbox" | "undelivered"> {
  readonly changes: AgentChanges;
  /** Writes all events received so far. */
  readonly flush: () => void;
  /** Asks the program to stop the run. */
  readonly askToStop: (runId: string) => void;
  readonly killProgram: () => void;
  /** Queues the messages that the run did not read. */
  readonly queueUnread: (runId: string) => Promise<void>;
  /** The run has ended and its end is written, so the next message may start. */
  readonly onIdle: () => void;
  /** The end cannot be written, or the log accepts nothing more. */
  readonly onUnwritable: () => void;
}

/** An agent's run, from its prompt until its end is logged. Decides when and how the run ends. */
export class RunLifecycle {
  /** Runs of this agent that have ended or are about to. */
  readonly over = new Set<string>();
  private readonly options: RunLifecycleOptions;
  private state: RunState = idle;
  private overdue: NodeJS.Timeout | null = null;
  /** The end as reported by the agent. */
  private reported: RunEnded | null = null;
  /** Why the run was stopped, if not by a person. */
  private why: Ending["error"] = undefined;
  /** The end of a run is being written. */
  private settling = false;
  private isMuted = false;
  /** Resolves when the run has ended, or the agent accepts no more runs. */
  private freed = Promise.withResolvers<void>();

  constructor(options: RunLifecycleOptions) {
    this.options = options;
  }

  get runId(): string | null {
    return this.state.name === "idle" ? null : this.state.runId;
  }

  get isBusy(): boolean {
    return this.state.name !== "idle" || this.settling;
  }

  get isStopping(): boolean {
    return this.state.name === "cancelling";
  }

  /** Its run was stopped or has ended, but the end is not written yet. */
  get isEnding(): boolean {
    return this.settling || this.isStopping;
  }

  get isSettling(): boolean {
    return this.settling;
  }

  get stopReason(): string | undefined {
    return this.why?.message;
  }

  async whenFree(): Promise<void> {
    if (this.isBusy) await this.freed.promise;
  }

  /** A logged run is about to be sent to the agent. */
  begin(runId: string): void {
    this.step({ name: "prompt", runId });
  }

  /** The agent receives the prompt. */
  given(runId: string): void {
    this.step({ name: "given", runId });
  }

  /** Requests the end of a run and returns at once. Repeated calls have no effect. */
  cancel(runId: string, why: Ending["error"] = undefined): void {
    if (runId === this.runId) this.why ??= why;
    this.step({ name: "cancel", runId });
  }

  /** The agent reports the end of its run. */
  ended(reported: RunEnded): void {
    this.reported = reported;
    this.step({ name: "ended", runId: reported.runId });
  }

  programGone(): void {
    this.step({ name: "gone" });
  }

  /** Ends the run without its agent. `isLast` if nothing can be written after it. */
  async fail(runId: string, ending: Ending, isLast = false): Promise<void> {
    this.state = idle;
    await this.finish(runId, ending, isLast);
  }

  /** The agent accepts no more runs. */
  mute(): void {
    this.isMuted = true;
    this.freed.resolve();
  }

  close(): void {
    if (this.overdue !== null) clearTimeout(this.overdue);
  }

  private step(input: RunInput): void {
    const { runId } = this;
    const { state, effects } = nextRunState(this.state, input);
    this.state = state;
    for (const effect of effects) this.perform(effect, runId as string);
  }

  private perform(effect: RunEffect, runId: string): void {
    const { reported } = this;
    switch (effect) {
      case "ask_to_stop":
        this.overdue = startTimer(() => this.step({ name: "overdue", runId }), limits.cancelMs);
        this.options.askToStop(runId);
        return;
      case "kill":
        this.options.killProgram();
        return;
      case "settle_as_told":
        void this.finish(
          runId,
          reported === null ? { outcome: "completed" } : { outcome: reported.outcome, reported },
        );
        return;
      case "settle_cancelled":
        void this.finish(runId, {
          outcome: "cancelled",
          error: this.why,
          ...defined({ told: reported }),
        });
        return;
      case "settle_failed":
        void this.finish(runId, {
          outcome: "failed",
          error: {
            code: "backend_exited",
            message: "The agent's program exited during the run. Send the message again to retry.",
          },
        });
    }
  }

  private async finish(runId: string, ending: Ending, isLast = false): Promise<void> {
    const { session, log, mailbox, undelivered, changes, flush, queueUnread, onIdle, onUnwritable } =
      this.options;
    // Events received before the end are written before it; later ones are dropped.
    flush();
    this.over.add(runId);
    if (this.overdue !== null) clearTimeout(this.overdue);
    this.overdue = null;
    this.reported = null;
    this.why = undefined;
    this.settling = true;
    const report = await changes.end(runId, ending.outcome === "cancelled");
    const isSettled = await mailbox
      .run(async () => {
        const ends = endingEvents(session.conversation, runId, ending);
        const bodies = [...ends.slice(0, -1), ...report.bodies, ...ends.slice(-1)];
        const documents = [...undelivered.removed(runId), ...report.documents];
        if (bodies.length > 0) await log.append(session, { bodies, documents, refusable: false });
        await queueUnread(runId);
      })
      .then(
        () => true,
        () => false,
      );
    this.settling = false;
    this.freed.resolve();
    if (!this.isMuted) this.freed = Promise.withResolvers();
    void report.late
      ?.then((entry) => log.append(session, { ...entry, refusable: false }))
      .catch(() => undefined);
    if (!isSettled || isLast) onUnwritable();
    else if (!this.isMuted) onIdle();
  }
}
