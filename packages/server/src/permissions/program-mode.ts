import type { AgentConnection, AskAnswer } from "@polylog/core";
import { makesRule } from "@polylog/core";
import { Mailbox } from "../mailbox.ts";
import type { RunAccess } from "./session-modes.ts";

export interface ProgramModeOptions {
  /** The run that the program is at. */
  readonly runId: () => string | null;
  /** The program; null where none is up. */
  readonly connection: () => Promise<AgentConnection> | null;
  readonly connect: (access: RunAccess) => Promise<AgentConnection>;
  readonly endProgram: () => void;
  readonly access: (runId: string | null) => Promise<RunAccess>;
  /** The program may not ask again for what it was allowed in the session. */
  readonly remembersAnswers: boolean;
}

/** The mode that a program is in. It changes with the session's, and for runs that other agents start. */
export class ProgramMode {
  private readonly options: ProgramModeOptions;
  /** The mode it was last started in or told; null where it is not known to have taken it. */
  private current: string | null = null;
  private hasLastingAnswer = false;
  private readonly changes = new Mailbox();

  constructor(options: ProgramModeOptions) {
    this.options = options;
  }

  started({ mode, ownMode }: RunAccess): void {
    this.current = ownMode ?? mode;
    this.hasLastingAnswer = false;
  }

  answered(answer: AskAnswer): void {
    if (answer.kind === "permission" && answer.option !== null && makesRule(answer.option)) {
      this.hasLastingAnswer = true;
    }
    // Whether the program left its plan mode with the answer is its own affair: it is told again with the next run.
    if (answer.kind === "plan" && answer.mode !== undefined) this.current = null;
  }

  /**
   * The program in a run's mode. For a run of another agent it is started anew where it may have stopped asking, or does
   * not take the narrower mode.
   */
  ready(runId: string): Promise<AgentConnection> {
    const { connect, endProgram, remembersAnswers } = this.options;
    return this.changes.run(async () => {
      const access = await this.options.access(runId);
      if (access.isForAgent && remembersAnswers && this.hasLastingAnswer) endProgram();
      const connection = await connect(access);
      if (this.current === (access.ownMode ?? access.mode)) return connection;
      try {
        await this.sendMode(connection, access);
        return connection;
      } catch {
        if (!access.isForAgent) return connection;
        endProgram();
        return connect(access);
      }
    });
  }

  /** Tells the program the mode that holds now: that of the run it is at, or the session's. */
  apply(): Promise<void> {
    return this.changes.run(async () => {
      const connection = await this.options.connection();
      if (connection !== null) await this.sendMode(connection, await this.here());
    });
  }

  /** Asks the program for a mode of its own. A run of another agent is not given it. */
  setOwn(modeId: string): Promise<void> {
    return this.changes.run(async () => {
      const connection = await this.options.connection();
      if (connection === null || (await this.here()).isForAgent) return;
      await connection.setMode(modeId);
      this.current = modeId;
    });
  }

  private here(): Promise<RunAccess> {
    return this.options.access(this.options.runId());
  }

  private async sendMode(connection: AgentConnection, { mode, ownMode }: RunAccess): Promise<void> {
    this.current = null;
    await connection.setMode(ownMode ?? mode);
    this.current = ownMode ?? mode;
  }
}
