import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { RequestError } from "@agentclientprotocol/sdk";
import type { AgentConnection, AskAnswer, EventBody, Prompt } from "@polylog/core";
import { permissionModes } from "@polylog/core";
import { backendExited, connectionClosed } from "../connection/backend-exited.ts";
import { rawEvent } from "../connection/native-line.ts";
import type { Native } from "../connection/native-value.ts";
import { nameOf, recordOf, recordsOf } from "../connection/native-value.ts";
import { RunBook } from "../connection/run-book.ts";
import type { AgentProcess, ProcessExit } from "../process/agent-process.ts";
import { limits as processLimits } from "../process/limits.ts";
import type { Line } from "../process/split-lines.ts";
import { answerTo, type PendingAsk } from "./asks.ts";
import { appendOutput } from "./call-output.ts";
import { Leftovers } from "./leftovers.ts";
import { limits } from "./limits.ts";
import type { AcpOptions } from "./options.ts";
import { AcpProgram, GONE, gone, type Listener, type Reply } from "./program.ts";
import { promptContent } from "./prompt-content.ts";
import { asking, ClientServices } from "./requests.ts";
import { modelNamed, nativeMode, readSetting } from "./settings-of-session.ts";
import type { AcpState, StateOptions, Told } from "./state.ts";
import { andThen, newState, nothing, withCancel, withRun, withStatus } from "./state.ts";
import { endTalks, tellHeld } from "./talk.ts";
import { translateUpdate } from "./translate.ts";
import { idleReply, turnEnd } from "./turn-end.ts";
import { runUsage, turnUsage, type UsageRecord } from "./usage.ts";

export interface SessionOptions extends StateOptions {
  /** What people call the agent. */
  readonly name: string;
  readonly command: string;
  readonly projectRoot: string;
  readonly options: AcpOptions;
}

interface WaitingAsk {
  readonly ask: PendingAsk;
  readonly dismissed: Native;
  readonly answer: (result: Native) => void;
}

/** One session with an agent that speaks ACP: its process, the run it is at, and what it waits for. */
export class AcpSession implements AgentConnection, Listener {
  readonly program: AcpProgram;
  /** Resolves when the program has ended, with how. */
  readonly ended: Promise<ProcessExit>;
  /** What the agent said of itself. */
  agent: Native = {};
  private readonly options: SessionOptions;
  private readonly book: RunBook;
  private readonly services: ClientServices;
  private readonly leftovers: Leftovers;
  private readonly asks = new Map<string, WaitingAsk>();
  /** What is said to the run at work and waits for the end of its turn. */
  private followUps: Pick<Prompt, "text" | "images">[] = [];
  /** Output of terminals that no call shows yet. */
  private readonly unshown = new Map<string, string>();
  private used: UsageRecord[] = [];
  private state: AcpState;
  private isClosing = false;
  private onIdle: ((idle: Native) => void) | null = null;
  private replayLines = 0;

  constructor(process: AgentProcess, options: SessionOptions) {
    this.options = options;
    this.book = new RunBook(options.agentId);
    this.state = newState(options);
    this.services = new ClientServices(options.projectRoot, options.options, (terminalId, text) =>
      this.printed(terminalId, text),
    );
    this.leftovers = new Leftovers(process);
    this.program = new AcpProgram(process, this);
    this.ended = this.read();
  }

  get nativeSessionId(): string | null {
    return this.state.sessionId;
  }

  get events(): AsyncIterable<EventBody> {
    return this.book.events;
  }

  get setting() {
    return this.state.setting;
  }

  /** A session of the agent's is there. */
  opened(sessionId: string, answer: Native): void {
    this.state = { ...this.state, sessionId, replay: null, setting: readSetting(this.state.setting, answer) };
  }

  /** What the agent said of itself. Codex's adapter says the errors of its model as if they were an answer. */
  introduced(agent: Native): void {
    this.agent = agent;
    const namesMessages = nameOf(recordOf(agent.agentInfo).name)?.endsWith("codex-acp") === true;
    this.state = { ...this.state, namesMessages };
  }

  /** From now on the agent says its history again; what people said in it is what `replayed` gives. */
  beginReplay(sessionId: string): void {
    this.state = { ...this.state, sessionId, replay: "" };
  }

  /** What people said in the replay, once it is over: some agents go on with it after they have answered. */
  async replayed(): Promise<string> {
    const deadline = performance.now() + limits.replayMs;
    for (let before = -1; before !== this.replayLines && performance.now() < deadline; ) {
      before = this.replayLines;
      await sleep(limits.replayQuietMs);
    }
    return this.state.replay ?? "";
  }

  emit(event: EventBody): Promise<void> {
    return this.book.emit(event);
  }

  async prompt(prompt: Prompt): Promise<void> {
    if (this.book.hasEnded) throw new Error(`${this.options.name} has ended; start it again.`);
    if (this.state.run !== null) throw new Error(`${this.options.name} is at work.`);
    this.book.begin(prompt.runId);
    this.followUps = [];
    this.used = [];
    this.leftovers.begin();
    void this.tell(withStatus({ state: withRun(this.state, prompt.runId), events: [] }, "thinking"));
    if (prompt.images.length > 0 && !this.takesImages) {
      const text = `${this.options.name} takes no images; it was given the text only.`;
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

  /** A message to the run at work: at once where the agent takes it, else as the run's next turn. */
  async steer(prompt: Prompt): Promise<void> {
    if (!this.book.isLive(prompt.runId) || this.state.run?.isCancelling === true)
      throw new Error("The run is over.");
    if (await this.tellRun(prompt)) return;
    if (!this.book.isLive(prompt.runId)) throw new Error("The run is over.");
    this.followUps.push(prompt);
  }

  async answer(answer: AskAnswer): Promise<void> {
    const waiting = this.asks.get(answer.askId);
    if (waiting === undefined || waiting.ask.kind !== answer.kind)
      throw new Error("Nothing with that id is asked.");
    this.asks.delete(answer.askId);
    const { state, result, note } = answerTo(this.state, waiting.ask, answer);
    this.state = state;
    waiting.answer(result);
    if (note === null) return;
    const message = { text: note, images: [] };
    if (!(await this.tellRun(message))) this.followUps.push(message);
  }

  async cancel(runId: string): Promise<void> {
    if (!this.book.isLive(runId)) return;
    this.book.cancel(runId);
    this.state = withCancel(this.state);
    this.followUps = [];
    this.dismissAsks();
    void sleep(limits.cancelMs, undefined, { ref: false }).then(() => {
      if (this.book.isLive(runId)) void this.program.process.stop();
    });
    await this.program.notify("session/cancel", { sessionId: this.state.sessionId });
  }

  async setMode(modeId: string): Promise<void> {
    const mode = permissionModes.find((known) => known === modeId);
    const native = mode === undefined ? null : nativeMode(this.setting, mode);
    if (mode === undefined || (mode === "plan" && native === null)) {
      throw new Error(`${this.options.name} has no mode ${modeId}.`);
    }
    if (native !== null && native !== this.setting.currentMode) {
      await this.choose(this.setting.modeOption, native, "session/set_mode", "modeId");
      this.state = { ...this.state, setting: { ...this.setting, currentMode: native } };
    }
    this.state = { ...this.state, mode, usualMode: mode === "plan" ? this.state.usualMode : mode };
  }

  async setModel(modelId: string): Promise<void> {
    const { models, modelOption } = this.setting;
    const model = modelNamed(models, modelId);
    if (models.length === 0) throw new Error(`${this.options.name} lets nobody choose its model.`);
    await this.choose(modelOption, model, "session/set_model", "modelId");
    this.state = { ...this.state, setting: { ...this.setting, currentModel: model } };
  }

  /** Sets an option of the agent's, or what has a method of its own. */
  async choose(
    configId: string | null,
    value: string | boolean,
    method: string,
    field: string,
  ): Promise<void> {
    const { sessionId } = this.state;
    const typed = typeof value === "boolean" ? { type: "boolean" } : {};
    const reply =
      configId === null
        ? await this.program.request(method, { sessionId, [field]: value })
        : await this.program.request("session/set_config_option", { sessionId, configId, value, ...typed });
    if (!reply.ok) throw new Error(`${this.options.name} does not take ${String(value)}: ${reply.message}`);
    this.state = { ...this.state, setting: readSetting(this.setting, reply.result) };
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await Promise.all([this.program.process.stop(), this.services.terminals.close()]);
    // What it said to the last counts, unless nobody is there to hear it.
    await Promise.race([this.ended, sleep(processLimits.drainMs, undefined, { ref: false })]);
    this.over(connectionClosed);
    this.program.end();
  }

  async notified(method: string, params: Native, line: Line): Promise<void> {
    if (this.state.replay !== null) this.replayLines++;
    const told = method === "session/update" ? translateUpdate(this.state, params) : null;
    if (told === null) return untold.has(method) ? undefined : this.garbled(line);
    await this.tell(told);
    this.lookIdle();
    this.showTerminals(recordOf(params.update));
  }

  async requested(method: string, params: Native, signal: AbortSignal, line: Line): Promise<unknown> {
    if (this.services.knows(method)) return this.services.serve(method, params);
    const way = Object.hasOwn(asking, method) ? asking[method] : undefined;
    if (way === undefined) {
      // Some agents tell their client what they have written, whether it wants to know or not.
      if (!/^(?:fs|terminal)\//.test(method)) void this.garbled(line);
      throw RequestError.methodNotFound(method);
    }
    const asked = way.ask(this.state, params, randomUUID());
    if (asked === null) return way.dismissed;
    const { ask, answered, ...told } = asked;
    void this.tell(told);
    if (answered !== undefined) return answered;
    return new Promise<Native>((answer) => {
      this.asks.set(ask.askId, { ask, dismissed: way.dismissed, answer });
      // The agent no longer wants to know; what the person says then is of no use to it.
      signal.addEventListener("abort", () => answer(way.dismissed), { once: true });
    });
  }

  garbled(line: Line): Promise<void> {
    return this.book.emit(rawEvent(line, this.state.agentId));
  }

  private get takesImages(): boolean {
    return recordOf(recordOf(this.agent.agentCapabilities).promptCapabilities).image === true;
  }

  /** Gives the agent a turn, and another for each message that came meanwhile; then the run is over. */
  private async work(runId: string, first: Pick<Prompt, "text" | "images">): Promise<void> {
    for (
      let prompt: typeof first | undefined = first;
      prompt !== undefined;
      prompt = this.followUps.shift()
    ) {
      const reply = await this.turn(prompt);
      if (this.state.run?.runId !== runId || this.book.hasEnded || isGone(reply)) return;
      if (reply.ok) this.used.push(...turnUsage(reply.result, this.setting.currentModel));
      if (!reply.ok || this.followUps.length === 0) return this.finish(runId, reply, prompt.text);
      // What the next turn says is another message.
      void this.tell(endTalks(this.state, false));
    }
  }

  private async turn(prompt: Pick<Prompt, "text" | "images">): Promise<Reply> {
    const reply = await this.program.request("session/prompt", {
      sessionId: this.state.sessionId,
      prompt: promptContent(prompt, this.takesImages),
    });
    // By the draft of the next protocol this says only that the prompt was taken; the agent's state tells the rest.
    const isTaken = reply.ok && reply.result.stopReason === undefined && "messageId" in reply.result;
    if (!isTaken) return reply;
    const idle = Promise.withResolvers<Reply>();
    this.onIdle = (state) => idle.resolve(idleReply(state));
    this.lookIdle();
    return Promise.race([idle.promise, this.ended.then(() => gone)]);
  }

  private lookIdle(): void {
    const { run } = this.state;
    if (run === null || run.idle === null || this.onIdle === null) return;
    const tell = this.onIdle;
    this.onIdle = null;
    this.state = { ...this.state, run: { ...run, idle: null } };
    tell(run.idle);
  }

  private async finish(runId: string, reply: Reply, text: string): Promise<void> {
    const { run, agentId } = this.state;
    if (run?.isCancelling === true) await this.leftovers.end();
    const { outcome, error, stopReason } = turnEnd(reply, {
      agent: this.options.name,
      command: this.options.command,
      hasSpoken: run?.hasSpoken === true || run?.held !== null,
      isCommand: text.trimStart().startsWith("/"),
      authMethods: recordsOf(this.agent.authMethods),
      said: run?.held?.words ?? null,
      isOwn: this.state.namesMessages && run?.held?.messageId === null,
    });
    const usage = runUsage(this.state, this.used);
    const told = outcome === "failed" ? nothing(this.state) : tellHeld(this.state);
    const { state, events } = andThen(told, (next) => endTalks(next, outcome !== "completed"));
    const isCancelled = outcome === "cancelled" || run?.isCancelling === true;
    const end: EventBody = {
      ...{ type: "run_ended", outcome },
      ...(error === undefined ? {} : { error }),
      ...(stopReason === undefined ? {} : { stopReason }),
      ...(usage.length === 0 ? {} : { usage }),
      ...{ runId, agentId },
    };
    this.dismissAsks();
    await this.tell({ state: { ...state, run: null, isAfterCancel: isCancelled }, events: [...events, end] });
  }

  private async read(): Promise<ProcessExit> {
    const exit = await this.program.read();
    await this.services.terminals.close();
    this.over(this.isClosing ? connectionClosed : backendExited(this.options.name, exit));
    return exit;
  }

  private over(ending: Parameters<RunBook["end"]>[0]): void {
    const { state, events } = endTalks(this.state, true);
    this.state = state;
    for (const event of events) void this.book.emit(event);
    this.book.end(ending);
  }

  private async tell({ state, events }: Told): Promise<void> {
    this.state = state;
    // At once, so that nothing comes between them.
    await Promise.all(events.map((event) => this.book.emit(event)));
  }

  private dismissAsks(): void {
    const open = [...this.asks.values()];
    this.asks.clear();
    for (const { answer, dismissed } of open) answer(dismissed);
  }

  /** Gives a message to the turn at work. False where the agent cannot take it there. */
  private async tellRun(message: Pick<Prompt, "text" | "images">): Promise<boolean> {
    if (recordOf(recordOf(this.agent._meta).steering).supported !== true) return false;
    const reply = await this.program.request("_session/steering", {
      sessionId: this.state.sessionId,
      prompt: promptContent(message, this.takesImages),
      _meta: { steering: { idleBehavior: "promptRequired" } },
    });
    return reply.ok && nameOf(reply.result.outcome) !== "promptRequired";
  }

  private printed(terminalId: string, text: string): void {
    const shown = [...(this.state.run?.calls ?? [])].find(([, { terminals }]) =>
      terminals.includes(terminalId),
    );
    if (shown !== undefined) return void this.tell(appendOutput(this.state, shown[0], text));
    const before = this.unshown.get(terminalId) ?? "";
    this.unshown.set(terminalId, (before + text).slice(-limits.terminalChars));
  }

  /** A call shows a terminal from now on: what that has printed already belongs to it. */
  private showTerminals(update: Native): void {
    const nativeId = nameOf(update.toolCallId);
    for (const terminalId of this.state.run?.calls.get(nativeId ?? "")?.terminals ?? []) {
      const text = this.unshown.get(terminalId);
      if (text === undefined || nativeId === null) continue;
      this.unshown.delete(terminalId);
      void this.tell(appendOutput(this.state, nativeId, text));
    }
  }
}

function isGone(reply: Reply): boolean {
  return !reply.ok && reply.code === GONE;
}

/** Known, and of use to nobody here. */
const untold: ReadonlySet<string> = new Set(["elicitation/complete", "_auth/status_update"]);
