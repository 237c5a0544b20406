import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { RequestError } from "@agentclientprotocol/sdk";
import type { AgentConnection, AskAnswer, EventBody, Prompt } from "@polylog/core";
import { backendExited, connectionClosed } from "../../connection/backend-exited.ts";
import { rawEvent } from "../../connection/native-line.ts";
import { type Native, recordOf } from "../../connection/native-value.ts";
import { RunTracker } from "../../connection/run-tracker.ts";
import type { AgentProcess, ProcessExit } from "../../process/agent-process.ts";
import { limits as processLimits } from "../../process/limits.ts";
import type { Line } from "../../process/split-lines.ts";
import { limits } from "../limits.ts";
import type { AcpOptions } from "../options.ts";
import { answerTo } from "../services/asks.ts";
import { askMethods, ClientServices } from "../services/client-requests.ts";
import { PendingAsks } from "../services/pending-asks.ts";
import { isIgnored, updateIn } from "../translate/notifications.ts";
import { endRun } from "../translate/run-end.ts";
import { readSettings } from "../translate/session-settings.ts";
import type { AcpState, AcpTranslation, StateOptions } from "../translate/state.ts";
import { newState, withCancel, withHandshake, withRun, withStatus } from "../translate/state.ts";
import { TerminalOutput } from "../translate/terminal-output.ts";
import { endStreams } from "../translate/text-stream.ts";
import { translateUpdate } from "../translate/translate-update.ts";
import { endsUnprompted, endUnprompted } from "../translate/unprompted-runs.ts";
import { turnUsage, type UsageRecord, usageSince } from "../translate/usage.ts";
import { SettingsChanger, type SettingsOwner } from "./change-settings.ts";
import { LeftoverProcesses } from "./leftover-processes.ts";
import { AcpProgram, GONE, type Listener, type Reply } from "./program.ts";
import { type Message, Turns, type TurnTaker } from "./turns.ts";

export interface SessionOptions extends StateOptions {
  /** The agent's display name. */
  readonly name: string;
  readonly command: string;
  readonly projectRoot: string;
  readonly options: AcpOptions;
}

/** One session with an ACP agent: its process, its current run and its open asks. */
export class AcpSession implements AgentConnection, Listener, TurnTaker, SettingsOwner {
  readonly program: AcpProgram;
  /** Resolves with the exit when the program has ended. */
  readonly ended: Promise<ProcessExit>;
  /** The agent's response to `initialize`. */
  agent: Native = {};
  state: AcpState;
  private readonly options: SessionOptions;
  private readonly tracker: RunTracker;
  private readonly services: ClientServices;
  private readonly leftoverProcesses: LeftoverProcesses;
  private readonly asks = new PendingAsks();
  private readonly turns: Turns;
  private readonly changer: SettingsChanger;
  private readonly terminals = new TerminalOutput();
  private used: UsageRecord[] = [];
  /** The last total of an agent that reports cumulative usage. */
  private usedSoFar: UsageRecord | null = null;
  private isClosing = false;
  /** The end of the run in which the program exits, too. */
  private last: AcpTranslation | null = null;
  private replayLines = 0;
  private quiet: NodeJS.Timeout | undefined;

  constructor(process: AgentProcess, options: SessionOptions) {
    this.options = options;
    this.tracker = new RunTracker(options.agentId);
    this.state = newState(options);
    this.services = new ClientServices(options.projectRoot, options.options, (terminalId, text) =>
      this.apply(this.terminals.printed(this.state, terminalId, text)),
    );
    this.leftoverProcesses = new LeftoverProcesses(process);
    this.program = new AcpProgram(process, this);
    this.turns = new Turns(this.program, this);
    this.changer = new SettingsChanger(options.name, this);
    this.ended = this.read();
  }

  get nativeSessionId(): string | null {
    return this.state.sessionId;
  }

  get events(): AsyncIterable<EventBody> {
    return this.tracker.events;
  }

  get settings() {
    return this.state.settings;
  }

  get permissionMode() {
    return this.state.mode;
  }

  /** The agent has opened a session. */
  opened(sessionId: string, answer: Native): void {
    this.state = {
      ...this.state,
      sessionId,
      replay: null,
      settings: readSettings(this.state.settings, answer),
    };
  }

  introduced(agent: Native): void {
    this.agent = agent;
    this.state = withHandshake(this.state, agent);
  }

  /** From now on the agent replays its history; `replayed` returns the person's messages in it. */
  beginReplay(sessionId: string): void {
    this.state = { ...this.state, sessionId, replay: "" };
  }

  /**
   * The person's messages in the replay, once it is over. Some agents continue or even start it after their response,
   * so an incomplete replay gets more time.
   */
  async replayed(isComplete: (said: string) => boolean): Promise<string> {
    const begun = performance.now();
    for (let [lines, since] = [-1, begun]; ; await sleep(limits.replayQuietMs)) {
      const now = performance.now();
      if (lines !== this.replayLines) [lines, since] = [this.replayLines, now];
      const said = this.state.replay ?? "";
      const quietMs = isComplete(said) ? limits.replayQuietMs : limits.replayMissingMs;
      if (now - since >= quietMs || now - begun >= limits.replayMs) return said;
    }
  }

  emit(event: EventBody): Promise<void> {
    return this.tracker.emit(event);
  }

  async prompt(prompt: Prompt): Promise<void> {
    if (this.tracker.hasEnded)
      throw new Error(`${this.options.name} has exited. Send the message again to restart it.`);
    void this.apply(endUnprompted(this.state, "completed"));
    if (this.state.run !== null)
      throw new Error(
        `${this.options.name} is busy with another run. Wait until it has finished, then retry.`,
      );
    this.tracker.begin(prompt.runId);
    this.turns.clear();
    this.used = [];
    this.leftoverProcesses.begin();
    void this.apply(withStatus({ state: withRun(this.state, prompt.runId), events: [] }, "thinking"));
    if (prompt.images.length > 0 && !this.turns.takesImages) {
      const text = `${this.options.name} does not accept images. It received only the text.`;
      void this.emit({
        type: "notice",
        level: "warning",
        text,
        code: "images_left_out",
        agentId: this.state.agentId,
      });
    }
    void this.work(prompt.runId, prompt);
  }

  get traits() {
    return this.state.traits;
  }

  get canSteer(): boolean {
    return this.turns.canSteer;
  }

  async steer(prompt: Prompt): Promise<void> {
    if (!this.canSteer) throw new Error(`${this.options.name} does not accept messages during a run.`);
    if (!this.tracker.isLive(prompt.runId) || this.state.run?.isCancelling === true)
      throw new Error("The run has ended. Send the message as a new prompt.");
    // An unprompted turn has no follow-up turn, so the message must start one.
    const isPrompted = this.state.run?.isUnprompted === false;
    await this.turns.steer(prompt, () => isPrompted && this.tracker.isLive(prompt.runId));
  }

  unread(runId: string): readonly Prompt[] {
    return this.turns.unread(runId);
  }

  async answer(answer: AskAnswer): Promise<void> {
    const { ask, answer: settle } = this.asks.take(answer);
    const { result, note, ...translation } = answerTo(this.state, ask, answer);
    const mode = answer.kind === "plan" ? answer.mode : undefined;
    void this.apply(translation);
    if (mode !== undefined) this.state = { ...this.state, mode, usualMode: mode };
    settle(result);
    // A changed plan is rejected at the agent, and the new plan is its next message: only Polylog knows that it is
    // approved. An agent that rejects the mode still gets the plan, and the mode applies in Polylog either way.
    if (mode !== undefined && note !== null) await this.changer.setMode(mode).catch(() => undefined);
    if (note !== null) await this.turns.note(note);
  }

  async cancel(runId: string): Promise<void> {
    if (!this.tracker.isLive(runId)) return;
    this.tracker.cancel(runId);
    this.state = withCancel(this.state);
    this.turns.drop();
    this.asks.dismissAll();
    void sleep(limits.cancelMs, undefined, { ref: false }).then(() => {
      if (this.tracker.isLive(runId)) void this.program.process.stop();
    });
    await this.program.notify("session/cancel", { sessionId: this.state.sessionId });
    if (this.state.run?.isUnprompted !== true) return;
    await this.leftoverProcesses.end();
    await this.apply(endUnprompted(this.state, "cancelled"));
  }

  setMode(modeId: string): Promise<void> {
    return this.changer.setMode(modeId);
  }

  setModel(modelId: string): Promise<void> {
    return this.changer.setModel(modelId);
  }

  setOption(configId: string, value: string | boolean): Promise<void> {
    return this.changer.setOption(configId, value);
  }

  async close(): Promise<void> {
    this.isClosing = true;
    const { process } = this.program;
    if (this.state.traits.savesAtEndOfInput) {
      process.endInput();
      await Promise.race([process.exit, sleep(processLimits.graceMs, undefined, { ref: false })]);
    }
    await Promise.all([process.stop(), this.services.terminals.close()]);
    // The agent's last output still counts, unless it no longer arrives in time.
    await Promise.race([this.ended, sleep(processLimits.drainMs, undefined, { ref: false })]);
    this.over(connectionClosed);
    this.program.end();
  }

  async notified(method: string, params: Native, line: Line): Promise<void> {
    if (this.state.replay !== null) this.replayLines++;
    const update = updateIn(method, params);
    const translation = update === null ? null : translateUpdate(this.state, { ...params, update });
    if (translation === null) return isIgnored(method) ? undefined : this.garbled(line);
    this.turns.updated(update?.sessionUpdate);
    await this.apply(translation);
    this.turns.lookIdle();
    await this.watchUnprompted(recordOf(update));
    await this.apply(this.terminals.updated(this.state, recordOf(params.update)));
  }

  /** An unprompted turn has no response that ends it: the agent reports its end, or is silent with no open call. */
  private async watchUnprompted(update: Native): Promise<void> {
    clearTimeout(this.quiet);
    if (endsUnprompted(this.state, update)) return this.apply(endUnprompted(this.state, "completed"));
    if (this.state.run?.isUnprompted !== true || this.state.run.calls.size > 0) return;
    const end = () => void this.apply(endUnprompted(this.state, "completed"));
    this.quiet = setTimeout(end, limits.unpromptedQuietMs).unref();
  }

  async requested(method: string, params: Native, signal: AbortSignal, line: Line): Promise<unknown> {
    if (this.services.knows(method)) return this.services.serve(method, params);
    if (method === "craft/drainMidTurnQueue") {
      // Without this, Qwen Code ends its turn as after a denial, and its model sees the message only with the next
      // prompt.
      const continues = params.todoStopGuardWatchQueuedPrompt === true;
      return { messages: continues ? this.turns.drain() : [], hasQueuedPrompt: false };
    }
    const way = Object.hasOwn(askMethods, method) ? askMethods[method] : undefined;
    if (way === undefined) {
      // Some agents notify their client of written files even if the client offers no file access.
      if (!/^(?:fs|terminal)\//.test(method)) void this.garbled(line);
      throw RequestError.methodNotFound(method);
    }
    const asked = way.ask(this.state, params, randomUUID());
    if (asked === null) return way.dismissed;
    const { ask, answered, ...translation } = asked;
    void this.apply(translation);
    if (answered !== undefined) return answered;
    return this.asks.wait(ask, way.dismissed, signal);
  }

  garbled(line: Line): Promise<void> {
    return this.tracker.emit(rawEvent(line, this.state.agentId));
  }

  takeIdle(): Native | null {
    const { run } = this.state;
    if (run === null || run.idle === null) return null;
    this.state = { ...this.state, run: { ...run, idle: null } };
    return run.idle;
  }

  /** Prompts the agent, then prompts it with each message that arrived meanwhile; then the run ends. */
  private async work(runId: string, first: Message): Promise<void> {
    for (let message: Message | undefined = first; message !== undefined; message = this.turns.next()) {
      const reply = await this.turns.give(message);
      if (this.state.run?.runId !== runId || this.tracker.hasEnded || (!reply.ok && reply.code === GONE))
        return;
      if (reply.ok) this.count(reply.result);
      if (!reply.ok || !this.turns.hasNext) return this.finish(reply, message.text);
      // The next turn starts another message.
      void this.apply(endStreams(this.state, false));
    }
  }

  private count(result: Native): void {
    for (const translation of turnUsage(result, this.settings.currentModel)) {
      this.used.push(this.state.traits.sumsUsage ? usageSince(this.usedSoFar, translation) : translation);
      this.usedSoFar = translation;
    }
  }

  private async finish(reply: Reply, text: string): Promise<void> {
    const { run } = this.state;
    if (run?.isCancelling === true) await this.leftoverProcesses.end();
    const { name, command } = this.options;
    const translation = endRun(this.state, reply, {
      name,
      command,
      text,
      agent: this.agent,
      used: this.used,
    });
    const wasStopped = run?.isCancelling === true && run.calls.size + run.ended.size > 0;
    this.asks.dismissAll();
    if (!wasStopped || !this.state.traits.needsRestartAfterCancel) return this.apply(translation);
    // The agent resumes its session when it is started again.
    this.last = translation;
    await this.close();
  }

  private async read(): Promise<ProcessExit> {
    const exit = await this.program.read();
    await this.services.terminals.close();
    this.over(this.isClosing ? connectionClosed : backendExited(this.options.name, exit));
    return exit;
  }

  private over(ending: Parameters<RunTracker["end"]>[0]): void {
    const { state, events } = this.last ?? endStreams(this.state, true);
    this.last = null;
    this.state = state;
    for (const event of events) void this.tracker.emit(event);
    this.tracker.end(ending);
  }

  private async apply({ state, events }: AcpTranslation): Promise<void> {
    this.state = state;
    // Emitted together, so that no other event comes between them.
    await Promise.all(events.map((event) => this.tracker.emit(event)));
  }
}
