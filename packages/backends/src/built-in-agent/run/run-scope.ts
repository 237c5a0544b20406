import { type AskAnswer, defined, type EventBody, type Outcome, type PermissionMode } from "@polylog/core";
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
  /** The number of runs above it. */
  readonly depth: number;
  /** The run's own mode, if it differs from the agent's. */
  readonly mode?: (() => PermissionMode) | undefined;
  /** Set if it was waiting before this process started. */
  readonly waiting?: WaitingRun | null | undefined;
}

export interface RunEnd {
  readonly outcome: Outcome;
  readonly error?: { readonly code: string; readonly message: string } | undefined;
  readonly stopReason?: string | undefined;
  /** The model's last text. */
  readonly text: string;
}

/** One run, as its parts use it: its identity, events and signal. */
export class RunScope {
  readonly agent: Agent;
  readonly runId: string;
  readonly signal: AbortSignal;
  readonly tree: RunTree;
  readonly depth: number;
  readonly read = new ReadFiles();
  readonly used: UsageRecord[];
  readonly startedAt: number;
  /** The state in which it has been waiting since before this process started. Null once that is settled. */
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

  /** The run's mode if it is more restrictive than the agent's, which is the mode that clients see. Else null. */
  get ownMode(): PermissionMode | null {
    return this.mode === this.agent.mode ? null : this.mode;
  }

  get runRef(): RunRef {
    return { runId: this.runId, agentId: this.agent.agentId };
  }

  /** Emits an event. Rejects if the run was cancelled. */
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

  /** Asks a person, and waits for the answer to this ask. */
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

  /** The ask of a call that was open when this process started. */
  openAsk(callId: string): AskEntry | null {
    return this.waiting?.asks.get(callId) ?? null;
  }

  /** The event that ends the run, with the run's own usage. */
  endEvent({ outcome, error, stopReason }: RunEnd): EventBody {
    const durationMs = Math.max(0, Math.round(this.agent.runtime.now() - this.startedAt));
    return {
      ...{ type: "run_ended", outcome, usage: sumUsage(this.used), durationMs },
      ...defined({ error, stopReason }),
      ...this.runRef,
    };
  }
}
