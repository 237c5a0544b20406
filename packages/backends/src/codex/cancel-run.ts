import { setTimeout as sleep } from "node:timers/promises";
import { limits } from "./limits.ts";
import type { CodexProgram } from "./program.ts";

interface Turn {
  readonly threadId: string;
  readonly turnId: string;
}

interface Cancelled {
  /** Resolves when the program has named the turn or rejected it. */
  readonly started: Promise<unknown>;
  /** The turn to stop, if it still runs. */
  turn(): Turn | null;
  /** The turns of its subagents. */
  readonly below: readonly Turn[];
  isOver(): boolean;
}

/**
 * Cancels runs. An interrupted Codex turn leaves its commands running, so they are terminated, too. A program that
 * does not stop in time is terminated.
 */
export class RunCancellation {
  private readonly program: CodexProgram;
  private readonly runs = new Map<string, Promise<void>>();

  constructor(program: CodexProgram) {
    this.program = program;
  }

  /** Resolves when the interrupt has been requested and the run's commands are terminated. */
  async begin(runId: string, run: Cancelled): Promise<void> {
    if (this.runs.has(runId)) return;
    const stopping = this.stop(run);
    this.runs.set(runId, stopping);
    void sleep(limits.cancelMs, undefined, { ref: false }).then(() => {
      if (!run.isOver()) void this.program.process.stop();
    });
    await stopping;
  }

  has(runId: string): boolean {
    return this.runs.has(runId);
  }

  /** Resolves when the commands of a cancelled run are gone; undefined for a run that was not cancelled. */
  cleaned(runId: string): Promise<void> | undefined {
    return this.runs.get(runId);
  }

  private async stop({ started, turn, below }: Cancelled): Promise<void> {
    for (const child of below) void this.program.request("turn/interrupt", { ...child });
    await started;
    const own = turn();
    if (own !== null) await this.program.request("turn/interrupt", { ...own });
    const threads = [...below, ...(own === null ? [] : [own])];
    await Promise.all(
      threads.map(({ threadId }) => this.program.request("thread/backgroundTerminals/clean", { threadId })),
    );
  }
}
