import { defined, findRun, mayWrite, messageOf, type StopSignal } from "@polylog/core";
import { limits } from "../limits.ts";
import type { Watchers } from "../log/watchers.ts";
import { MailboxByKey } from "../mailbox.ts";
import { PolylogError } from "../polylog-error.ts";
import { queueOf } from "../queue/queue.ts";
import type { SessionActor } from "../sessions/session-actor.ts";
import { deliver } from "./deliver.ts";
import {
  type End,
  EXCHANGE,
  type Exchange,
  hopsOf,
  kept,
  type Outcome,
  originOf,
  type Settled,
} from "./exchange.ts";
import { findCall } from "./find-call.ts";
import { findTarget, type SessionChoice, type TargetOptions } from "./find-target.ts";
import { OpenExchange } from "./open-exchange.ts";
import type { Policies } from "./policies.ts";
import { RateLimit } from "./rate-limit.ts";
import { Refusal } from "./refusal.ts";

/** Messages between agents: sent, tracked, answered, and resumed after a restart. */
export interface ExchangesOptions extends TargetOptions {
  readonly newId: () => string;
  readonly now: () => number;
  readonly watchers: Watchers;
  readonly policies: Policies;
}

export interface Sender {
  readonly actor: SessionActor;
  readonly agentId: string;
  readonly runId: string;
  readonly callId?: string | undefined;
  readonly signal: StopSignal;
}

export interface Message {
  readonly agentId: string;
  readonly content: string;
  readonly session: SessionChoice;
  readonly mode: "sync" | "async";
  readonly waitSeconds: number;
}

export class Exchanges {
  private readonly options: ExchangesOptions;
  private readonly open = new Map<string, OpenExchange>();
  private readonly rate: RateLimit;
  /** One sender at a time finds or creates a receiver's session, so that the next sender reuses it. */
  private readonly finding = new MailboxByKey();
  private isClosed = false;

  constructor(options: ExchangesOptions) {
    this.options = options;
    this.rate = new RateLimit(limits.exchange.burst, limits.exchange.eachMs);
  }

  /** Rejects with `Refusal` if nothing was sent. */
  async send(sender: Sender, message: Message): Promise<Outcome> {
    const { watchers, actors } = this.options;
    const { session } = sender.actor;
    const hops = await this.check(sender, message);
    const { runId, callId: told } = sender;
    const { content } = message;
    const callId = told ?? (await findCall({ session, runId, content }, watchers, limits.exchange.callMs));
    const { open, queued } = await this.finding.run(
      JSON.stringify([session.projectRoot, message.agentId]),
      async () => {
        const target = await findTarget(sender, message.agentId, message.session, this.options).catch(
          asRefusal,
        );
        this.checkLoop(sender, target.actor.session.sessionId);
        const busy =
          queueOf(target.actor.conversation, message.agentId).items.length > 0 ||
          target.actor.isBusy(message.agentId);
        const exchange: Exchange = {
          exchangeId: this.options.newId(),
          projectRoot: session.projectRoot,
          from: { sessionId: session.sessionId, agentId: sender.agentId, runId, callId },
          to: {
            sessionId: target.actor.session.sessionId,
            agentId: message.agentId,
            runId: this.options.newId(),
          },
          mode: busy ? "async" : message.mode,
          hops,
          createdTs: this.options.now(),
        };
        await this.announce(sender, exchange, content, busy);
        const open = new OpenExchange(exchange, content, actors);
        this.follow(open, sender.actor);
        const queued = await this.handOver(open, target, content);
        return { open, queued };
      },
    );
    const { exchangeId, to, mode } = open.exchange;
    const sent = { exchangeId, sessionId: to.sessionId };
    // Waiting for a queued message could deadlock two agents that message each other.
    if (queued === true) return { ...sent, status: "queued" };
    if (mode === "async" && queued === false) return { ...sent, status: "started" };
    return { ...sent, ...(await this.waitFor(open, sender, message.waitSeconds)) };
  }

  /** The location of the run that receives an open exchange. */
  targetOf(runId: string): End | null {
    for (const { exchange } of this.open.values()) if (exchange.to.runId === runId) return exchange.to;
    return null;
  }

  /** The messages a session has sent that are not answered yet. */
  openOf(sessionId: string): Exchange[] {
    return [...this.open.values()]
      .map(({ exchange }) => exchange)
      .filter(({ from }) => from.sessionId === sessionId);
  }

  /** Applies a session's new permission mode to the runs that it started in other sessions. */
  async senderChanged(sessionId: string, told = new Set([sessionId])): Promise<void> {
    for (const { to } of this.openOf(sessionId)) {
      const target = await this.options.actors.of(to.sessionId).catch(() => null);
      await target?.applyMode(to.agentId);
      if (told.has(to.sessionId)) continue;
      told.add(to.sessionId);
      await this.senderChanged(to.sessionId, told);
    }
  }

  /**
   * Called after a start, when all runs that were alive have ended or are waiting to restart. Delivers the answers of
   * finished runs and tracks the others.
   */
  async recover(): Promise<void> {
    const { store, actors } = this.options;
    for (const { value } of await store.documents(EXCHANGE)) {
      const open = new OpenExchange(value as Exchange, "", actors);
      const { from, to, mode } = open.exchange;
      const sender = await actors.of(from.sessionId).catch(() => null);
      const target = await actors.of(to.sessionId).catch(() => null);
      const run = target === null ? undefined : findRun(target.conversation, to.runId);
      const waits =
        target !== null &&
        queueOf(target.conversation, to.agentId).items.some(({ runId }) => runId === to.runId);
      if (target !== null && run !== undefined && run.outcome !== null) {
        await this.settle(open, open.settledBy(run, target.conversation));
      } else if (run !== undefined && sender !== null) {
        open.delivered(false);
        this.follow(open, sender);
        // The sender that waited for the answer was interrupted.
        if (mode === "sync") await open.stop("cancelled");
      } else if (waits && mode === "async" && sender !== null) {
        open.delivered(true);
        this.follow(open, sender);
      } else {
        await target?.queue.dismiss(to.agentId, to.runId);
        await this.settle(open, { status: "failed", result: "", error: restarted });
      }
    }
  }

  /** Delivers no more answers. The next start settles open exchanges. */
  close(): void {
    this.isClosed = true;
    for (const open of this.open.values()) open.leave();
    this.open.clear();
  }

  private async check(sender: Sender, { agentId, content }: Message): Promise<number> {
    const { policies } = this.options;
    const { session, conversation } = sender.actor;
    if (content.length > limits.exchange.contentChars) {
      throw new Refusal(
        "bad_input",
        `The message is too long. Send at most ${limits.exchange.contentChars} characters.`,
      );
    }
    if (!mayWrite(await policies.of(session.projectRoot), sender.agentId, agentId)) {
      throw new Refusal("not_allowed", `In this project ${sender.agentId} may not message ${agentId}.`);
    }
    const hops = hopsOf(conversation, sender.runId) + 1;
    if (hops > limits.exchange.hops) {
      const message = `Agents have forwarded this ${limits.exchange.hops} times without a person. Answer it yourself instead of messaging another agent.`;
      throw new Refusal("hop_limit", message);
    }
    if (this.openOf(session.sessionId).length >= limits.exchange.open || !this.rate.take(session.sessionId)) {
      throw new Refusal(
        "rate_limit_tools",
        "Too many messages to agents in a short time. Wait a minute, then retry.",
      );
    }
    return hops;
  }

  /** A sender that waits for a run waiting for it would wait forever. */
  private checkLoop(sender: Sender, sessionId: string): void {
    const all = [...this.open.values()].map(({ exchange }) => exchange).filter(({ mode }) => mode === "sync");
    const seen = new Set<Exchange>();
    const waitsFor = (working: string) =>
      all.find((each) => each.to.sessionId === working && !seen.has(each));
    for (let asked = waitsFor(sender.actor.session.sessionId); asked !== undefined; ) {
      const { from } = asked;
      if (from.sessionId === sessionId) {
        throw new Refusal(
          "loop",
          `${from.agentId} is waiting for your answer. Reply in that answer instead.`,
        );
      }
      seen.add(asked);
      asked = waitsFor(from.sessionId);
    }
  }

  /** The message is written to the sender's log before it is sent. */
  private announce(sender: Sender, exchange: Exchange, content: string, busy: boolean): Promise<void> {
    const { actor, agentId, runId } = sender;
    const { exchangeId, to, mode, from } = exchange;
    return actor.mailbox.run(async () => {
      const run = findRun(actor.conversation, runId);
      if (run === undefined || run.outcome !== null) throw new Refusal("run_over", "This run has ended.");
      const body = {
        ...{ type: "agent_message" as const, agentId, runId, exchangeId, content, mode },
        ...{
          fromAgentId: agentId,
          toAgentId: to.agentId,
          state: busy ? ("queued" as const) : ("started" as const),
        },
        ...{ targetSessionId: to.sessionId, targetRunId: to.runId },
        ...defined({ callId: from.callId }),
      };
      await actor.append({ bodies: [body], documents: kept(exchange), refusable: true });
    });
  }

  /** Whether the message is in the receiver's queue; null if it could not be delivered. */
  private async handOver(
    open: OpenExchange,
    { actor, created, mode }: Awaited<ReturnType<typeof findTarget>>,
    content: string,
  ): Promise<boolean | null> {
    const { exchange } = open;
    const { from, to } = exchange;
    const sender = { kind: "agent" as const, id: from.agentId, name: from.agentId };
    const begun =
      mode === undefined ? null : await this.options.modes.choose(actor.session, to.agentId, mode, sender);
    const incoming = {
      ...{ text: content, sender },
      ...{ exchange: originOf(exchange, from), trigger: "exchange" as const, runId: to.runId },
    };
    try {
      const answer = await actor.delivery.send(incoming, to.agentId, {
        ...{ created, before: begun?.bodies, documents: begun?.documents },
      });
      open.delivered(answer.queued);
      return answer.queued;
    } catch (error) {
      if (created !== undefined) await this.options.actors.forget(created.sessionId);
      const message = messageOf(error);
      open.end({ status: "failed", result: "", error: { code: "not_delivered", message } });
      return null;
    }
  }

  private follow(open: OpenExchange, sender: SessionActor): void {
    this.open.set(open.exchange.exchangeId, open);
    open.follow(this.options.watchers, sender);
    void open.settled.then((settled) => this.settle(open, settled));
  }

  private async waitFor(open: OpenExchange, { signal }: Sender, seconds: number): Promise<Settled> {
    const cancel = () => void open.stop("cancelled");
    const timer = setTimeout(() => void open.stop("timeout"), seconds * 1000);
    signal.addEventListener("abort", cancel, { once: true });
    if (signal.aborted) cancel();
    try {
      const settled = await open.settled;
      await open.written;
      return settled;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
    }
  }

  private async settle(open: OpenExchange, settled: Settled): Promise<void> {
    if (!this.isClosed) await deliver(open, settled, this.options).catch(() => undefined);
    this.open.delete(open.exchange.exchangeId);
    open.isWritten();
  }
}

const restarted = {
  code: "server_restarted",
  message: "Polylog restarted before the message was answered. Send it again.",
};

function asRefusal(error: unknown): never {
  if (error instanceof PolylogError) {
    const code = error.code === "agent_not_found" ? "agent_not_found" : "agent_unavailable";
    throw new Refusal(code, error.message);
  }
  throw error;
}
