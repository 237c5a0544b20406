import { type AgentConnection, type AskAnswer, makesRule } from "@polylog/core";
import { Mailbox } from "../mailbox.ts";
import type { RunAccess } from "./session-modes.ts";

export interface ProgramModeOptions {
  /** The program's current run. */
  readonly runId: () => string | null;
  /** The program's connection; null if it is not running. */
  readonly connection: () => Promise<AgentConnection> | null;
  readonly connect: (access: RunAccess) => Promise<AgentConnection>;
  readonly endProgram: () => void;
  readonly access: (runId: string | null) => Promise<RunAccess>;
  /** The program may not ask again for calls that were allowed for the session. */
  readonly remembersAnswers: boolean;
}

/** A program's permission mode. It changes with the session's mode, and for runs started by other agents. */
export class ProgramMode {
  private readonly options: ProgramModeOptions;
  /** The mode it was last started in or set to; null if it may not have applied it. */
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
    // The program may or may not leave plan mode after the answer, so the mode is sent again with the next run.
    if (answer.kind === "plan" && answer.mode !== undefined) this.current = null;
  }

  /**
   * The program in the mode of a run. For another agent's run, it is restarted if it may no longer ask for permission or
   * does not apply the narrower mode.
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

  /** Sends the current mode to the program: its run's mode, or the session's. */
  apply(): Promise<void> {
    return this.changes.run(async () => {
      const connection = await this.options.connection();
      if (connection !== null) await this.sendMode(connection, await this.here());
    });
  }

  /** Requests an agent-specific mode from the program, except during another agent's run. */
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
