import type { EventBody } from "@polylog/core";
import type { RunRef } from "../connection/translation.ts";
import type { ScriptUsage } from "./steps.ts";

/** One run of a script: the ids in it, and its usage. */

type Usage = Extract<EventBody, { type: "usage" }>;
type UsageRecord = NonNullable<Extract<EventBody, { type: "run_ended" }>["usage"]>[number];

/** The average number of characters in a token. */
const charsPerToken = 4;

export class RunContext {
  readonly runId: string;
  readonly agentId: string;
  readonly prompt: string;
  private readonly model: string;
  private readonly used: UsageRecord[] = [];
  private readonly counts = new Map<string, number>();
  private saidChars = 0;

  constructor(about: { runId: string; agentId: string; prompt: string; model: string }) {
    this.runId = about.runId;
    this.agentId = about.agentId;
    this.prompt = about.prompt;
    this.model = about.model;
  }

  get runRef(): RunRef {
    return { runId: this.runId, agentId: this.agentId };
  }

  /** The next id of a kind, unique in the session. */
  next(kind: "response" | "request" | "call" | "ask" | "run"): string {
    const count = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, count);
    return `${this.runId}-${kind}-${count}`;
  }

  /** A child run of this run. */
  below(runId: string, prompt: string): RunContext {
    return new RunContext({ runId, agentId: this.agentId, prompt, model: this.model });
  }

  said(chars: number): void {
    this.saidChars += chars;
  }

  use(usage: ScriptUsage): Usage {
    const record = { ...usage, model: usage.model ?? this.model };
    this.used.push(record);
    return { type: "usage", ...record, responseId: this.next("request"), ...this.runRef };
  }

  /** The run's usage. If the script sets none, it is estimated from the texts, at no cost. */
  usage(): UsageRecord[] {
    if (this.used.length > 0) return this.used;
    const tokens = (chars: number) => Math.ceil(chars / charsPerToken);
    const [inputTokens, outputTokens] = [tokens(this.prompt.length), tokens(this.saidChars)];
    return [{ model: this.model, inputTokens, outputTokens, costUsd: 0 }];
  }
}
