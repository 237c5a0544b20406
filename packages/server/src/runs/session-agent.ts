import { setTimeout as startTimer } from "node:timers";
import { setTimeout } from "node:timers/promises";
import type { Actor, AgentConnection, AskAnswer, AskingRun, Backend, EventBody, Prompt } from "@polylog/core";
import { PolylogError } from "../errors.ts";
import { limits } from "../limits.ts";
import { isLarge } from "../log/bound-event.ts";
import { type Coalescer, coalescer, isShortDelta } from "../log/coalesce.ts";
import type { Entry } from "../log/log.ts";
import { Mailbox } from "../mailbox.ts";
import { isModeEvent, type ModeChange } from "../permissions/session-modes.ts";
import { acceptsEvent, isAsk, withReason } from "./accepts-event.ts";
import { boundOutput } from "./bound-output.ts";
import { CancellableWait } from "./cancellable-wait.ts";
import { AgentChanges } from "./changes/agent-changes.ts";
import { lacksPlaces, withPlaces } from "./diff-places.ts";
import { inBackground } from "./in-background.ts";
import { AgentProgram } from "./program/agent-program.ts";
import type { RunEffect, RunInput, RunState } from "./run-state.ts";
import { idle, nextRunState } from "./run-state.ts";
import { SaidByAgent } from "./said-by-agent.ts";
import type { SessionAgentOptions } from "./session-agent-options.ts";
import type { Ending } from "./settle.ts";
import { endingEvents, openBlocks, stopIn } from "./settle.ts";

type RunEnded = Extract<EventBody, { type: "run_ended" }>;

/**
 * One agent in one session: its program, and the run it is at. Everything that decides runs in the session's
 * mailbox; what the agent says is written in the order it was said.
 */
export class SessionAgent {
  readonly agentId: string;
  readonly backend: Backend;
  readonly program: AgentProgram;
  private readonly options: SessionAgentOptions;
  private state: RunState = idle;
  private overdue: NodeJS.Timeout | null = null;
  private told: RunEnded | null = null;
  /** Why the run is stopped, where that was nobody's wish. */
  private why: Ending["error"] = undefined;
  /** The end of a run is being written. */
  private settling = false;
  private closed = false;
  private deltas: Coalescer | null = null;
  /** What waits for the log stops waiting once nothing is written any more. */
  private readonly muted = new CancellableWait();
  private readonly steering = new Mailbox();
  /** The agent has its last prompt, or that run is over. */
  private given: Promise<void> = Promise.resolve();
  /** The agent has the run that an earlier process began: its asks can be answered. */
  private continued: Promise<void> = Promise.resolve();
  /** Its run is over, or it takes nothing any more. */
  private freed = Promise.withResolvers<void>();
  /** Runs of this agent that are over, or about to be. */
  private readonly over = new Set<string>();
  private readonly said = new SaidByAgent();
  private readonly changes: AgentChanges;

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
    this.program = new AgentProgram({
      ...options,
      tools: () => options.tools(this),
      runId: () => this.runId,
      isBusy: () => this.busy,
      onUp: (connection) => void this.pump(connection),
      onNativeSession: (nativeSessionId) => options.onNativeSession(this, nativeSessionId),
    });
  }

  get runId(): string | null {
    return this.state.name === "idle" ? null : this.state.runId;
  }

  /** The run that takes messages: none where the program cannot be steered, or once the run is being stopped. */
  get steerableRunId(): string | null {
    return this.backend.capabilities.steer && this.state.name !== "cancelling" ? this.runId : null;
  }

  get busy(): boolean {
    return this.state.name !== "idle" || this.settling;
  }

  /** Its run is stopped or over, and the end of it is not written yet. */
  get isEnding(): boolean {
    return this.settling || this.isStopping;
  }

  async whenFree(): Promise<void> {
    if (this.busy) await this.freed.promise;
  }

  get isStopping(): boolean {
    return this.state.name === "cancelling";
  }

  /** It takes nothing any more. */
  get isGone(): boolean {
    return this.closed;
  }

  /**
   * Gives the agent a run that is in the log already, once the server is open. Resolves when the agent has it, or the run
   * is over.
   */
  begin(prompt: Prompt, opened: Promise<void>): Promise<void> {
    const { runId } = prompt;
    this.step({ name: "prompt", runId });
    this.given = this.give(runId, opened, "failed", {
      saved: () => this.changes.begin(runId),
      to: (connection) => connection.prompt(prompt),
    });
    return this.given;
  }

  /** The same for a run that an earlier process began and that waits for a person. */
  continueRun(run: AskingRun, opened: Promise<void>): Promise<void> {
    const { runId } = run;
    this.step({ name: "prompt", runId });
    this.given = this.give(runId, opened, "interrupted", {
      saved: () => this.changes.continueRun(runId),
      to: async (connection) => connection.continueRun?.(run),
    });
    this.continued = this.given;
    return this.given;
  }

  private async give(
    runId: string,
    opened: Promise<void>,
    outcomeElse: "failed" | "interrupted",
    give: { saved: () => Promise<void>; to: (connection: AgentConnection) => Promise<void> },
  ): Promise<void> {
    // It may have been cancelled while the program came up.
    const isOver = () => this.runId !== runId || this.closed;
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
      this.step({ name: "given", runId });
      await give.to(connection);
    } catch (error) {
      if (isOver()) return;
      const message = error instanceof Error ? error.message : String(error);
      const code = error instanceof PolylogError ? error.code : "agent_unavailable";
      this.state = idle;
      await this.finish(runId, { outcome: outcomeElse, error: { code, message } });
    }
  }

  /** Messages are given in the order they came, after the prompt. Rejects where the run does not take it. */
  steer(prompt: Prompt, id: string): Promise<void> {
    return this.steering.run(async () => {
      const { undelivered, session, onTrouble } = this.options;
      const assertTakes = () => {
        if (this.runId !== prompt.runId || this.closed) throw new Error("The run is over.");
      };
      await this.given;
      assertTakes();
      const connection = await this.program.connect();
      await undelivered.delivering(id);
      assertTakes();
      await connection.steer(prompt);
      inBackground(session, undelivered.delivered(id), onTrouble);
    });
  }

  /** The same for a subagent of its program. */
  steerBelow(prompt: Prompt): Promise<void> {
    return this.steering.run(async () => {
      const { open } = this.program;
      if (open === null) throw new Error("Its program is gone.");
      await open.steer(prompt);
    });
  }

  /** Resolves when every message was given, or refused. */
  async steered(): Promise<void> {
    await Promise.race([this.steering.run(async () => {}), setTimeout(limits.steerMs, null, { ref: false })]);
  }

  async answer(answer: AskAnswer): Promise<void> {
    await this.continued;
    const { connection, mode } = this.program;
    if (connection === null) return;
    mode.answered(answer);
    await (await connection).answer(answer);
  }

  /** A program that comes back has it from the log. */
  async setModel(modelId: string, by: Actor | undefined): Promise<void> {
    this.said.askModel(modelId, by);
    await (await this.program.connection)?.setModel(modelId);
  }

  /** Asks for the end of a run; resolves at once. Asking again changes nothing. */
  cancel(runId: string, why: Ending["error"] = undefined): void {
    if (runId === this.runId) this.why ??= why;
    this.step({ name: "cancel", runId });
  }

  /** What the agent says from now on is not written any more. */
  mute(): void {
    this.deltas?.flush();
    this.closed = true;
    this.muted.cancel();
    this.freed.resolve();
  }

  /**
   * Ends the program, and waits for that only so long. A run that is still at work is ended by whoever closes the
   * agent.
   */
  async close(): Promise<void> {
    this.mute();
    if (this.overdue !== null) clearTimeout(this.overdue);
    await Promise.race([this.program.kill(), setTimeout(limits.closeMs, undefined, { ref: false })]);
  }

  private step(input: RunInput): void {
    const runId = this.runId;
    const { state, effects } = nextRunState(this.state, input);
    this.state = state;
    for (const effect of effects) this.perform(effect, runId as string);
  }

  private perform(effect: RunEffect, runId: string): void {
    const { told } = this;
    switch (effect) {
      case "ask_to_stop":
        this.overdue = startTimer(() => this.step({ name: "overdue", runId }), limits.cancelMs);
        void this.program.connection?.then((connection) => connection.cancel(runId)).catch(() => undefined);
        return;
      case "kill":
        void this.program.kill();
        return;
      case "settle_as_told":
        void this.finish(runId, told === null ? { outcome: "completed" } : { outcome: told.outcome, told });
        return;
      case "settle_cancelled":
        void this.finish(runId, {
          outcome: "cancelled",
          error: this.why,
          ...(told === null ? {} : { told }),
        });
        return;
      case "settle_failed":
        void this.finish(runId, {
          outcome: "failed",
          error: { code: "backend_exited", message: "The agent's program ended in the middle of the run." },
        });
    }
  }

  private async finish(runId: string, ending: Ending, leaves = false): Promise<void> {
    const { session, log, mailbox, undelivered } = this.options;
    // What was said before the end is written before it; what is said after it is not.
    this.deltas?.flush();
    this.over.add(runId);
    if (this.overdue !== null) clearTimeout(this.overdue);
    this.overdue = null;
    this.told = null;
    this.why = undefined;
    this.settling = true;
    const report = await this.changes.end(runId, ending.outcome === "cancelled");
    const isSettled = await mailbox
      .run(async () => {
        const ends = endingEvents(session.conversation, runId, ending);
        const bodies = [...ends.slice(0, -1), ...report.bodies, ...ends.slice(-1)];
        const documents = [...undelivered.removed(runId), ...report.documents];
        if (bodies.length > 0) await log.append(session, { bodies, documents, refusable: false });
      })
      .then(
        () => true,
        () => false,
      );
    this.settling = false;
    this.freed.resolve();
    if (!this.closed) this.freed = Promise.withResolvers();
    void report.late
      ?.then((entry) => log.append(session, { ...entry, refusable: false }))
      .catch(() => undefined);
    if (!isSettled || leaves) this.leave();
    else if (!this.closed) this.options.onIdle(this);
  }

  /** The session is gone or cannot be written to: the program ends, and the place is free. */
  private leave(): void {
    if (this.closed) return;
    this.mute();
    void this.program.kill();
    this.options.onGone(this);
  }

  /** What the agent says cannot be written. Its run is ended in the log, as far as that can be. */
  private async giveUp(error: unknown): Promise<void> {
    const { runId } = this;
    if (runId === null) return this.settling ? undefined : this.leave();
    const reason = error instanceof Error ? error.message : String(error);
    const message = `What the agent said could not be written: ${reason}`;
    this.state = idle;
    void this.program.kill();
    await this.finish(runId, { outcome: "failed", error: { code: "not_written", message } }, true);
  }

  private async pump(connection: AgentConnection): Promise<void> {
    const isGivenUp = () => this.program.open !== connection || this.closed;
    let written: Promise<unknown> | null = null;
    let unwritten = 0;
    const deltas = coalescer((bodies) => {
      unwritten += bodies.length;
      const writing = this.write(bodies).then(() => {
        unwritten -= bodies.length;
        if (written === writing) written = null;
      });
      written = writing;
    });
    this.deltas = deltas;
    try {
      for await (const said of connection.events) {
        if (isGivenUp()) break;
        const told = this.said.of(said);
        if (told === null) continue;
        const body = lacksPlaces(told) ? await withPlaces(told, this.options.session.projectRoot) : told;
        this.program.heard(connection);
        if (body.type === "run_ended" && body.runId === this.runId) {
          deltas.flush();
          await written;
          this.told = isLarge(body) ? ((await this.bounded(body))[0] as RunEnded) : body;
          this.step({ name: "ended", runId: body.runId });
          continue;
        }
        const bounded = isLarge(body) ? await this.bounded(body) : [body];
        if (this.closed || !this.acceptsEvent(body)) continue;
        const before = isShortDelta(body) ? [] : await this.changes.heard(body);
        if (before === null) continue;
        for (const piece of before) deltas.push(piece);
        if (isModeEvent(body)) {
          deltas.flush();
          if (written !== null) await this.muted.orCancelled(written);
          for (const piece of bounded) await this.hearMode(piece);
          continue;
        }
        const stopped = stopIn(body);
        if (stopped !== null) {
          deltas.flush();
          if (written !== null) await this.muted.orCancelled(written);
          const { conversation } = this.options.session;
          for (const end of openBlocks(conversation, stopped.runId, stopped.outcome)) deltas.push(end);
        }
        for (const piece of bounded) deltas.push(withReason(piece, this.why?.message));
        // Waiting here is what slows an agent down that talks faster than the disk writes. Behind a short delta there may
        // be the end of its block, in the same breath: they are written together.
        const goesOn = isShortDelta(body) && unwritten < limits.unwrittenDeltas;
        if (written !== null && !goesOn) await this.muted.orCancelled(written);
        if (isAsk(body)) this.options.onAsk(this, body);
      }
    } catch (error) {
      const line = error instanceof Error ? error.message : String(error);
      deltas.push({ type: "backend_raw", line, agentId: this.agentId });
    }
    deltas.flush();
    if (written !== null) await this.muted.orCancelled(written);
    // A program that was given up has no say in what runs in its place; whoever closes the agent ends its run.
    if (isGivenUp()) return;
    // It may be at work still: then it was us who could not go on.
    this.program.end();
    this.step({ name: "gone" });
  }

  /** An agent that takes more than it has is set back. */
  private async hearMode(body: EventBody): Promise<void> {
    if (!isModeEvent(body)) return this.write([body]);
    const write = ({ bodies, documents }: ModeChange) => this.write(bodies, documents);
    const isRefused = await this.muted.orCancelled(this.options.heardMode(this.runId, body, write));
    if (isRefused === true) void this.program.mode.apply().catch(() => undefined);
  }

  /** What the log holds of it. */
  private async bounded(body: EventBody): Promise<readonly EventBody[]> {
    const { session, blobs } = this.options;
    return (await this.muted.orCancelled(boundOutput(blobs, session.sessionId, body))) ?? [body];
  }

  /** Never rejects: where the session can no longer be written to, its agent is let go. */
  private async write(bodies: readonly EventBody[], documents?: Entry["documents"]): Promise<void> {
    const { session, log } = this.options;
    const welcome = bodies.filter((body) => this.acceptsEvent(body));
    if (welcome.length === 0 || this.closed) return;
    try {
      await log.append(session, { bodies: welcome, documents, refusable: false });
    } catch (error) {
      await this.giveUp(error);
    }
  }

  private acceptsEvent(body: EventBody): boolean {
    return acceptsEvent(this.options.session.conversation, this.over, body);
  }
}
