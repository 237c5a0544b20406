import type { Conversation, EventBody, PolylogEvent, Run } from "@polylog/core";
import { defined, findRun, firstLine, laneAt, messageOf } from "@polylog/core";
import { limits } from "../limits.ts";
import type { Watchers } from "../log/watchers.ts";
import type { SessionActor } from "../sessions/session-actor.ts";
import type { SessionActors } from "../sessions/session-actors.ts";
import type { Exchange, Settled } from "./exchange.ts";
import { mirrored, usedBy } from "./mirror.ts";

/** An exchange without an answer yet. It follows both sessions and reports the result once. */
export class OpenExchange {
  readonly exchange: Exchange;
  readonly settled: Promise<Settled>;
  /** Resolves when the result is in the sender's log, or when it never will be. */
  readonly written: Promise<void>;
  readonly isWritten: () => void;
  private readonly resolve: (settled: Settled) => void;
  private readonly actors: SessionActors;
  private readonly task: string;
  private readonly stops: (() => void)[] = [];
  /** Calls whose start is in the sender's log. */
  private readonly calls = new Set<string>();
  private why: "timeout" | "cancelled" | null = null;
  private isDelivered = false;
  private waits = false;
  private hasBegun = false;
  private isOver = false;

  constructor(exchange: Exchange, content: string, actors: SessionActors) {
    this.exchange = exchange;
    this.actors = actors;
    this.task = firstLine(content);
    const { promise, resolve } = Promise.withResolvers<Settled>();
    this.settled = promise;
    this.resolve = resolve;
    const writing = Promise.withResolvers<void>();
    this.written = writing.promise;
    this.isWritten = writing.resolve;
  }

  follow(watchers: Watchers, sender: SessionActor): void {
    const { from, to, mode } = this.exchange;
    this.stops.push(
      watchers.watch(to.sessionId, {
        committed: (event) => this.onEvent(event, sender),
        gone: () => this.end({ status: "failed", result: "", error: gone }),
      }),
      watchers.watch(from.sessionId, {
        committed: (event) => {
          if (event.type !== "run_ended" || event.runId !== from.runId) return;
          // A sender that stopped waiting cancels the work. A sender that never waited cancels it only if it was stopped
          // entirely.
          const wasStopped = event.outcome === "cancelled" || event.outcome === "interrupted";
          if (mode === "sync" || wasStopped) void this.stop("cancelled");
        },
        gone: () => {
          if (mode === "sync") void this.stop("cancelled");
        },
      }),
    );
  }

  /** Cancels the receiver's run, or removes the message from its queue. The result is reported as usual. */
  async stop(why: "timeout" | "cancelled"): Promise<void> {
    if (this.isOver || this.why !== null) return;
    this.why = why;
    if (this.isDelivered) await this.halt();
  }

  /** The message is in the receiver's log: its run has started, or it is queued. */
  delivered(waits: boolean): void {
    this.isDelivered = true;
    this.waits = waits;
    if (this.why !== null) void this.halt();
  }

  /** Never rejects: if the receiver cannot be stopped, the waiting sender is informed. */
  private async halt(): Promise<void> {
    await this.haltTarget().catch((error: unknown) => {
      const message = messageOf(error);
      this.end({ status: "failed", result: "", error: { code: "not_stopped", message } });
    });
  }

  private async haltTarget(): Promise<void> {
    const { to } = this.exchange;
    const actor = await this.actors.of(to.sessionId).catch(() => null);
    if (actor === null) return this.end({ status: "failed", result: "", error: gone });
    if (await actor.queue.dismiss(to.agentId, to.runId)) return this.end(this.stopped());
    await actor.runs.cancel(to.runId, to.agentId, this.stopReason());
    // A run that had already ended is reported with its own outcome.
    const run = findRun(actor.conversation, to.runId);
    if (run === undefined) this.end(this.stopped());
    else if (run.outcome !== null) this.end(this.settledBy(run, actor.conversation));
  }

  /** Stops following. An open exchange stays open. */
  leave(): void {
    for (const stop of this.stops.splice(0)) stop();
    this.isOver = true;
  }

  end(settled: Settled): void {
    if (this.isOver) return;
    this.leave();
    this.resolve(settled);
  }

  /** The result of the exchange, given the receiver's run. */
  settledBy(run: Run, conversation: Conversation): Settled {
    const result = answerOf(conversation, run.runId);
    if (run.outcome === "completed") return { status: "complete", result };
    if (this.why !== null) return { ...this.stopped(), result };
    const { agentId } = this.exchange.to;
    const message =
      run.error?.message ??
      (run.outcome === "cancelled" ? `The run of ${agentId} was cancelled.` : "It failed.");
    const error = { code: run.error?.code ?? `target_${run.outcome}`, message };
    return { status: run.outcome === "cancelled" ? "cancelled" : "failed", result, error };
  }

  /** The last events about the receiver's run for the sender's log. */
  async lastBodies(sender: Conversation, settled: Settled): Promise<EventBody[]> {
    const { to, from } = this.exchange;
    const target = await this.actors.of(to.sessionId).catch(() => null);
    const child = findRun(sender, to.runId);
    if (child === undefined) return [];
    const used = target === null ? [] : usedBy(this.exchange, target.conversation);
    if (child.outcome !== null) return used;
    const outcome =
      settled.status === "complete" ? "completed" : settled.status === "failed" ? "failed" : "cancelled";
    return [
      ...used,
      {
        ...{ type: "subagent_result", agentId: from.agentId, runId: from.runId, childRunId: to.runId },
        ...{ outcome, result: settled.result },
        ...defined({ error: settled.error }),
      },
    ];
  }

  private onEvent(event: PolylogEvent, sender: SessionActor): void {
    const { to } = this.exchange;
    const body = mirrored(this.exchange, event, this.task);
    if (body !== null && this.isKept(body)) {
      void sender.append({ bodies: [body], refusable: false }).catch(() => undefined);
    }
    if (event.type === "run_started" && event.runId === to.runId) this.hasBegun = true;
    if (event.type === "run_ended" && event.runId === to.runId) void this.endByRun();
    if (event.type === "queue_updated" && event.agentId === to.agentId) {
      const waits = event.items.some(({ runId }) => runId === to.runId);
      // Leaving the queue and starting the run are one commit, delivered as two events.
      if (waits) this.waits = true;
      else if (this.waits)
        queueMicrotask(() => this.hasBegun || this.end(this.why === null ? dismissed : this.stopped()));
    }
  }

  private isKept(body: EventBody): boolean {
    if (body.type === "tool_result") return this.calls.has(body.callId);
    if (body.type !== "tool_call_start") return true;
    if (this.calls.size >= limits.exchange.calls && !this.calls.has(body.callId)) return false;
    this.calls.add(body.callId);
    return true;
  }

  private async endByRun(): Promise<void> {
    const { to } = this.exchange;
    const actor = await this.actors.of(to.sessionId).catch(() => null);
    const run = actor === null ? undefined : findRun(actor.conversation, to.runId);
    if (actor === null || run === undefined) return this.end({ status: "failed", result: "", error: gone });
    this.end(this.settledBy(run, actor.conversation));
  }

  /** The reason recorded for the receiver, whose run was not stopped by a person. */
  private stopReason(): { readonly code: string; readonly message: string } {
    const { agentId } = this.exchange.from;
    return this.why === "timeout"
      ? { code: "timeout", message: `${agentId} stopped waiting for the answer.` }
      : { code: "sender_stopped", message: `${agentId}, which sent this message, was stopped.` };
  }

  private stopped(): Settled {
    const { agentId } = this.exchange.to;
    if (this.why === "timeout") {
      const message = `${agentId} did not answer in time and was stopped.`;
      return { status: "timeout", result: "", error: { code: "timeout", message } };
    }
    return {
      status: "cancelled",
      result: "",
      error: { code: "cancelled", message: "The sender was stopped." },
    };
  }
}

const gone = { code: "target_gone", message: "The receiving session no longer exists." };

const dismissed: Settled = {
  status: "cancelled",
  result: "",
  error: { code: "dismissed", message: "The message was removed from the queue." },
};

/** The final answer of a run: the text after its last call, or else its last text. */
function answerOf(conversation: Conversation, runId: string): string {
  const run = findRun(conversation, runId);
  if (run === undefined) return "";
  const { entries } = laneAt(conversation, run.lane);
  const texts: string[] = [];
  for (let pos = entries.length - 1; pos >= 0; pos--) {
    const entry = entries.get(pos);
    if (entry?.runId !== runId) continue;
    // The message that started the run.
    if (entry.kind === "message" && entry.role === "user" && !entry.steered) break;
    if (entry.kind === "tool_call" && texts.length > 0) break;
    if (entry.kind !== "message" || entry.role !== "assistant") continue;
    const text = entry.body.toString().trim();
    if (text !== "") texts.unshift(text);
  }
  const whole = texts.join("\n\n");
  const most = limits.exchange.answerChars;
  return whole.length <= most
    ? whole
    : `${whole.slice(0, most)}\n[Truncated: ${whole.length} characters in total.]`;
}
