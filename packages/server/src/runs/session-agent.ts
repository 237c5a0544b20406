import { setTimeout as startTimer } from "node:timers";
import { setTimeout } from "node:timers/promises";
import type {
  Actor,
  AgentConnection,
  AgentSettings,
  AskAnswer,
  AskingRun,
  Backend,
  EventBody,
  Prompt,
} from "@polylog/core";
import { findRun, messageOf } from "@polylog/core";
import { limits } from "../limits.ts";
import type { Blobs } from "../log/blobs.ts";
import type { LiveSession } from "../log/live-session.ts";
import type { Log } from "../log/log.ts";
import { Mailbox } from "../mailbox.ts";
import type { RunAccess } from "../permissions/session-modes.ts";
import { PolylogError } from "../polylog-error.ts";
import type { HostWithoutTools } from "./backend-host.ts";
import { AgentChanges } from "./changes/agent-changes.ts";
import type { ProjectRuns } from "./changes/project-runs.ts";
import { EventPump, type EventPumpOptions } from "./event-pump.ts";
import { inBackground, type TellTrouble } from "./in-background.ts";
import { AgentProgram, type OpenTools } from "./program/agent-program.ts";
import type { ProgramSlots } from "./program/program-slots.ts";
import { RunLifecycle } from "./run-lifecycle.ts";
import type { Ending } from "./settle.ts";
import type { UndeliveredPrompts } from "./undelivered.ts";

/** The services that an agent in a session uses. */
export interface SessionAgentOptions extends Pick<EventPumpOptions, "onModeReported" | "onAsk"> {
  readonly session: LiveSession;
  readonly agentId: string;
  readonly backend: Backend;
  /** The settings at the start of the program. */
  readonly settings: () => Promise<AgentSettings>;
  /** The access of a run, or of the agent if no run is given. */
  readonly access: (runId: string | null) => Promise<RunAccess>;
  readonly host: HostWithoutTools;
  /** Polylog's tools for the program, while it is running. */
  readonly tools: (runId: () => string | null) => OpenTools;
  readonly resume: string | undefined;
  readonly log: Log;
  readonly blobs: Blobs;
  readonly projectRuns: ProjectRuns;
  readonly mailbox: Mailbox;
  readonly undelivered: UndeliveredPrompts;
  /** Called in the session's mailbox with the messages that a run did not read before it ended. */
  readonly queueUnread: (prompts: readonly Prompt[]) => Promise<void>;
  /** A run of this agent has ended; the next message may start. */
  readonly onIdle: (agent: SessionAgent) => void;
  /** The agent's events cannot be written and it is released; the next message gets a new one. */
  readonly onGone: (agent: SessionAgent) => void;
  readonly onNativeSession: (nativeSessionId: string) => void;
  readonly onTrouble: TellTrouble;
  readonly slots: ProgramSlots;
  /** How long its program may be idle; null for no limit. */
  readonly idleMs: () => number | null;
}

/**
 * One agent in one session: its program, its current run, and the messages sent to it. Decisions run in the session's
 * mailbox; the agent's events are written in order.
 */
export class SessionAgent {
  readonly agentId: string;
  readonly backend: Backend;
  readonly program: AgentProgram;
  readonly run: RunLifecycle;
  private readonly options: SessionAgentOptions;
  private readonly pump: EventPump;
  private readonly changes: AgentChanges;
  private readonly steering = new Mailbox();
  /** The current connection, or the last one if it has ended. */
  private lastConnection: AgentConnection | null = null;
  /** The agent has received its last prompt, or that run has ended. */
  private promptDelivered: Promise<void> = Promise.resolve();
  /** The agent has resumed the run of an earlier process, so its asks can be answered. */
  private continued: Promise<void> = Promise.resolve();

  constructor(options: SessionAgentOptions) {
    this.options = options;
    this.agentId = options.agentId;
    this.backend = options.backend;
    const { session, agentId, projectRuns: runs, backend } = options;
    this.changes = new AgentChanges({
      session,
      agentId,
      runs,
      asksFirst: backend.asksBeforeChanges === true,
    });
    this.run = new RunLifecycle({
      ...options,
      changes: this.changes,
      flush: () => this.pump.flush(),
      askToStop: (runId) =>
        void this.program.connection?.then((connection) => connection.cancel(runId)).catch(() => undefined),
      killProgram: () => void this.program.kill(),
      queueUnread: (runId) => options.queueUnread(this.lastConnection?.unread?.(runId) ?? []),
      onIdle: () => options.onIdle(this),
      onUnwritable: () => this.leave(),
    });
    this.program = new AgentProgram({
      ...options,
      tools: () => options.tools(() => this.run.runId),
      runId: () => this.run.runId,
      isBusy: () => this.run.isBusy,
      onUp: (connection) => {
        this.lastConnection = connection;
        void this.pump.pump(connection);
      },
    });
    this.pump = new EventPump({
      ...options,
      changes: this.changes,
      run: this.run,
      isCurrent: (connection) => this.program.open === connection,
      onHeard: (connection) => this.program.heard(connection),
      resetMode: () => void this.program.mode.apply().catch(() => undefined),
      onEnd: () => {
        // The program may still be running if the pump failed.
        this.program.end();
        this.run.programGone();
      },
      onUnwritable: (error) => this.giveUp(error),
    });
  }

  /** Whether its program accepts messages during a run. */
  get canSteer(): boolean {
    return this.backend.capabilities.steer && this.program.open?.canSteer !== false;
  }

  /** The run that accepts messages; null if the program cannot be steered or the run is being stopped. */
  get steerableRunId(): string | null {
    return this.canSteer && !this.run.isStopping ? this.run.runId : null;
  }

  /** Whether it accepts nothing more. */
  get isGone(): boolean {
    return this.pump.isMuted;
  }

  /**
   * Sends the agent a run that is already in the log, once the server is open. Resolves when the agent has received it, or
   * the run has ended.
   */
  begin(prompt: Prompt, opened: Promise<void>): Promise<void> {
    const { runId } = prompt;
    this.run.begin(runId);
    this.promptDelivered = this.give(runId, opened, "failed", {
      saved: () => this.changes.begin(runId),
      to: (connection) => connection.prompt(prompt),
    });
    return this.promptDelivered;
  }

  /** The same for a run that an earlier process started and that waits for a person. */
  continueRun(run: AskingRun, opened: Promise<void>): Promise<void> {
    const { runId } = run;
    this.run.begin(runId);
    this.promptDelivered = this.give(runId, opened, "interrupted", {
      saved: () => this.changes.continueRun(runId),
      to: async (connection) => connection.continueRun?.(run),
    });
    this.continued = this.promptDelivered;
    return this.promptDelivered;
  }

  private async give(
    runId: string,
    opened: Promise<void>,
    outcomeElse: "failed" | "interrupted",
    give: { saved: () => Promise<void>; to: (connection: AgentConnection) => Promise<void> },
  ): Promise<void> {
    // The run may have been cancelled while the program was starting.
    const isOver = () => this.run.runId !== runId || this.isGone;
    try {
      await opened;
      if (isOver()) return;
      const saved = give.saved();
      await this.program.endOutdated(runId);
      const connection = await this.program.mode.ready(runId);
      await saved;
      if (isOver()) return;
      await this.options.undelivered.delivering(runId);
      if (isOver()) return;
      this.run.given(runId);
      await give.to(connection);
    } catch (error) {
      if (isOver()) return;
      const message = messageOf(error);
      const code = error instanceof PolylogError ? error.code : "agent_unavailable";
      await this.run.fail(runId, { outcome: outcomeElse, error: { code, message } });
    }
  }

  /** Sends messages in order, after the prompt. Rejects if the run does not accept it, or is being stopped. */
  steer(prompt: Prompt, id: string): Promise<void> {
    return this.steering.run(async () => {
      const { undelivered, session, onTrouble } = this.options;
      const assertRunning = () => {
        if (this.run.runId !== prompt.runId || this.isGone) throw new Error("The run has ended.");
        if (this.run.isStopping) throw new Error("The run is being stopped.");
      };
      await this.promptDelivered;
      assertRunning();
      const connection = await this.program.connect();
      await undelivered.delivering(id);
      assertRunning();
      await connection.steer(prompt);
      inBackground(session, undelivered.delivered(id), onTrouble);
    });
  }

  /** Sends a message to a live subagent. If it is not accepted, it stays in the log with a warning. */
  steerSubagent(prompt: Prompt): void {
    const steered = this.steering.run(async () => {
      const { open } = this.program;
      if (open === null) throw new Error("Its program has exited.");
      await open.steer(prompt);
    });
    steered.catch((error: unknown) =>
      this.warn(prompt.runId, "The message was not delivered to the subagent.", error).catch(() => undefined),
    );
  }

  /** Resolves when every message was accepted or rejected. */
  async steered(): Promise<void> {
    await Promise.race([this.steering.run(async () => {}), setTimeout(limits.steerMs, null, { ref: false })]);
  }

  /** Rejects if a run, the agent's own or a subagent's, accepts no messages now. */
  assertTakesMessage(runId: string): void {
    const run = findRun(this.options.session.conversation, runId);
    if (run === undefined)
      throw new PolylogError("run_not_found", "This run does not exist in the session.", { runId });
    if (run.outcome !== null) {
      throw new PolylogError("run_over", "This run has ended. Send the message to the session instead.", {
        runId,
      });
    }
    const isOwn = this.run.runId === runId;
    if (isOwn ? this.canSteer : this.backend.capabilities.steerSubagent) return;
    const message = isOwn
      ? "This agent does not accept messages while it is working. Queue the message instead."
      : "This agent's subagents do not accept messages. Send it to the agent itself.";
    throw new PolylogError("not_supported", message, { runId });
  }

  /**
   * Stops a run that the program started on its own, such as a subagent's, without stopping its parent or siblings. False
   * if its program has exited. `end` ends the run in the log if the program does not.
   */
  stopSubagent(runId: string, why: Ending["error"], end: () => Promise<void>): boolean {
    const run = findRun(this.options.session.conversation, runId);
    const program = this.program.open;
    if (program === null || run === undefined || run.outcome !== null) return false;
    if (run.parentRunId !== null && !this.backend.capabilities.cancelSubagent) {
      const message =
        "This agent's program cannot stop one of its subagents. Cancel the run that started it.";
      throw new PolylogError("not_supported", message, { runId, parentRunId: run.parentRunId });
    }
    void program.cancel(runId).catch(() => undefined);
    // The program does not know the reason, so the end is written here, without waiting for the program.
    if (why !== undefined) void end().catch(() => undefined);
    else startTimer(() => void end().catch(() => undefined), limits.cancelMs).unref();
    return true;
  }

  /**
   * Sends a logged answer to the program. If the program rejects it while its run continues, the log gets a warning, because
   * the agent may still be waiting.
   */
  async answer(answer: AskAnswer, runId: string | null): Promise<void> {
    try {
      await this.continued;
      const { connection, mode } = this.program;
      if (connection === null) return;
      mode.answered(answer);
      await (await connection).answer(answer);
    } catch (error) {
      if (runId === null || !this.options.session.conversation.liveRuns.has(runId)) return;
      await this.warn(runId, "The answer was not delivered to the agent.", error);
    }
  }

  /** A program that starts later reads it from the log. */
  async setModel(modelId: string, by: Actor | undefined): Promise<void> {
    this.pump.expectModel(modelId, by);
    await (await this.program.connection)?.setModel(modelId);
  }

  /** Further events of the agent are not written. */
  mute(): void {
    this.pump.mute();
    this.run.mute();
  }

  /** Stops the program, waiting for a limited time. The caller ends a run that is still live. */
  async close(): Promise<void> {
    this.mute();
    this.run.close();
    await Promise.race([this.program.kill(), setTimeout(limits.closeMs, undefined, { ref: false })]);
  }

  /** The session was deleted or cannot be written to: the program is stopped, and the next message gets a new agent. */
  private leave(): void {
    if (this.isGone) return;
    this.mute();
    void this.program.kill();
    this.options.onGone(this);
  }

  /** The agent's events cannot be written. Its run is ended in the log, as far as possible. */
  private async giveUp(error: unknown): Promise<void> {
    const { runId } = this.run;
    if (runId === null) return this.run.isSettling ? undefined : this.leave();
    const reason = messageOf(error);
    const message = `The agent's output could not be written: ${reason}`;
    void this.program.kill();
    await this.run.fail(runId, { outcome: "failed", error: { code: "not_written", message } }, true);
  }

  private async warn(runId: string, what: string, error: unknown): Promise<void> {
    const { session, log, agentId } = this.options;
    const reason = messageOf(error);
    const body: EventBody = { type: "notice", level: "warning", text: `${what} ${reason}`, runId, agentId };
    await log.append(session, { bodies: [body], refusable: false });
  }
}
