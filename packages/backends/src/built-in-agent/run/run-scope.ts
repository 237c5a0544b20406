import type { AskAnswer, EventBody, Outcome, PermissionMode } from "@polylog/core";
import { defined } from "@polylog/core";
import type { RunRef } from "../../connection/translation.ts";
import type { Agent } from "../agent.ts";
import { recordsOf, sumUsage, type UsageRecord } from "../model/usage.ts";
import type { AskEntry, WaitingRun } from "../resume/waiting-run.ts";
import { ReadFiles } from "../tools/read-files.ts";
import { orAborted } from "./or-aborted.ts";
import type { RunTree } from "./run-tree.ts";

type Status = Extract<EventBody, { type: "agent_status" }>["status"];

export interface ScopeInit {
  readonly agent: Agent;
  readonly runId: string;
  readonly signal: AbortSignal;
  readonly tree: RunTree;
  /** How many runs stand above it. */
  readonly depth: number;
  /** Its mode, where that is not the agent's. */
  readonly mode?: (() => PermissionMode) | undefined;
  /** It waits since before this process began. */
  readonly waiting?: WaitingRun | null | undefined;
}

export interface RunEnd {
  readonly outcome: Outcome;
  readonly error?: { readonly code: string; readonly message: string } | undefined;
  readonly stopReason?: string | undefined;
  /** What the model said last. */
  readonly text: string;
}

/** One run, as its parts see it: who speaks, and until when. */
export class RunScope {
  readonly agent: Agent;
  readonly runId: string;
  readonly signal: AbortSignal;
  readonly tree: RunTree;
  readonly depth: number;
  readonly read = new ReadFiles();
  readonly used: UsageRecord[];
  readonly startedAt: number;
  /** What it waits for since before this process began; null once that is settled. */
  waiting: WaitingRun | null;

  private readonly narrowed: (() => PermissionMode) | undefined;

  constructor({ agent, runId, signal, tree, depth, mode, waiting = null }: ScopeInit) {
    this.agent = agent;
    this.runId = runId;
    this.signal = signal;
    this.tree = tree;
    this.depth = depth;
    this.narrowed = mode;
    this.waiting = waiting;
    this.used = waiting === null ? [] : recordsOf(waiting.run.usage);
    this.startedAt = waiting?.run.startedTs ?? agent.runtime.now();
  }

  get mode(): PermissionMode {
    return this.narrowed?.() ?? this.agent.mode;
  }

  /** Its mode where that is narrower than the agent's, which is the one that others know of; else null. */
  get ownMode(): PermissionMode | null {
    return this.mode === this.agent.mode ? null : this.mode;
  }

  get runRef(): RunRef {
    return { runId: this.runId, agentId: this.agent.agentId };
  }

  /** Tells an event; a run that was cancelled tells no more. Rejects then. */
  emit(event: EventBody): Promise<void> {
    if (this.signal.aborted) return Promise.reject(this.signal.reason);
    const { tracker } = this.agent;
    const emitted = tracker.emit(event);
    return tracker.hasRoom ? emitted : orAborted(emitted, this.signal);
  }

  status(status: Status, more: { readonly detail?: string; readonly toolName?: string } = {}): Promise<void> {
    return this.emit({ type: "agent_status", status, ...more, ...this.runRef });
  }

  notice(text: string, level: "info" | "warning" = "warning"): Promise<void> {
    return this.emit({ type: "notice", level, text, ...this.runRef });
  }

  /** Asks a person, and waits for the answer to this very ask. */
  async ask<K extends AskAnswer["kind"]>(
    kind: K,
    callId: string,
    request: (askId: string) => EventBody,
  ): Promise<Extract<AskAnswer, { readonly kind: K }>> {
    const { asks, runtime } = this.agent;
    const askId = this.openAsk(callId)?.askId ?? runtime.newId();
    await this.status(kind === "permission" ? "waiting_permission" : "waiting_input");
    return asks.ask(kind, askId, this.signal, () => this.emit(request(askId)));
  }

  /** The ask of a call that was open when this process began. */
  openAsk(callId: string): AskEntry | null {
    return this.waiting?.asks.get(callId) ?? null;
  }

  /** The end of the run, with all that it used itself. */
  endEvent({ outcome, error, stopReason }: RunEnd): EventBody {
    const durationMs = Math.max(0, Math.round(this.agent.runtime.now() - this.startedAt));
    return {
      ...{ type: "run_ended", outcome, usage: sumUsage(this.used), durationMs },
      ...defined({ error, stopReason }),
      ...this.runRef,
    };
  }
}
