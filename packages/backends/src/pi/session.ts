import { setTimeout as sleep } from "node:timers/promises";
import type { AgentConnection, AskAnswer, EventBody, PolylogToolset, Prompt } from "@polylog/core";
import { permissionModes } from "@polylog/core";
import { backendExited, connectionClosed } from "../connection/backend-exited.ts";
import { closeProgram } from "../connection/close-program.ts";
import { countOf, type Native, nameOf, namesOf, recordOf } from "../connection/native-value.ts";
import { RunTracker } from "../connection/run-tracker.ts";
import { type PolylogToolCall, PolylogToolCalls } from "../polylog-tools/tool-calls.ts";
import type { AgentProcess, ProcessExit } from "../process/agent-process.ts";
import { limits } from "./limits.ts";
import { PiProgram, type Reply } from "./program.ts";
import { modelNamed } from "./session-meta.ts";
import { answerTo, type PendingAsk } from "./translate/dialogs.ts";
import type { PiState, PiTranslation, StateOptions } from "./translate/state.ts";
import { newState, withCancel, withPrompt } from "./translate/state.ts";
import { translate } from "./translate/translate.ts";
import { settle } from "./translate/translate-turn.ts";
import { isAtLeast087 } from "./version.ts";

const tooLate = "The run has ended. Send the message as a new prompt.";

/** One session with Pi: its process, its current run and its open asks. */
export class PiSession implements AgentConnection {
  /** Resolves with the exit when the program has ended. */
  readonly ended: Promise<ProcessExit>;
  private readonly tracker: RunTracker;
  private readonly program: PiProgram;
  private readonly asks = new Map<string, PendingAsk>();
  private readonly polylogToolCalls: PolylogToolCalls;
  /** Prompts that wait for the end of an unprompted run. */
  private held: Prompt[] = [];
  /** Messages to the current run, and those that it did not read before it was stopped. */
  private steers: Prompt[] = [];
  private dropped: Prompt[] = [];
  /** Resolves when Pi has replied to every message to the current run. */
  private accepting: Promise<unknown> = Promise.resolve();
  /** The number of messages that Pi dropped before it replied that it has them. */
  private droppedEarly = 0;
  private state: PiState;
  private sessionId: string | null = null;
  /** The run that compacts the context. Only the response to its request reports how it ended. */
  private compactingRunId: string | null = null;
  private isClosing = false;

  constructor(process: AgentProcess, options: StateOptions, tools: PolylogToolset | null) {
    this.polylogToolCalls = new PolylogToolCalls(tools);
    this.tracker = new RunTracker(options.agentId);
    this.state = newState(options);
    this.program = new PiProgram(process);
    this.ended = this.read();
  }

  get nativeSessionId(): string | null {
    return this.sessionId;
  }

  get events(): AsyncIterable<EventBody> {
    return this.tracker.events;
  }

  /** The program's version; null until our extension reports that it is loaded. */
  get version(): string | null {
    return this.state.version;
  }

  request(request: Native): Promise<Reply> {
    return this.program.request(request);
  }

  emit(event: EventBody): Promise<void> {
    return this.tracker.emit(event);
  }

  /** Requests the program's state and stores the relevant parts. */
  async readState(): Promise<Reply> {
    const reply = await this.request({ type: "get_state" });
    if (!reply.ok) return reply;
    this.sessionId = nameOf(reply.data.sessionId) ?? this.sessionId;
    const windowTokens = countOf(recordOf(reply.data.model).contextWindow);
    this.state = { ...this.state, windowTokens };
    return reply;
  }

  async prompt(prompt: Prompt): Promise<void> {
    if (this.tracker.hasEnded) throw new Error("Pi has exited. Send the message again to restart it.");
    this.tracker.begin(prompt.runId);
    if (this.isAtWork) this.held.push(prompt);
    else this.give(prompt);
  }

  async steer(prompt: Prompt): Promise<void> {
    if (this.isStopped(prompt.runId)) throw new Error(tooLate);
    const accepted = this.request({ type: "steer", ...contentOf(prompt) });
    this.accepting = Promise.all([this.accepting, accepted]);
    const reply = await accepted;
    if (!reply.ok) throw new Error(reply.message);
    this.steers.push(prompt);
    if (!isAtLeast087(this.version) || !this.isStopped(prompt.runId)) return;
    // Pi may take a message after it cleared its queue for the cancel, and would keep it for the next run.
    await this.clearQueue();
    if (this.tracker.isLive(prompt.runId) || !this.dropped.includes(prompt)) return;
    this.dropped = this.dropped.filter((dropped) => dropped !== prompt);
    throw new Error(tooLate);
  }

  /** Returns each message once. */
  unread(runId: string): readonly Prompt[] {
    const unread = this.dropped.filter((prompt) => prompt.runId === runId);
    this.dropped = this.dropped.filter((prompt) => prompt.runId !== runId);
    return unread;
  }

  async answer(answer: AskAnswer): Promise<void> {
    const ask = this.asks.get(answer.askId);
    if (ask === undefined || ask.kind !== answer.kind)
      throw new Error("This ask is not open. It may have been answered already.");
    this.asks.delete(ask.id);
    const { state, answer: said } = answerTo(this.state, ask, answer);
    this.state = state;
    await this.program.answer(ask.id, said);
  }

  async cancel(runId: string): Promise<void> {
    if (!this.tracker.isLive(runId)) return;
    this.tracker.cancel(runId);
    const isHeld = this.held.some((prompt) => prompt.runId === runId);
    this.held = this.held.filter((prompt) => prompt.runId !== runId);
    if (isHeld) return this.end(runId, { outcome: "cancelled" });
    this.state = withCancel(this.state, runId);
    await this.abort();
  }

  async setMode(modeId: string): Promise<void> {
    const mode = permissionModes.find((known) => known === modeId);
    if (mode === undefined) throw new Error(`Pi has no mode ${modeId}. Choose one of its modes.`);
    this.state = { ...this.state, mode };
  }

  async setModel(modelId: string): Promise<void> {
    const models = await this.request({ type: "get_available_models" });
    const model = models.ok ? modelNamed(models.data, modelId) : null;
    if (model === null)
      throw new Error(`No model or several models of Pi match ${modelId}. Name it as provider/model.`);
    const reply = await this.request({ type: "set_model", provider: model.provider, modelId: model.id });
    if (!reply.ok) throw new Error(reply.message);
    await this.readState();
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await closeProgram(this.program, this.ended, this.tracker);
  }

  private get isAtWork(): boolean {
    return this.state.run !== null || this.state.waiting !== null;
  }

  /** Whether the run has ended or is being cancelled. */
  private isStopped(runId: string): boolean {
    const { run, waiting } = this.state;
    const current = [run, waiting].find((each) => each?.runId === runId);
    return current?.isCancelling ?? !this.tracker.isLive(runId);
  }

  private give(prompt: Prompt): void {
    const { runId, text } = prompt;
    this.state = withPrompt(this.state, runId);
    this.steers = [];
    this.dropped = [];
    this.droppedEarly = 0;
    this.accepting = Promise.resolve();
    const compact = /^\/compact(?:\s+([\s\S]*))?$/.exec(text.trim());
    void (compact === null ? this.send(prompt) : this.compactContext(runId, compact[1] ?? ""));
  }

  private async send(prompt: Prompt): Promise<void> {
    const reply = await this.request({ type: "prompt", ...contentOf(prompt) });
    // An extension's command starts no work and ends with the reply.
    if (reply.ok) return this.endIfIdle();
    await this.end(prompt.runId, {
      outcome: "failed",
      error: { code: "prompt_refused", message: reply.message },
    });
  }

  private async compactContext(runId: string, instructions: string): Promise<void> {
    this.compactingRunId = runId;
    const about = instructions === "" ? {} : { customInstructions: instructions };
    const reply = await this.request({ type: "compact", ...about });
    this.compactingRunId = null;
    const error = { code: "compaction_failed", message: reply.ok ? "" : reply.message };
    await this.end(runId, reply.ok ? { outcome: "completed" } : { outcome: "failed", error });
  }

  /**
   * Closes dialogs first, because an open one keeps the program from stopping. Then drops queued work, then aborts. Pi can
   * queue a message later than it handles the requests that follow, and would then read it while it stops.
   */
  private async abort(): Promise<void> {
    await this.dismissAsks();
    await Promise.race([this.accepting, sleep(limits.acceptMs, undefined, { ref: false })]);
    if (isAtLeast087(this.version)) void this.clearQueue();
    await this.request({ type: "abort" });
  }

  /** Pi replies with the messages that it has not read. It reads them in order, so they are the last ones. */
  private async clearQueue(): Promise<void> {
    const left = await this.request({ type: "clear_queue" });
    const count = this.droppedEarly + (left.ok ? namesOf(left.data.steering).length : 0);
    const dropped = this.steers.splice(Math.max(0, this.steers.length - count));
    this.dropped.push(...dropped);
    this.droppedEarly = count - dropped.length;
  }

  private async dismissAsks(): Promise<void> {
    this.polylogToolCalls.stopAll();
    const open = [...this.asks.keys()];
    this.asks.clear();
    for (const id of open) await this.program.answer(id, { cancelled: true });
  }

  private async read(): Promise<ProcessExit> {
    for await (const line of this.program.process.lines) {
      const wasAtWork = this.state.run !== null;
      const { reply, ask, answered, polylogToolCall, ...translation } = translate(this.state, line);
      if (reply !== undefined) this.program.replied(reply);
      if (answered !== undefined) void this.program.answer(answered.id, answered.answer);
      if (ask !== undefined) this.asks.set(ask.id, ask);
      if (polylogToolCall !== undefined) void this.callOwn(polylogToolCall);
      await this.apply(translation);
      // It was cancelled before it started.
      if (!wasAtWork && this.state.run?.isCancelling === true) void this.abort();
    }
    this.polylogToolCalls.stopAll();
    const exit = await this.program.waitForExit();
    this.tracker.end(this.isClosing ? connectionClosed : backendExited("Pi", exit));
    return exit;
  }

  private async callOwn(call: PolylogToolCall): Promise<void> {
    const result = await this.polylogToolCalls.call(call);
    await this.program.answer(
      call.id,
      result === null ? { cancelled: true } : { value: JSON.stringify(result) },
    );
  }

  private async apply({ state, events, mayBeOver }: PiTranslation): Promise<void> {
    this.state = state;
    for (const event of events) await this.tracker.emit(event);
    if (mayBeOver === true) void this.endIfIdle();
    if (this.isAtWork) return;
    this.asks.clear();
    const next = this.held.shift();
    if (next !== undefined) this.give(next);
  }

  /** Ends the current run if the program reports that it is idle. */
  private async endIfIdle(): Promise<void> {
    const before = this.state.run?.runId ?? this.state.waiting?.runId;
    const reply = await this.readState();
    if (!reply.ok || reply.data.isStreaming === true || reply.data.isCompacting === true) return;
    const { run, waiting } = this.state;
    const isSame = before !== undefined && (run?.runId ?? waiting?.runId) === before;
    if (!isSame || this.compactingRunId !== null || run?.isRetrying === true) return;
    await this.apply(settle(this.state));
  }

  /** Ends a run that the program will not end. */
  private async end(
    runId: string,
    ending: { outcome: "completed" | "failed" | "cancelled"; error?: { code: string; message: string } },
  ): Promise<void> {
    const { run, waiting, agentId } = this.state;
    const state: PiState = {
      ...this.state,
      run: run?.runId === runId ? null : run,
      waiting: waiting?.runId === runId ? null : waiting,
    };
    await this.apply({ state, events: [{ type: "run_ended", ...ending, runId, agentId }] });
  }
}

function contentOf({ text, images }: Prompt): Native {
  const shown = images.flatMap(({ mediaType, data }) =>
    data === undefined ? [] : [{ type: "image", data, mimeType: mediaType }],
  );
  return { message: text, ...(shown.length === 0 ? {} : { images: shown }) };
}
