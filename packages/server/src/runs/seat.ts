import { setTimeout as startTimer } from "node:timers";
import { setTimeout } from "node:timers/promises";
import type { AgentConnection, AskAnswer, Backend, EventBody, PermissionMode, Prompt } from "@polylog/core";
import { permissionModes } from "@polylog/core";
import { limits } from "../limits.ts";
import { isLarge } from "../log/bound-event.ts";
import { type Coalescer, coalescer, isShortDelta } from "../log/coalesce.ts";
import type { OpenTools } from "../own-tools/own-tools.ts";
import { boundOutput } from "./bound-output.ts";
import { GivenUp } from "./given-up.ts";
import { IdleWatch } from "./idle-watch.ts";
import { Mailbox } from "./mailbox.ts";
import type { SeatOptions } from "./seat-options.ts";
import type { SeatEffect, SeatInput, SeatState } from "./seat-state.ts";
import { idle, nextSeatState } from "./seat-state.ts";
import type { Ending } from "./settle.ts";
import { endingEvents, openBlocks, stopIn } from "./settle.ts";
import { isWelcome } from "./welcome.ts";

type RunEnded = Extract<EventBody, { type: "run_ended" }>;

/**
 * One agent in one session: its program, and the run it is at. Everything that decides runs in the session's
 * mailbox; what the agent says is written in the order it was said.
 */
export class Seat {
  readonly agentId: string;
  readonly backend: Backend;
  private readonly options: SeatOptions;
  private state: SeatState = idle;
  private connection: Promise<AgentConnection> | null = null;
  private tools: OpenTools | null = null;
  /** The same, once it is up. */
  private open: AgentConnection | null = null;
  private overdue: NodeJS.Timeout | null = null;
  private told: RunEnded | null = null;
  /** Why the run is stopped, where that was nobody's wish. */
  private why: Ending["error"] = undefined;
  /** The end of a run is being written. */
  private settling = false;
  private nativeSessionId: string | null = null;
  private closed = false;
  private deltas: Coalescer | null = null;
  /** What waits for the log stops waiting once nothing is written any more. */
  private readonly muted = new GivenUp();
  private readonly steering = new Mailbox();
  /** Runs of this seat that are over, or about to be. */
  private readonly over = new Set<string>();
  private readonly watch: IdleWatch;
  /** A program that rested is being ended: no other comes up beside it. */
  private stopping: Promise<void> | null = null;
  /** The mode it was set to since it took its seat; a program that comes back has it still. */
  private chosenMode: PermissionMode | undefined;

  constructor(options: SeatOptions) {
    const { idleMs } = options;
    this.watch = new IdleWatch({ idleMs, isResting: () => this.isResting(), stop: () => this.endProgram() });
    this.options = options;
    this.agentId = options.agentId;
    this.backend = options.backend;
  }

  get runId(): string | null {
    return this.state.name === "idle" ? null : this.state.runId;
  }

  get busy(): boolean {
    return this.state.name !== "idle" || this.settling;
  }

  /** It takes nothing any more. */
  get isGone(): boolean {
    return this.closed;
  }

  /** A program comes up, is there, or is being ended. */
  get hasProgram(): boolean {
    return this.connection !== null || this.stopping !== null;
  }

  /** The agent's program, where it is up. */
  get program(): AgentConnection | null {
    return this.connection === null ? null : this.open;
  }

  /** The agent's program, started if it is not running. */
  connect(): Promise<AgentConnection> {
    if (this.connection === null) {
      this.open = null;
      const starting = this.start();
      this.connection = starting;
      starting.then(
        (connection) => {
          if (this.connection !== starting) return;
          this.open = connection;
          this.watch.used();
          void this.pump(connection);
        },
        () => {
          if (this.connection === starting) this.connection = null;
        },
      );
    }
    return this.connection;
  }

  private async start(): Promise<AgentConnection> {
    const { session, agentId, host } = this.options;
    const { sessionId, projectRoot } = session;
    await this.stopping;
    const given = await this.options.settings();
    const { chosenMode: permissionMode } = this;
    const settings = { ...given, ...(permissionMode === undefined ? {} : { permissionMode }) };
    // A program that died in between goes on with the session that it had.
    const resume = this.nativeSessionId ?? this.options.resume;
    this.tools?.close();
    const open = this.options.tools(this);
    this.tools = open;
    const lent = { ...host, tools: open.tools };
    return this.backend.start({ sessionId, agentId, projectRoot, settings, resume, host: lent });
  }

  /** Gives the agent a run that is in the log already. Resolves when the agent has it, or the run is over. */
  async begin(prompt: Prompt): Promise<void> {
    const { runId } = prompt;
    this.step({ name: "prompt", runId });
    try {
      const connection = await this.connect();
      // It may have been cancelled while the program came up.
      if (this.runId !== runId) return;
      this.step({ name: "given", runId });
      await connection.prompt(prompt);
    } catch (error) {
      if (this.runId !== runId) return;
      const message = error instanceof Error ? error.message : String(error);
      this.state = idle;
      await this.finish(runId, { outcome: "failed", error: { code: "agent_unavailable", message } });
    }
  }

  /** Messages are given in the order they came. Rejects where the run does not take it. */
  steer(prompt: Prompt): Promise<void> {
    return this.steering.run(async () => {
      if (this.runId !== prompt.runId) throw new Error("The run is over.");
      await (await this.connect()).steer(prompt);
    });
  }

  /** The same for a subagent of its program. */
  steerBelow(prompt: Prompt): Promise<void> {
    return this.steering.run(async () => {
      if (this.program === null) throw new Error("Its program is gone.");
      await this.program.steer(prompt);
    });
  }

  /** Resolves when every message was given, or refused. */
  async steered(): Promise<void> {
    await Promise.race([this.steering.run(async () => {}), setTimeout(limits.steerMs, null, { ref: false })]);
  }

  async answer(answer: AskAnswer): Promise<void> {
    if (this.connection !== null) await (await this.connection).answer(answer);
  }

  async setMode(modeId: string): Promise<void> {
    this.choose(modeId);
    if (this.connection !== null) await (await this.connection).setMode(modeId);
  }

  /** A mode of the agent's own is found in the log by its backend; which of ours was chosen stays chosen. */
  private choose(modeId: string): void {
    this.chosenMode = permissionModes.find((known) => known === modeId) ?? this.chosenMode;
  }

  /** A program that comes back has it from the log. */
  async setModel(modelId: string): Promise<void> {
    if (this.connection !== null) await (await this.connection).setModel(modelId);
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
    this.muted.giveUp();
  }

  /**
   * Ends the program, and waits for that only so long. A run that is still at work is ended by whoever closes the
   * seat.
   */
  async close(): Promise<void> {
    this.mute();
    this.watch.end();
    if (this.overdue !== null) clearTimeout(this.overdue);
    const { connection } = this;
    this.connection = null;
    this.tools?.close();
    const closed = connection?.then((open) => open.close()).catch(() => undefined);
    await Promise.race([closed, setTimeout(limits.closeMs, undefined, { ref: false })]);
  }

  private step(input: SeatInput): void {
    const runId = this.runId;
    const { state, effects } = nextSeatState(this.state, input);
    this.state = state;
    for (const effect of effects) this.perform(effect, runId as string);
  }

  private perform(effect: SeatEffect, runId: string): void {
    const { told } = this;
    switch (effect) {
      case "ask_to_stop":
        this.overdue = startTimer(() => this.step({ name: "overdue", runId }), limits.cancelMs);
        void this.connection?.then((connection) => connection.cancel(runId)).catch(() => undefined);
        return;
      case "kill":
        this.disconnect();
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

  /** Nothing runs or waits in it, neither in the log nor in the program. */
  private isResting(): boolean {
    const { liveRuns, runs, pendingAsks } = this.options.session.conversation;
    const isAtWork = [...liveRuns].some(([, index]) => runs.get(index)?.agentId === this.agentId);
    return !this.busy && !isAtWork && pendingAsks.size === 0 && this.open?.hasBackgroundWork !== true;
  }

  /** Ends a program that rested for long enough, or that is not listened to any more; the next message brings one back. */
  private endProgram(): void {
    const { connection } = this;
    if (connection === null) return;
    this.connection = null;
    this.open = null;
    this.watch.end();
    this.tools?.close();
    const stopped = connection.then((open) => open.close()).catch(() => undefined);
    this.stopping = stopped;
    void stopped.then(() => {
      if (this.stopping === stopped) this.stopping = null;
    });
  }

  private disconnect(): void {
    const { connection } = this;
    this.connection = null;
    this.watch.end();
    this.tools?.close();
    void connection?.then((open) => open.close()).catch(() => undefined);
  }

  private async finish(runId: string, ending: Ending, leaves = false): Promise<void> {
    const { session, log, mailbox } = this.options;
    // What was said before the end is written before it; what is said after it is not.
    this.deltas?.flush();
    this.over.add(runId);
    if (this.overdue !== null) clearTimeout(this.overdue);
    this.overdue = null;
    this.told = null;
    this.why = undefined;
    this.settling = true;
    const isSettled = await mailbox
      .run(async () => {
        const bodies = endingEvents(session.conversation, runId, ending);
        if (bodies.length > 0) await log.append(session, { bodies, refusable: false });
      })
      .then(
        () => true,
        () => false,
      );
    this.settling = false;
    if (!isSettled || leaves) this.leave();
    else if (!this.closed) this.options.onIdle(this);
  }

  /** The session is gone or cannot be written to: the program ends, and the place is free. */
  private leave(): void {
    if (this.closed) return;
    this.mute();
    this.watch.end();
    this.disconnect();
    this.options.onGone(this);
  }

  /** What the agent says cannot be written. Its run is ended in the log, as far as that can be. */
  private async giveUp(error: unknown): Promise<void> {
    const { runId } = this;
    if (runId === null) return this.settling ? undefined : this.leave();
    const reason = error instanceof Error ? error.message : String(error);
    const message = `What the agent said could not be written: ${reason}`;
    this.state = idle;
    this.disconnect();
    await this.finish(runId, { outcome: "failed", error: { code: "not_written", message } }, true);
  }

  private async pump(connection: AgentConnection): Promise<void> {
    const own = this.connection;
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
      for await (const body of connection.events) {
        if (this.connection !== own || this.closed) break;
        this.noteNativeSession(connection);
        this.watch.used();
        if (body.type === "mode_change") this.choose(body.permissionMode ?? body.modeId);
        if (body.type === "run_ended" && body.runId === this.runId) {
          deltas.flush();
          await written;
          this.told = isLarge(body) ? ((await this.bounded(body))[0] as RunEnded) : body;
          this.step({ name: "ended", runId: body.runId });
          continue;
        }
        const bounded = isLarge(body) ? await this.bounded(body) : [body];
        if (this.closed || !this.isWelcome(body)) continue;
        const stopped = stopIn(body);
        if (stopped !== null) {
          deltas.flush();
          if (written !== null) await this.muted.or(written);
          const { conversation } = this.options.session;
          for (const end of openBlocks(conversation, stopped.runId, stopped.outcome)) deltas.push(end);
        }
        for (const piece of bounded) deltas.push(this.said(piece));
        // Waiting here is what slows an agent down that talks faster than the disk writes. Behind a short delta there may
        // be the end of its block, in the same breath: they are written together.
        const goesOn = isShortDelta(body) && unwritten < limits.unwrittenDeltas;
        if (written !== null && !goesOn) await this.muted.or(written);
        if (isAsk(body)) this.options.onAsk(this, body);
      }
    } catch (error) {
      const line = error instanceof Error ? error.message : String(error);
      deltas.push({ type: "backend_raw", line, agentId: this.agentId });
    }
    deltas.flush();
    if (written !== null) await this.muted.or(written);
    // A program that was given up has no say in what runs in its place; whoever closes the seat ends its run.
    if (this.connection !== own || this.closed) return;
    // It may be at work still: then it was us who could not go on.
    this.endProgram();
    this.step({ name: "gone" });
  }

  /** What the log holds of it. */
  private async bounded(body: EventBody): Promise<readonly EventBody[]> {
    const { session, blobs } = this.options;
    return (await this.muted.or(boundOutput(blobs, session.sessionId, body))) ?? [body];
  }

  /** A program that is told to stop takes it for a person's wish. */
  private said(body: EventBody): EventBody {
    if (this.why === undefined) return body;
    const { message: reason } = this.why;
    return body.type === "interrupt" || body.type === "output_cancelled" ? { ...body, reason } : body;
  }

  private noteNativeSession({ nativeSessionId }: AgentConnection): void {
    if (nativeSessionId === null || nativeSessionId === this.nativeSessionId) return;
    this.nativeSessionId = nativeSessionId;
    this.options.onNativeSession(this, nativeSessionId);
  }

  /** Never rejects: where the session can no longer be written to, its agent is let go. */
  private async write(bodies: readonly EventBody[]): Promise<void> {
    const { session, log } = this.options;
    const welcome = bodies.filter((body) => this.isWelcome(body));
    if (welcome.length === 0 || this.closed) return;
    try {
      await log.append(session, { bodies: welcome, refusable: false });
    } catch (error) {
      await this.giveUp(error);
    }
  }

  private isWelcome(body: EventBody): boolean {
    return isWelcome(this.options.session.conversation, this.over, body);
  }
}

function isAsk(body: EventBody): boolean {
  return body.type === "permission_request" || body.type === "ask_user" || body.type === "plan_update";
}
