import type {
  AgentConnection,
  AskAnswer,
  EventBody,
  Failure,
  Outcome,
  PermissionMode,
  PolylogToolset,
  Prompt,
} from "@polylog/core";
import { defined, permissionModes } from "@polylog/core";
import { backendExited, connectionClosed } from "../connection/backend-exited.ts";
import { closeProgram } from "../connection/close-program.ts";
import { type Native, nameOf, recordOf } from "../connection/native-value.ts";
import { RunTracker } from "../connection/run-tracker.ts";
import { type PolylogToolCall, PolylogToolCalls } from "../polylog-tools/tool-calls.ts";
import type { AgentProcess, ProcessExit } from "../process/agent-process.ts";
import { RunCancellation } from "./cancel-run.ts";
import { limits } from "./limits.ts";
import { collaboration, readSetup, type ThreadSetup, turnMode } from "./modes.ts";
import { CodexProgram, type Reply } from "./program.ts";
import { planReply, promptInput } from "./prompt-input.ts";
import { answerTo, type PendingAsk, stopsRun } from "./translate/asks.ts";
import { type CodexState, mainThread, newState, withThread, withThreadState } from "./translate/state.ts";
import { isSubagentRun, mutedTurns, withMutedChildren } from "./translate/subagents.ts";
import { translate } from "./translate/translate.ts";
import { withoutPrompt, withPrompt, withTurn } from "./translate/turns.ts";

const compactContextCommand = "/compact";

export interface SessionInit {
  readonly agentId: string;
  readonly mode: PermissionMode;
  /** Warnings that the session already has. */
  readonly noticed: readonly string[];
  readonly tools: PolylogToolset | null;
}

/** One session with Codex: its process, its current runs and its open asks. */
export class CodexSession implements AgentConnection {
  /** Resolves with the exit when the program has ended. */
  readonly ended: Promise<ProcessExit>;
  private readonly tracker: RunTracker;
  private readonly program: CodexProgram;
  private readonly asks = new Map<string, PendingAsk>();
  private readonly polylogToolCalls: PolylogToolCalls;
  private readonly cancelling: RunCancellation;
  /** Runs that only compact the thread. */
  private readonly contextCompactions = new Set<string>();
  /** Prompts that wait for the end of an unprompted turn. */
  private held: Prompt[] = [];
  private state: CodexState;
  private mode: PermissionMode;
  private model: string | null = null;
  private setup: ThreadSetup | null = null;
  /** The settings as last reported, so that only changes are reported. */
  private reportedSettings = "";
  private hasPlanned = false;
  /** A turn waits for MCP servers to start. */
  private isPreparing = false;
  private serversUp: () => void = () => undefined;
  /** The last request to start a turn. */
  private starting: Promise<unknown> = Promise.resolve();
  private isClosing = false;
  /** Messages that turns accepted while they ran. */
  private steers: Prompt[] = [];
  /** The program's warnings that the session already has: it repeats them at each start and for each subagent. */
  private readonly noticed: Set<string>;

  constructor(process: AgentProcess, { agentId, mode, noticed, tools }: SessionInit) {
    this.noticed = new Set(noticed);
    this.polylogToolCalls = new PolylogToolCalls(tools);
    this.tracker = new RunTracker(agentId);
    this.state = newState(agentId);
    this.mode = mode;
    this.program = new CodexProgram(process);
    this.cancelling = new RunCancellation(this.program);
    this.ended = this.read();
  }

  get nativeSessionId(): string | null {
    return this.state.threadId;
  }

  get hasBackgroundWork(): boolean {
    return this.state.leftRunning.size > 0;
  }

  get currentModel(): string | null {
    return this.model;
  }

  get events(): AsyncIterable<EventBody> {
    return this.tracker.events;
  }

  request(method: string, params: Native): Promise<Reply> {
    return this.program.request(method, params);
  }

  notify(method: string): Promise<void> {
    return this.program.notify(method);
  }

  emit(event: EventBody): Promise<void> {
    return this.tracker.emit(event);
  }

  /** Starts or resumes the session's thread. */
  openThread(method: "thread/start" | "thread/resume", params: Native): Promise<Reply> {
    return this.program.request(method, params, (reply) => {
      const threadId = reply.ok ? nameOf(recordOf(reply.result.thread).id) : null;
      if (!reply.ok || threadId === null) return;
      const isResumed = method === "thread/resume";
      this.setup = readSetup(reply.result);
      this.model = this.setup.model;
      this.reportedSettings = `${this.mode} ${this.model}`;
      // A resumed thread may have been left in planning mode.
      this.hasPlanned = isResumed;
      this.state = withThread(this.state, threadId, this.model, isResumed);
    });
  }

  async prompt(prompt: Prompt): Promise<void> {
    if (this.tracker.hasEnded) throw new Error("Codex has exited. Send the message again to restart it.");
    this.tracker.begin(prompt.runId);
    this.steers = [];
    this.state = { ...this.state, readMessages: [] };
    // Codex would mix it into its current turn.
    if (this.isBusy) this.held.push(prompt);
    else await this.begin(prompt);
  }

  async steer(prompt: Prompt): Promise<void> {
    const turn = this.turnOf(prompt.runId);
    if (turn === null) throw new Error("The run has ended. Send the message as a new prompt.");
    const { threadId, turnId: expectedTurnId } = turn;
    const input = promptInput(prompt.text, prompt.images);
    const reply = await this.program.request("turn/steer", { threadId, expectedTurnId, input });
    if (!reply.ok) throw new Error(reply.message);
    this.steers.push(prompt);
  }

  /** Codex repeats a message when its turn reads it. A stopped turn may not have read all of them. */
  unread(runId: string): readonly Prompt[] {
    if (!this.cancelling.has(runId)) return [];
    const read = [...this.state.readMessages];
    return this.steers.filter((prompt) => {
      const at = read.indexOf(prompt.text);
      if (at !== -1) read.splice(at, 1);
      return at === -1 && prompt.runId === runId;
    });
  }

  async answer(answer: AskAnswer): Promise<void> {
    const ask = this.asks.get(answer.askId);
    if (ask === undefined || ask.kind !== answer.kind)
      throw new Error("This ask is not open. It may have been answered already.");
    this.asks.delete(answer.askId);
    if (answer.kind === "plan") return this.decide(ask.runId, answer);
    if (stopsRun(answer)) this.tracker.cancel(ask.runId);
    else if (answer.kind === "permission") await this.explain(ask, answer.note);
    if (ask.rpcId !== null) await this.program.respond(ask.rpcId, answerTo(ask, answer));
  }

  async cancel(runId: string): Promise<void> {
    if (!this.tracker.isLive(runId)) return;
    this.tracker.cancel(runId);
    this.held = this.held.filter((prompt) => prompt.runId !== runId);
    for (const [askId, ask] of this.asks) if (ask.runId === runId) this.asks.delete(askId);
    this.state = withMutedChildren(this.state, runId);
    const { threads } = this.state;
    const muted = [...threads.values()].flatMap(({ isMuted, run }) =>
      isMuted && run !== null ? run.runId : [],
    );
    const isSubagent = isSubagentRun(this.state, runId);
    this.polylogToolCalls.stopWhere((caller) =>
      caller === null ? !isSubagent : caller === runId || muted.includes(caller),
    );
    const turn = this.turnOf(runId);
    if (this.state.waiting.includes(runId) || turn !== null) {
      await this.cancelling.begin(runId, {
        started: this.starting,
        turn: () => this.turnOf(runId),
        below: mutedTurns(this.state),
        // The program keeps running when only a subagent does not stop.
        isOver: () => isSubagent || !this.tracker.isLive(runId),
      });
      // Otherwise an agent that waits for this subagent keeps waiting after an interrupt.
      if (isSubagent && turn !== null) {
        await this.program.request("thread/archive", { threadId: turn.threadId });
      }
      return;
    }
    // The program is not working on this run and will not end it.
    await this.endRun(runId, "cancelled");
    this.serversUp();
  }

  async setMode(modeId: string): Promise<void> {
    const mode = permissionModes.find((known) => known === modeId);
    if (mode === undefined) throw new Error(`Codex has no mode ${modeId}. Choose one of its modes.`);
    this.mode = mode;
  }

  async setModel(modelId: string): Promise<void> {
    this.model = modelId;
    this.state = { ...this.state, model: modelId };
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await closeProgram(this.program, this.ended, this.tracker);
  }

  private get isBusy(): boolean {
    return this.isPreparing || this.state.waiting.length > 0 || mainThread(this.state)?.run != null;
  }

  private turnOf(runId: string): { threadId: string; turnId: string } | null {
    for (const { threadId, run } of this.state.threads.values()) {
      if (run?.runId === runId && run.turnId !== null) return { threadId, turnId: run.turnId };
    }
    return null;
  }

  /** Ends a run that has no turn. */
  private async endRun(runId: string, outcome: Outcome, error?: Failure): Promise<void> {
    const thread = mainThread(this.state);
    if (thread?.run?.runId === runId) this.state = withThreadState(this.state, { ...thread, run: null });
    await this.tracker.emit({
      type: "run_ended",
      outcome,
      ...defined({ error }),
      runId,
      agentId: this.state.agentId,
    });
    this.sendHeld();
  }

  private begin({ runId, text, images }: Prompt): Promise<void> {
    if (text.trim() !== compactContextCommand) return this.startTurn(runId, promptInput(text, images));
    this.contextCompactions.add(runId);
    return this.startTurn(runId, null);
  }

  /** Starts a turn with that input, or, if it is null, a turn that compacts the thread. */
  private async startTurn(runId: string, input: readonly Native[] | null): Promise<void> {
    const { threadId } = this.state;
    if (this.state.startingServers.size > 0) await this.awaitServers();
    if (!this.tracker.isLive(runId)) return;
    this.state = withPrompt(this.state, runId);
    const asked =
      input === null
        ? this.program.request("thread/compact/start", { threadId })
        : this.program.request("turn/start", { threadId, input, ...this.turnSettings() }, (given) => {
            const turnId = given.ok ? nameOf(recordOf(given.result.turn).id) : null;
            if (turnId !== null) this.state = withTurn(this.state, runId, turnId);
          });
    this.starting = asked;
    const reply = await asked;
    if (reply.ok || this.tracker.hasEnded) return;
    this.state = withoutPrompt(this.state, runId);
    await this.endRun(runId, "failed", { code: "turn_refused", message: reply.message });
  }

  /** Codex starts a turn without the tools of a server that takes more than a second. */
  private async awaitServers(): Promise<void> {
    this.isPreparing = true;
    await new Promise<void>((resolve) => {
      this.serversUp = resolve;
      setTimeout(resolve, limits.serversMs).unref();
    });
    this.isPreparing = false;
  }

  private turnSettings(): Native {
    const { mode, model, setup } = this;
    if (setup === null || model === null) return {};
    const isNews = this.reportedSettings !== `${mode} ${model}`;
    this.reportedSettings = `${mode} ${model}`;
    const plans = mode === "plan" || this.hasPlanned;
    this.hasPlanned = mode === "plan";
    return {
      ...(isNews ? turnMode(mode, model, setup) : {}),
      ...(plans ? collaboration(mode, model, setup) : {}),
    };
  }

  /** Codex has ended its turn with the plan. The person's answer becomes the next turn of the same run. */
  private async decide(
    runId: string,
    { decision, plan, note, mode }: Extract<AskAnswer, { kind: "plan" }>,
  ): Promise<void> {
    if (decision === null) return this.endRun(runId, "completed");
    this.mode = mode ?? this.mode;
    await this.startTurn(runId, promptInput(planReply(decision, plan, note)));
  }

  /** Codex accepts no reason with an answer, so the reason is sent to the waiting turn, which passes it to the model. */
  private async explain({ params }: PendingAsk, note: string | null): Promise<void> {
    const { threadId, turnId: expectedTurnId } = params;
    if (note === null || note.trim() === "") return;
    await this.program.request("turn/steer", { threadId, expectedTurnId, input: promptInput(note) });
  }

  private async read(): Promise<ProcessExit> {
    for await (const line of this.program.process.lines) {
      const { state, events, reply, ask, polylogToolCall, withdrawn, refused } = translate(this.state, line);
      this.state = state;
      if (reply !== undefined) this.program.replied(reply);
      if (ask !== undefined) this.asks.set(ask.askId, ask);
      if (polylogToolCall !== undefined) void this.callOwn(polylogToolCall.rpcId, polylogToolCall.call);
      if (withdrawn !== undefined) this.withdraw(withdrawn);
      if (refused !== undefined) void this.program.refuse(refused.rpcId, refused.method);
      if (state.startingServers.size === 0) this.serversUp();
      await this.emitAll(events);
      this.sendHeld();
    }
    this.polylogToolCalls.stopAll();
    const exit = await this.program.waitForExit();
    this.serversUp();
    this.tracker.end(this.isClosing ? connectionClosed : backendExited("Codex", exit));
    return exit;
  }

  /** A cancelled run ends when its commands are gone. Reading other lines must not wait for that. */
  private async emitAll(events: readonly EventBody[]): Promise<void> {
    const end = events.find(({ type }) => type === "run_ended");
    const cleaned = end?.runId === undefined ? undefined : this.cancelling.cleaned(end.runId);
    const emitAll = async () => {
      for (const event of events) if (this.isNews(event)) await this.tracker.emit(this.explained(event));
    };
    if (cleaned === undefined) await emitAll();
    else void cleaned.then(emitAll);
  }

  /** Adds data that only Polylog knows: what a person requested or stopped. */
  private explained(event: EventBody): EventBody {
    if (event.type === "tool_result" && event.error !== undefined && this.cancelling.has(event.runId))
      return { ...event, error: { ...event.error, code: "tool_interrupted" } };
    return event.type === "compaction" && this.contextCompactions.has(event.runId)
      ? { ...event, trigger: "manual" }
      : event;
  }

  private isNews(event: EventBody): boolean {
    if (event.type !== "notice") return true;
    const isNews = !this.noticed.has(event.text);
    this.noticed.add(event.text);
    return isNews;
  }

  private async callOwn(rpcId: number | string, call: PolylogToolCall): Promise<void> {
    const result = await this.polylogToolCalls.call(call);
    if (result === null) return;
    const contentItems = [{ type: "inputText", text: result.text }];
    await this.program.respond(rpcId, { contentItems, success: !result.isError });
  }

  private withdraw(rpcId: number | string): void {
    this.polylogToolCalls.stop(String(rpcId));
    for (const [askId, ask] of this.asks) if (ask.rpcId === rpcId) this.asks.delete(askId);
  }

  private sendHeld(): void {
    const next = this.isBusy ? undefined : this.held.shift();
    if (next !== undefined) void this.begin(next);
  }
}
