import { randomUUID } from "node:crypto";
import type { AgentConnection, AskAnswer, EventBody, PolylogToolset, Prompt } from "@polylog/core";
import { permissionModes } from "@polylog/core";
import { backendExited, connectionClosed } from "../connection/backend-exited.ts";
import { closeProgram } from "../connection/close-program.ts";
import { type Native, textOf } from "../connection/native-value.ts";
import { RunTracker } from "../connection/run-tracker.ts";
import { answerMcp } from "../polylog-tools/mcp-messages.ts";
import { PolylogToolCalls } from "../polylog-tools/tool-calls.ts";
import { polylogToolName } from "../polylog-tools/tool-name.ts";
import type { AgentProcess, ProcessExit } from "../process/agent-process.ts";
import { nativeMode } from "./arguments.ts";
import { ClaudeProgram, type Reply } from "./program.ts";
import { allow, answerTo, type PendingAsk } from "./translate/asks.ts";
import type { ClaudeState, StateOptions, Subagent } from "./translate/state.ts";
import { newState, withDenial, withMutedChildren, withoutPromptsOf, withPrompt } from "./translate/state.ts";
import { translate } from "./translate/translate.ts";

/** One session with Claude Code: its process, its current runs and its open asks. */
export class ClaudeSession implements AgentConnection {
  /** Resolves with the exit when the program has ended. */
  readonly ended: Promise<ProcessExit>;
  private readonly tracker: RunTracker;
  private readonly program: ClaudeProgram;
  private readonly asks = new Map<string, PendingAsk>();
  private readonly polylogToolCalls: PolylogToolCalls;
  /** Prompts that wait for the end of an unprompted turn. */
  private held: Prompt[] = [];
  /** Messages to the current run, by their UUIDs. */
  private readonly steers = new Map<string, Prompt>();
  private state: ClaudeState;
  /** All subagents were stopped and none has started since, so an unprompted turn of the program would be about them. */
  private suppressesUnprompted = false;
  private suppressedRunId: string | null = null;
  private isClosing = false;

  constructor(process: AgentProcess, options: Omit<StateOptions, "ownTools">, tools: PolylogToolset | null) {
    this.tracker = new RunTracker(options.agentId);
    this.polylogToolCalls = new PolylogToolCalls(tools);
    const polylogTools = new Set(this.polylogToolCalls.list.map(({ name }) => polylogToolName(name)));
    this.state = newState({ ...options, polylogTools });
    this.program = new ClaudeProgram(process);
    this.ended = this.read();
  }

  get nativeSessionId(): string | null {
    return this.state.nativeSessionId;
  }

  get hasBackgroundWork(): boolean {
    return this.state.backgroundTasks > 0;
  }

  get events(): AsyncIterable<EventBody> {
    return this.tracker.events;
  }

  request(request: Record<string, unknown>): Promise<Reply> {
    return this.program.request(request);
  }

  emit(event: EventBody): Promise<void> {
    return this.tracker.emit(event);
  }

  async prompt(prompt: Prompt): Promise<void> {
    if (this.tracker.hasEnded)
      throw new Error("Claude Code has exited. Send the message again to restart it.");
    this.tracker.begin(prompt.runId);
    this.steers.clear();
    this.state = { ...this.state, dropped: [] };
    // Claude Code would mix it into its current turn.
    if (this.state.run !== null) this.held.push(prompt);
    else await this.send(prompt, false);
  }

  async steer(prompt: Prompt): Promise<void> {
    if (!this.tracker.isLive(prompt.runId))
      throw new Error("The run has ended. Send the message as a new prompt.");
    if (this.childOf(prompt.runId) !== undefined)
      throw new Error("Claude Code's subagents do not accept messages.");
    await this.send(prompt, true);
  }

  /** A turn ends only after it has read its messages, unless it is stopped. */
  unread(runId: string): readonly Prompt[] {
    const { waiting, dropped } = this.state;
    const unread = new Set([...dropped, ...waiting.map(({ uuid }) => uuid)]);
    return [...this.steers].flatMap(([uuid, prompt]) =>
      prompt.runId === runId && unread.has(uuid) ? prompt : [],
    );
  }

  async answer(answer: AskAnswer): Promise<void> {
    const ask = this.asks.get(answer.askId);
    if (ask === undefined || ask.kind !== answer.kind)
      throw new Error("This ask is not open. It may have been answered already.");
    this.asks.delete(answer.askId);
    if (answer.kind === "plan" && answer.mode !== undefined) {
      this.state = { ...this.state, mode: answer.mode };
    }
    const reply = answerTo(ask, answer);
    if (reply.behavior === "deny") {
      this.state = withDenial(this.state, ask.callId, textOf(reply.message) ?? "");
    }
    await this.program.reply(ask.requestId, reply);
  }

  async cancel(runId: string): Promise<void> {
    if (!this.tracker.isLive(runId)) return;
    this.tracker.cancel(runId);
    const child = this.childOf(runId);
    if (child !== undefined) return this.stopChild(child);
    const isStopping = this.stopTasksOf(runId);
    this.state = withMutedChildren(this.state, runId);
    const { children } = this.state;
    const muted = [...children.values()].flatMap((child) => (child.isMuted ? child.runId : []));
    this.polylogToolCalls.stopWhere(
      (caller) => caller === null || caller === runId || muted.includes(caller),
    );
    this.suppressesUnprompted =
      isStopping && [...this.state.children.values()].every(({ isMuted }) => isMuted);
    this.held = this.held.filter((prompt) => prompt.runId !== runId);
    const isAtWork = this.state.run?.runId === runId;
    const isQueued = this.state.waiting.some((prompt) => prompt.runId === runId);
    if (isAtWork || isQueued) await this.program.request({ subtype: "interrupt", cancel_queued: true });
    this.state = withoutPromptsOf(this.state, runId);
    if (this.state.run?.runId === runId && this.state.run.isBetweenTurns) {
      this.state = { ...this.state, run: null };
    }
    // A turn that has not started has no end either.
    if (this.state.run?.runId !== runId && this.tracker.isLive(runId)) {
      const { agentId } = this.state;
      await this.tracker.emit({ type: "run_ended", outcome: "cancelled", runId, agentId });
    }
    if (this.state.run === null) await this.sendHeld();
  }

  async setMode(modeId: string): Promise<void> {
    const mode = permissionModes.find((known) => known === modeId);
    if (mode === undefined) throw new Error(`Claude Code has no mode ${modeId}. Choose one of its modes.`);
    const before = this.state.mode;
    // The program's own update about the mode, which precedes its reply, changes nothing.
    this.state = { ...this.state, mode };
    const reply = await this.program.request({ subtype: "set_permission_mode", mode: nativeMode(mode) });
    if (reply.ok) return;
    this.state = { ...this.state, mode: before };
    throw new Error(reply.message);
  }

  async setModel(modelId: string): Promise<void> {
    const reply = await this.program.request({ subtype: "set_model", model: modelId });
    if (!reply.ok) throw new Error(reply.message);
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await closeProgram(this.program, this.ended, this.tracker);
  }

  private async send(prompt: Prompt, steers: boolean): Promise<void> {
    const uuid = randomUUID();
    if (steers) this.steers.set(uuid, prompt);
    this.state = withPrompt(this.state, { uuid, runId: prompt.runId, steers });
    const message = { role: "user", content: promptContent(prompt) };
    await this.program.send({ type: "user", message, parent_tool_use_id: null, session_id: "", uuid });
  }

  private async read(): Promise<ProcessExit> {
    for await (const line of this.program.process.lines) {
      const { state, events, reply, ask, allowed, message, withdrawn, refused } = translate(this.state, line);
      this.state = state;
      if (reply !== undefined) this.program.replied(reply);
      if (ask !== undefined) this.asks.set(ask.requestId, ask);
      if (allowed !== undefined) void this.program.reply(allowed.requestId, allow(allowed.input));
      if (message !== undefined) void this.serveOwn(message.requestId, message.message);
      if (withdrawn !== undefined) this.asks.delete(withdrawn);
      if (refused !== undefined) void this.program.refuse(refused.requestId, refused.reason);
      this.suppressUnprompted(events);
      for (const event of events) if (event.runId !== this.suppressedRunId) await this.tracker.emit(event);
      if (this.state.run === null) await this.sendHeld();
    }
    this.polylogToolCalls.stopAll();
    const exit = await this.program.waitForExit();
    this.tracker.end(this.isClosing ? connectionClosed : backendExited("Claude Code", exit));
    return exit;
  }

  /** The program waits for a response even to notifications. */
  private async serveOwn(requestId: string, message: Native): Promise<void> {
    const { state } = this;
    const runOf = (callId: string | null) => state.calls.get(callId ?? "")?.runId ?? state.run?.runId ?? null;
    const answer = await answerMcp(message, { calls: this.polylogToolCalls, runOf });
    await this.program.reply(requestId, { mcp_response: answer ?? { jsonrpc: "2.0", id: 0, result: {} } });
  }

  /** Sends one prompt at a time. The next one follows when its run has ended. */
  private async sendHeld(): Promise<void> {
    const isBegun = this.state.waiting.some((prompt) => !prompt.steers);
    const next = isBegun ? undefined : this.held.shift();
    if (next !== undefined) await this.send(next, false);
  }

  /** Stops an unprompted turn that would only report subagents that a person has stopped. */
  private suppressUnprompted(events: readonly EventBody[]): void {
    const { run } = this.state;
    if (events.some(({ type }) => type === "subagent_spawned")) this.suppressesUnprompted = false;
    if (!this.suppressesUnprompted || run?.unprompted !== true) return;
    this.suppressesUnprompted = false;
    this.suppressedRunId = run.runId;
    void this.program.request({ subtype: "interrupt" });
  }

  private childOf(runId: string): Subagent | undefined {
    return [...this.state.children.values()].find((child) => child.runId === runId);
  }

  /** The program reports the subagent's end and continues with its other work. */
  private async stopChild({ runId, taskId }: Subagent): Promise<void> {
    this.stopTasksOf(runId);
    this.state = withMutedChildren(this.state, runId);
    this.polylogToolCalls.stopWhere((caller) => caller === runId);
    if (taskId !== null) await this.program.request({ subtype: "stop_task", task_id: taskId });
  }

  private stopTasksOf(runId: string): boolean {
    const tasks = [...this.state.children.values()].filter(
      (child) => child.parentRunId === runId && !child.isMuted,
    );
    for (const { taskId } of tasks) {
      if (taskId !== null) void this.program.request({ subtype: "stop_task", task_id: taskId });
    }
    return tasks.length > 0;
  }
}

/** A prompt in the program's format: plain text, or parts if it has images. */
function promptContent({ text, images }: Prompt): string | readonly Native[] {
  const shown = images.flatMap(({ mediaType, data }) =>
    data === undefined ? [] : [{ type: "image", source: { type: "base64", media_type: mediaType, data } }],
  );
  if (shown.length === 0) return text;
  return text === "" ? shown : [...shown, { type: "text", text }];
}
