import { setTimeout as sleep } from "node:timers/promises";
import type { AskAnswer, EventBody, PolylogToolset, StopSignal } from "@polylog/core";
import { messageOf } from "@polylog/core";
import { performSteps, sayText } from "./perform-steps.ts";
import { RunContext } from "./run-context.ts";
import { RunStop, type ScriptEnding } from "./run-stop.ts";
import type { Steps } from "./steps.ts";

/** The environment of a script: where its events go, and how it controls its program. */
export interface ScriptHost {
  readonly projectRoot: string;
  emit(event: EventBody): Promise<void>;
  /** Ends the program with a code or a signal. */
  die(how: number | string): void;
  /** From now on, only a kill ends the program. */
  hang(): void;
  /** Writes raw output, valid or not. */
  write(raw: string): Promise<void>;
  complain(text: string): void;
  /** Calls a Polylog tool, if any are available. */
  readonly own?: PolylogToolset["call"] | undefined;
}

export interface ScriptRunOptions {
  readonly runId: string;
  readonly agentId: string;
  readonly prompt: string;
  readonly model: string;
  readonly steps: Steps;
  readonly host: ScriptHost;
}

/** The script of one prompt while it plays. */
export class ScriptRun {
  readonly host: ScriptHost;
  private readonly context: RunContext;
  private readonly steps: Steps;
  private readonly cancelled = new AbortController();
  private readonly asks = new Map<string, PendingAsk>();
  private readonly steered: string[] = [];
  private saying: Promise<void> = Promise.resolve();
  private isIdle = false;
  private isHanging = false;
  private isOver = false;

  constructor({ steps, host, ...about }: ScriptRunOptions) {
    this.host = host;
    this.steps = steps;
    this.context = new RunContext(about);
  }

  async play(): Promise<void> {
    const ending = await this.outcome(this.context, this.steps);
    // Answer all accepted messages, including those that arrived just now.
    while (ending.outcome === "completed" && this.steered.length > 0) await this.saySteered();
    this.isOver = true;
    await this.host.emit({
      type: "run_ended",
      ...ending,
      usage: this.context.usage(),
      ...this.context.runRef,
    });
  }

  /** Plays steps to completion. A failing script ends its run, not the program. */
  async outcome(context: RunContext, steps: Steps): Promise<ScriptEnding> {
    try {
      await performSteps(this, context, steps);
      return { outcome: "completed" };
    } catch (stop) {
      if (this.cancelled.signal.aborted) return { outcome: "cancelled" };
      if (stop instanceof RunStop) return stop.ending;
      const message = messageOf(stop);
      return { outcome: "failed", error: { code: "script_error", message } };
    }
  }

  get stopped(): StopSignal {
    return this.cancelled.signal;
  }

  cancel(): void {
    if (!this.isHanging) this.abandon();
  }

  /** Ends the run even if it hangs. */
  abandon(): void {
    this.cancelled.abort();
    for (const { reject } of this.asks.values()) reject(this.cancelled.signal.reason);
  }

  /** Whether the run accepted the message. A run that has ended does not. */
  steer(text: string): boolean {
    if (this.isOver || this.cancelled.signal.aborted) return false;
    this.steered.push(text);
    if (this.isIdle) void this.saySteered();
    return true;
  }

  answer(answer: AskAnswer): boolean {
    const ask = this.asks.get(answer.askId);
    this.asks.delete(answer.askId);
    ask?.resolve(answer);
    return ask !== undefined;
  }

  /** Throws if the run was cancelled. */
  check(): void {
    this.cancelled.signal.throwIfAborted();
  }

  /** Emits an event, unless the run was cancelled. */
  async emit(event: EventBody): Promise<void> {
    this.check();
    await this.host.emit(event);
    this.check();
  }

  /** A pause within a step. */
  pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.cancelled.signal });
  }

  /** A pause between steps, during which the run can be steered. */
  wait(ms: number): Promise<void> {
    return this.idle(this.pause(ms));
  }

  /** Asks, and waits for the answer to this ask. */
  async ask(askId: string, request: EventBody): Promise<AskAnswer> {
    const answered = Promise.withResolvers<AskAnswer>();
    // A cancel may arrive before the answer is awaited.
    answered.promise.catch(() => undefined);
    this.asks.set(askId, answered);
    await this.emit(request);
    return this.idle(answered.promise);
  }

  hang(): Promise<never> {
    this.isHanging = true;
    this.host.hang();
    return new Promise(() => undefined);
  }

  /** Answers the messages that arrived meanwhile, one after the other. */
  saySteered(): Promise<void> {
    this.saying = this.saying.then(async () => {
      for (let text = this.steered.shift(); text !== undefined; text = this.steered.shift()) {
        // The run ended meanwhile, and its end is reported.
        await sayText(this, this.context, `Steered: ${text}`, {}).catch(() => undefined);
      }
    });
    return this.saying;
  }

  private async idle<T>(waiting: Promise<T>): Promise<T> {
    this.isIdle = true;
    try {
      return await waiting;
    } finally {
      this.isIdle = false;
    }
  }
}

interface PendingAsk {
  resolve(answer: AskAnswer): void;
  reject(reason: unknown): void;
}
